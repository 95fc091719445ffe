/* world_rows.c - the world's own parameters: offsets into lg_world_def. */
#include "core/param/param.h"

#define THREADS_MAX 1024

typedef lg_world_def def;
static const lg_param rows[] = {
    LG_ROW_(def, spacing, LG_FLOAT, 0.02, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL,
            "distance of particles at rest; a particle's radius is half of it", LG_RESTART),
    LG_ROW_VEC(def, gravity, 0, -9.81, 0, "m/s2", "acceleration of all particles"),
    LG_ROW_FLOAT(def, friction, 0, 0, LG_HUGE, "1",
                 "Coulomb coefficient of the walls at the edges"),
    LG_ROW_FLOAT(def, restitution, 0, 0, 1, "1",
                 "share of the normal speed that the walls at the edges give back"),
    LG_ROW_CHOICE(def, slip, 0, "free|no",
                  "whether a fluid glides along the walls at the edges or sticks to them"),
    LG_ROW_(def, seed, LG_INT, 0, 0, 0, 0, -LG_WHOLE_MAX, LG_WHOLE_MAX, "1", NULL,
            "of all random numbers", LG_RESTART),
    LG_ROW_INT(def, threads, 0, 0, THREADS_MAX, "1",
               "threads of a step; 0: the cores of the machine, or OMP_NUM_THREADS, or one where "
               "that is faster"),
    LG_ROW_INT(def, max_substeps, 10000, 1, 1e9, "1",
               "a frame that needs more sub-steps is refused"),
    LG_ROW_FLOAT(def, fixed_dt, 0, 0, 1, "s",
                 "length of all sub-steps, stable or not, to see what becomes of it; 0: none, they "
                 "are as long as is stable"),
    LG_ROWS_END};

static const lg_kind world_kind = {
    .name = "world",
    .family = LG_FAMILY_WORLD,
    .doc = "The world: bounds, edges, gravity and how finely it is resolved.",
    .size = sizeof(lg_world_def),
    .params = rows};

const lg_kind *lg_kind_world(void) { return &world_kind; }
