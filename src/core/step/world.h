/* world.h - the world from inside. Only core/ sees it. */
#ifndef LG_CORE_WORLD_H
#define LG_CORE_WORLD_H

#include "core/measure/measure.h"
#include "core/mac/mac.h"
#include "core/body/bodies.h"
#include "core/mesh/mesh.h"
#include "core/particles/neighbors.h"
#include "core/object/object.h"
#include "core/particles/particles.h"
#include "core/formula/program.h"
#include "core/state/snapshot.h"
#include "core/sph/sph.h"
#include "core/walls/walls.h"

#define LG_COOKIE 0x6c61677aU

typedef struct lg_hook { lg_hook_fn *fn; void *user; } lg_hook;

struct lg_world {
  lg_world_def def;        /* its parameters: the rows of lg_kind_world() are offsets into it */
  int dim;
  lg_mem mem;
  char error[LG_ERROR_MAX];
  lg_objects objects;
  void *pending_self;      /* solver given by lg_set_solver, not yet applied; NULL: none */
  const lg_kind *pending_kind;
  lg_particles particles;
  lg_neighbors neighbors;
  lg_walls walls;
  lg_bodies bodies;
  lg_sph sph;
  lg_mac mac;
  lg_meshes meshes;
  lg_programs programs;
  lg_snapshot last_good;   /* state at the start of the frame under way */
  lg_gauges gauges;
  lg_stats stats;
  lg_properties *material; /* by number; see material.h */
  size_t material_capacity;
  double time;             /* s */
  int64_t frame;
  double emit_dt;          /* s, the sub-step that emitters have not yet filled: the one before this */
  uint64_t substep;        /* since the start: a counter of the random numbers */
  uint64_t stamp;
  bool guard_rejected;     /* the last refused step was the guard's */
  void *scratch;           /* lg_scratch's */
  size_t scratch_bytes;
  bool stepping;           /* a step inside a step is misuse */
  bool slow;               /* it was said that frames have many sub-steps */
  bool in_hook;            /* the step stands at a frame's boundary, in a hook */
  struct lg_declared *declared; /* the objects as the host set them up; NULL: not yet known (saved.h) */
  int declared_count, declared_capacity;
  lg_hook before_step, after_step;
};

#define LG_IMAGES 26 /* copies of the world around it, over periodic edges and their corners */
/* How far copy `image` is from the world, m; false: there is no such copy. */
bool lg_image_shift(const lg_world *w, int image, float shift[3]);
void lg_say(const lg_world *w, lg_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Working memory until the next call of lg_scratch; NULL: no memory. */
void *lg_scratch(lg_world *w, size_t bytes);
bool lg_misuse(const lg_world *w, const char *what); /* calls the assert hook; always false */
const lg_kind *lg_world_solver_kind(const lg_world *w); /* the one in force */
void *lg_world_solver_self(const lg_world *w);
/* m/s2: gravity but along periodic axes, where no fluid rests on anything */
void lg_world_rest_gravity(const lg_world *w, float out[3]);
float lg_world_particle_mass(const lg_world *w); /* kg, = solver's density x spacing^dim */

#endif
