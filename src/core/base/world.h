/* world.h - the world as its rooms see it: parameters, time, memory, sentences. What a room keeps
   of its own hangs on a pointer that the other rooms cannot look behind: who includes a room's
   header may, and src/README.md says who includes whom. */
#ifndef LG_CORE_WORLD_H
#define LG_CORE_WORLD_H

#include "core/base/base.h"
#include "core/base/pace.h"
#include "core/base/step.h"

typedef struct lg_hook {
  lg_hook_fn *fn;
  void *user;
} lg_hook;

struct lg_world {
  lg_world_def def; /* its parameters: the rows of lg_kind_world() are offsets into it */
  int dim;
  lg_mem mem;
  char error[LG_ERROR_MAX];
  lg_stats stats;
  double time; /* s */
  int64_t frame;
  /* s, the sub-step that emitters have not yet filled: the one before this */
  double emit_dt;
  uint64_t substep; /* since the start: a counter of the random numbers */
  int threads;      /* of a step now, where the definition leaves it open */
  lg_pace pace;     /* by which it is chosen */
  uint64_t stamp;
  bool guard_rejected; /* the last refused step was the guard's */
  bool stepping;       /* a step inside a step is misuse */
  bool slow;           /* it was said that frames have many sub-steps */
  bool shown;          /* its particles are those of a peek, which may only be read */
  bool in_hook;        /* the step stands at a frame's boundary, in a hook */
  lg_hook before_step, after_step;
  void *scratch; /* lg_scratch's */
  bool iterates; /* an iteration has begun since the stage before: lg_iteration_begin */
  /* called behind each stage of a sub-step; NULL: nobody is watched */
  void (*behind_stage)(lg_world *w, const char *stage);
  struct {
    lg_stage_fn *fn;
    void *user;
  } on_stage; /* the host's, behind that */

  struct lg_particles *particles;
  struct lg_neighbors *neighbors;
  struct lg_near_cells *near;
  struct lg_objects *objects;
  struct lg_programs *programs;
  struct lg_meshes *meshes;
  struct lg_walls *walls;
  struct lg_bodies *bodies;
  struct lg_sph *sph;
  struct lg_gauges *gauges;
  struct lg_snapshot *last_good; /* state at the start of the frame under way */
  struct lg_setup *setup;        /* the objects as the host set them up */
  struct lg_watching *watching;  /* of watched particles; NULL: none yet */
  struct lg_account *account;    /* the world's own ledger */
  struct lg_peek *peek;          /* a frame stage by stage; NULL: none yet */
};

/* What closes a side (0: low, 1: high) of an axis. Every room asks these three, so that what a kind
   of edge is to solids, to what leaves and to neighbours is said here. */
LG_INLINE bool lg_is_wall(const lg_world *w, int axis, int side) {
  return w->def.edges[axis][side] == LG_EDGE_WALL;
}
LG_INLINE bool lg_is_open(const lg_world *w, int axis, int side) {
  return w->def.edges[axis][side] == LG_EDGE_OPEN;
}
LG_INLINE bool lg_has_open_edge(const lg_world *w) {
  for (int k = 0; k < w->dim; k++)
    if (lg_is_open(w, k, 0) || lg_is_open(w, k, 1)) return true;
  return false;
}
LG_INLINE bool lg_is_periodic(const lg_world *w, int axis) { /* on one side as on the other */
  return w->def.edges[axis][0] == LG_EDGE_PERIODIC;
}

#define LG_IMAGES 26 /* copies of the world around it, over periodic edges and their corners */
/* How far copy `image` is from the world, m; false: there is no such copy. */
bool lg_image_shift(const lg_world *w, int image, float shift[3]);
/* m/s2: gravity but along periodic axes, where no fluid rests on anything */
void lg_world_rest_gravity(const lg_world *w, float out[3]);
void lg_say(const lg_world *w, lg_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool lg_misuse(const lg_world *w, const char *what); /* calls the assert hook; always false */

#endif
