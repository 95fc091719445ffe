/* springs.h - walls that are springs, and bottles, which carry what they hold. */
#ifndef LG_CORE_SPRINGS_H
#define LG_CORE_SPRINGS_H

#include "core/base/base.h"

bool lg_springs_accelerate(lg_world *w, float dt); /* false: no memory */
double lg_springs_max_dt(const lg_world *w);       /* s, the longest sub-step that resolves them */
void lg_springs_carry(lg_world *w);                /* particles follow what carries them */

#endif
