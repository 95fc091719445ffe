/* material.h - the fluids of a world by their number, as column `material` has it; 0 is the
   default, with the solver's values. */
#ifndef LG_CORE_MATERIAL_H
#define LG_CORE_MATERIAL_H

#include "core/base/world.h"

float lg_material_mass(const lg_world *w, int number); /* kg, of a particle */
/* Fills the world's table, which solvers find in lg_step. False: no memory. */
bool lg_materials_read(lg_world *w);
void lg_materials_free(lg_world *w);

#endif
