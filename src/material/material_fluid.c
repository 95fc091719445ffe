/* material.fluid - what particles are made of: oil beside water. lg.material { ... } in Lua.

   The solver's own density, viscosity and surface tension are those of the default material;
   emitters that name none use it. Particles get their mass when they are emitted and keep it;
   viscosity and surface tension count as they stand now. How materials meet: core/sph/forces.h.
   Ratios of density up to about 10 are what SPH of this kind bears.

   Mud, ketchup, lava: yield_stress (Bingham) and thinning_index (Carreau), or both, at a
   shear rate G (1/s)
     stress = viscosity (1 + (thinning_time G)^2)^((thinning_index - 1) / 2) G + yield_stress
   where it flows; below the yield stress it creeps, by 1 % a second at most
   (Papanastasiou 1987, regularised with 100 s). Under wcsph, dfsph, pcisph and pbf. */
#include "laguna_solver.h"

typedef struct fluid {
  LG_MATERIAL_FIELDS;
  float surface_tension, yield_stress, thinning_index, thinning_time;
} fluid;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(fluid),
    LG_ROW_FLOAT(fluid, surface_tension, 0, 0, LG_HUGE, "N/m",
                 "pulls its surfaces round, those with other materials too"),
    LG_ROW_FLOAT(fluid, yield_stress, 0, 0, LG_HUGE, "Pa",
                 "it does not flow where its stress is below this (Bingham: mud, lava); wcsph, "
                 "dfsph, pcisph, pbf"),
    LG_ROW_FLOAT(fluid, thinning_index, 1, 0.05, 1, "1",
                 "below 1 its viscosity falls with the shear rate to this less 1 (Carreau: "
                 "ketchup, blood); wcsph, dfsph, pcisph, pbf"),
    LG_ROW_FLOAT(fluid, thinning_time, 1, LG_TINY, LG_HUGE, "s",
                 "one over the shear rate where it begins to, if thinning_index is below 1"),
    LG_ROWS_END};

static void properties(const void *self, lg_properties *out) {
  const fluid *f = self;
  out->density = f->density;
  out->viscosity = f->viscosity;
  out->surface_tension = f->surface_tension;
  out->yield_stress = f->yield_stress;
  out->thinning_index = f->thinning_index;
  out->thinning_time = f->thinning_index < 1 ? f->thinning_time : 0;
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
