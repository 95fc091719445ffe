/* float.h - a box that floats in a 2-D tank, for the tests of floating bodies. */
#ifndef LG_TESTS_FLOAT_H
#define LG_TESTS_FLOAT_H

#include "physics/physics.h"

/* Spacings: height and width of the box (a square one would not float upright: Gilbert 1991, "How
   things float"), the tank's width, the water without the box. */
enum { SIDE = 20, WIDE = 32, TANK = 72, DEPTH = 36 };
static const double G = 9.81, DX = 0.02, FRAME = 1 / 60.0;

/* Where still water stands with the box in it: its area and the box's share below it fill the tank
   (m). */
static inline double water_level(double ratio) { return (DEPTH + ratio * SIDE * WIDE / TANK) * DX; }

/* A box of `ratio` times the water's density, as deep in it as Archimedes says but for `off`
   metres. */
static inline lg_world *floating(const char *solver, const lg_arg *args, double ratio, double off,
                                 int64_t threads, lg_id *body) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, (float)(TANK * DX), (float)(1.8 * DEPTH * DX));
  def.spacing = (float)DX;
  def.threads = threads;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  double half = 0.5 * SIDE * DX, level = water_level(ratio), bottom = level - ratio * SIDE * DX;
  lg_id box = lg_add(
      w, "shape.box",
      LG_ARGS(lg_vec2("min", -0.5 * WIDE * DX, -half), lg_vec2("max", 0.5 * WIDE * DX, half)));
  *body = lg_add(w, "collider.body",
                 LG_ARGS(lg_ref("shape", box), lg_num("density", 1000 * ratio),
                         lg_vec2("translation", 0.5 * TANK * DX, bottom + half + off)));
  if (!*body) fail_msg("%s", lg_error(w));
  lg_id water = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", TANK * DX, level)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))) != 0);
  return w;
}

/* How deep its bottom is below the water beside it, whose level is that of its volume: particles
   count as squares of a spacing, those at the height of the bottom by the part above it. (The
   highest particles themselves lie half a spacing lower: the layers of a free surface are denser.)
   */
static inline double draft_of(const lg_world *w, lg_id body) {
  enum { NEAR = 4 };
  double bottom = number(w, body, "translation", 1) - 0.5 * SIDE * DX,
         middle = number(w, body, "translation", 0);
  double far = (0.5 * WIDE + NEAR) * DX, area = 0, width = 0;
  double from[2] = {NEAR * DX, middle + far}, to[2] = {middle - far, (TANK - NEAR) * DX};
  lg_view x = lg_column(w, "position");
  for (int side = 0; side < 2; side++) {
    width += to[side] - from[side];
    for (size_t i = 0; i < x.n; i++) {
      double at = (double)x.c[0][i], above = ((double)x.c[1][i] - bottom) / DX + 0.5;
      if (at >= from[side] && at < to[side]) area += DX * DX * fmin(fmax(above, 0), 1);
    }
  }
  return area / width;
}

/* within: spacings that the draft may be off, if that is more than 3 %. */
static inline void floats_within(const char *solver, const lg_arg *args, double ratio,
                                 double settle, double within) {
  lg_id body;
  lg_world *w = floating(solver, args, ratio, DX, 1, &body);
  double sum = 0, count = 0, tilt = 0;
  while (lg_world_time(w) < settle + 2) {
    step(w, FRAME);
    tilt = fmax(tilt, fabs(number(w, body, "rotation", 0)));
    if (getenv("LAGUNA_TRACE") && lg_world_frame(w) % 12 == 0)
      print_message("t %.2f draft %.3f vy %.3f turn %.3f vmax %.2f sub %d it %d\n",
                    lg_world_time(w), draft_of(w, body) / (SIDE * DX),
                    number(w, body, "velocity", 1), number(w, body, "rotation", 0),
                    lg_world_stats(w)->max_speed, lg_world_stats(w)->substeps,
                    lg_world_stats(w)->iterations);
    if (lg_world_time(w) < settle) continue;
    sum += draft_of(w, body);
    count++;
  }
  double draft = sum / count, exact = ratio * SIDE * DX;
  print_message(
      "%s, density ratio %.1f: draft %.3f of the side, off by %.2f spacings; tilt up to %.2f rad\n",
      solver, ratio, draft / (SIDE * DX), (draft - exact) / DX, tilt);
  assert_true(fabs(draft - exact) <= fmax(0.03 * exact, within * DX));
  assert_true(tilt < 0.2);
  assert_int_equal(lg_world_stats(w)->removed + lg_world_stats(w)->guarded, 0);
  lg_world_free(w);
}

static inline void floats(const char *solver, const lg_arg *args, double ratio, double settle) {
  floats_within(solver, args, ratio, settle, 0.5);
}

/* Of flip a cell is two spacings, and what pushes a face of a body is the pressure in the middle of
   the cell that it lies in: a staircase, at a step of which bodies come to rest. */
static inline void floats_on_a_grid(double ratio, double settle) {
  floats_within("flip", LG_NO_ARGS, ratio, settle, 1.2);
}

#endif
