/* shape.formula - any shape that a function of the position describes: negative inside, positive
   outside, 0 on its surface.

     distance = f / |grad f|     its own slope makes a distance of it, to first order; beyond two
                                 spacings it is less, unless f is a distance

   so that p.y - 0.2 sin(5 p.x) will do as it stands. The formula may read the position and the
   time, and no particles, fields or other shapes: join those with union, intersection and
   difference. It may change in time, but what touches it takes it for standing still. A shape that
   has no end needs `within` to be a body's. */
#include "laguna_solver.h"

typedef struct formula {
  LG_SHAPE_POSE;
  lg_id program;
  lg_id within;
} formula;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(formula),
    LG_ROW_REF(formula, program, LG_PROGRAM, LG_REQUIRED | LG_RESTART,
               "negative inside: a function of a position and the time in s"),
    LG_ROW_REF(formula, within, LG_SHAPE, 0,
               "a shape that holds all of it: what is beyond is outside"),
    LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const formula *f = self;
  float d = 0;
  const lg_points at = {.n = 1, .x = {p, p + 1, lg_world_dim(w) == 3 ? p + 2 : NULL}};
  if (!lg_program_sample(w, f->program, &at, (float *const[3]){&d, NULL, NULL}) || isnan(d))
    d = (float)LG_HUGE;
  return f->within ? lg_maxf(d, lg_shape_distance(w, f->within, p)) : d;
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const formula *f = self;
  return f->within && lg_shape_bounds(w, f->within, min, max);
}

const lg_kind LG_KIND(shape, formula) = {.name = "formula",
                                         .family = LG_FAMILY_SHAPE,
                                         .doc = "Any shape that a function of the position says.",
                                         .also = "function|implicit|sdf|levelset|level_set",
                                         .size = sizeof(formula),
                                         .params = rows,
                                         .shape = {.distance = distance, .bounds = bounds}};
