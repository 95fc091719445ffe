/* material.jelly - an elastic solid, neo-Hookean, which comes back to its shape: jelly, rubber.

   tau = mu (F F^T - 1) + lambda / 2 (J^2 - 1),   mu, lambda: of Young's modulus and Poisson's ratio

   Only solver.mpm knows it so; to the other solvers it is a fluid of its density and viscosity.
   Stretched to four times its length it gives way. Not good at: breaking along cracks. */
#include "laguna_solver.h"

typedef struct jelly {
  LG_SOLID_FIELDS;
} jelly;

static const lg_param rows[] = {LG_SOLID_ROWS(jelly, 1000, 5e4, 0.3, 0.86, 0.32, 0.42),
                                LG_ROWS_END};

static void properties(const void *self, lg_properties *out) {
  const jelly *m = self;
  out->density = m->density;
  out->viscosity = m->viscosity;
  memcpy(out->color, m->color, sizeof out->color);
  out->model = LG_MODEL_JELLY;
  out->young = m->young;
  out->poisson = m->poisson;
}

const lg_kind LG_KIND(material, jelly) = {
    .name = "jelly",
    .family = LG_FAMILY_MATERIAL,
    .also = "elastic|rubber|solid|neo_hookean",
    .doc = "An elastic solid that comes back to its shape, under solver.mpm.",
    .size = sizeof(jelly),
    .params = rows,
    .material = {.properties = properties}};
