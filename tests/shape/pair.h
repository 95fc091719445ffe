/* pair.h - a ball and a box that overlap: what the tests of combined shapes combine. */
#ifndef LG_TESTS_PAIR_H
#define LG_TESTS_PAIR_H

#include "shape/shapes.h"

static int dims;
static const double ball_at[3] = {0.3, 0.25, -0.1};
#define BALL 0.6 /* radius */
#define CUBE 0.5 /* half the edge; about the origin */

static inline lg_id add_ball(lg_world *w) {
  return must(w, lg_add(w, "shape.sphere",
                        LG_ARGS(point("center", dims, ball_at[0], ball_at[1], ball_at[2]),
                                lg_num("radius", BALL))));
}
static inline lg_id add_cube(lg_world *w) { return cube(w, -CUBE, CUBE); }

static inline bool in_ball(const double p[3]) {
  double r2 = 0;
  for (int k = 0; k < dims; k++) r2 += (p[k] - ball_at[k]) * (p[k] - ball_at[k]);
  return r2 < BALL * BALL;
}
static inline bool in_cube(const double p[3]) {
  for (int k = 0; k < dims; k++)
    if (fabs(p[k]) > CUBE) return false;
  return true;
}

/* The part of the two surfaces that `keep` keeps (told whether the point is of the ball); points at
   most `step` apart. */
static inline cloud pair_surface(double step, bool (*keep)(const double p[3], bool of_ball)) {
  cloud c = {0, 0, NULL};
  double pi = acos(-1);
  int rings = dims == 3 ? (int)(pi * BALL / step) + 1 : 1, n = (int)(2 * CUBE / step) + 1;
  for (int i = 0; i <= rings; i++) {
    double tilt = dims == 3 ? pi * i / rings : pi / 2, r = BALL * sin(tilt);
    int around = (int)(2 * pi * r / step) + 1;
    for (int j = 0; j < around; j++) {
      double p[3] = {ball_at[0] + r * cos(2 * pi * j / around),
                     ball_at[1] + r * sin(2 * pi * j / around),
                     dims == 3 ? ball_at[2] + BALL * cos(tilt) : 0};
      if (keep(p, true)) cloud_add(&c, p[0], p[1], p[2]);
    }
  }
  for (int axis = 0; axis < dims; axis++)
    for (int i = 0; i <= n; i++)
      for (int j = 0; j <= (dims == 3 ? n : 0); j++)
        for (int side = -1; side <= 1; side += 2) {
          double p[3] = {0, 0, 0};
          p[axis] = side * CUBE;
          p[(axis + 1) % dims] = CUBE * (2.0 * i / n - 1);
          if (dims == 3) p[(axis + 2) % 3] = CUBE * (2.0 * j / n - 1);
          if (keep(p, false)) cloud_add(&c, p[0], p[1], p[2]);
        }
  return c;
}

static inline double pair_step(void) { return dims == 2 ? 0.001 : 0.02; }

#endif
