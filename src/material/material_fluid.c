/* material.fluid - what particles are made of: oil beside water. lg.material { ... } in Lua.

   The solver's own density, viscosity and surface tension are those of the default material;
   emitters that name none use it. Particles get their mass when they are emitted and keep it;
   viscosity and surface tension count as they stand now. How materials meet: core/sph/forces.h.
   Ratios of density up to about 10 are what SPH of this kind bears. */
#include "laguna_solver.h"

typedef struct fluid {
  LG_MATERIAL_FIELDS;
  float surface_tension;
} fluid;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(fluid),
    LG_ROW_FLOAT(fluid, surface_tension, 0, 0, LG_HUGE, "N/m",
                 "pulls its surfaces round, those with other materials too"),
    LG_ROWS_END};

static void properties(const void *self, lg_properties *out) {
  const fluid *f = self;
  out->density = f->density;
  out->viscosity = f->viscosity;
  out->surface_tension = f->surface_tension;
  memcpy(out->color, f->color, sizeof out->color);
}

const lg_kind LG_KIND(material, fluid) = {
    .name = "fluid",
    .family = LG_FAMILY_MATERIAL,
    .also = "material", /* lg.material { } makes one */
    .doc = "What particles are made of: one of several fluids in a world.",
    .size = sizeof(fluid),
    .params = rows,
    .material = {.properties = properties}};
