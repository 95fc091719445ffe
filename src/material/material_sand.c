/* material.sand - dry sand: Drucker & Prager's friction between grains (Klar et al. 2016,
   "Drucker-Prager elastoplasticity for sand animation").

     shear stress <= tan(friction_angle) x pressure; without pressure there is none

   In 2-D (plane strain) the angle is Mohr and Coulomb's exactly. Only solver.mpm knows it so; to
   the other solvers it is a fluid of its density and viscosity. Not good at: single grains, wet
   sand, the air between them. */
#include "laguna_solver.h"

typedef struct sand {
  LG_SOLID_FIELDS;
  float friction_angle;
} sand;

static const lg_param rows[] = {
    LG_SOLID_ROWS(sand, 1600, 3.5e5, 0.3, 0.84, 0.70, 0.44),
    LG_ROW_FLOAT(sand, friction_angle, 0.61, 0, 1.2, "rad",
                 "the steepest slope that it holds: 0.61 is 35 degrees"),
    LG_ROWS_END};

static void properties(const void *self, lg_properties *out) {
  const sand *m = self;
  out->density = m->density;
  out->viscosity = m->viscosity;
  memcpy(out->color, m->color, sizeof out->color);
  out->model = LG_MODEL_SAND;
  out->young = m->young;
  out->poisson = m->poisson;
  out->friction_angle = m->friction_angle;
}

const lg_kind LG_KIND(material,
                      sand) = {.name = "sand",
                               .family = LG_FAMILY_MATERIAL,
                               .also = "soil|granular|grains|gravel",
                               .doc = "Dry sand, which flows and heaps up, under solver.mpm.",
                               .size = sizeof(sand),
                               .params = rows,
                               .material = {.properties = properties}};
