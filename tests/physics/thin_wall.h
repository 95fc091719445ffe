/* thin_wall.h - still water beside a wall thinner than the support. Truth: nothing moves, on either
   side, and nothing goes through. */
#ifndef LG_TESTS_THIN_WALL_H
#define LG_TESTS_THIN_WALL_H

#include "physics/physics.h"

/* A wall through (at, 0), turned from the vertical. */
typedef struct thin_wall {
  double at, turn;
} thin_wall;

static inline bool is_left(const lg_view *x, size_t i, thin_wall wall) {
  return ((double)x->c[0][i] - wall.at) * cos(wall.turn) + (double)x->c[1][i] * sin(wall.turn) < 0;
}

static inline size_t left_of(const lg_world *w, thin_wall wall) {
  lg_view x = lg_column(w, "position");
  size_t n = 0;
  for (size_t i = 0; i < x.n; i++) n += is_left(&x, i, wall);
  return n;
}

/* J; of all, or of those left of the wall: a turned one leaves a few drops of the fill to its
   right, which glide on the floor for good. */
static inline double kinetic(const lg_world *w, const thin_wall *wall, double *mass) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"), m = lg_column(w, "mass");
  double energy = 0;
  *mass = 0;
  for (size_t i = 0; i < v.n; i++) {
    if (wall && !is_left(&x, i, *wall)) continue;
    for (int k = 0; k < 2; k++) energy += 0.5 * (double)(m.c[0][i] * v.c[k][i] * v.c[k][i]);
    *mass += (double)m.c[0][i];
  }
  return energy;
}

/* m: half a spacing above the highest particle within 0.1 m of x. */
static inline double level_at(const lg_world *w, double at) {
  lg_view x = lg_column(w, "position");
  double top = 0;
  for (size_t i = 0; i < x.n; i++)
    if (fabs((double)x.c[0][i] - at) < 0.1) top = fmax(top, (double)x.c[1][i]);
  return top + 0.5 * (double)lg_world_spacing(w);
}

/* A tank of 1 m, 1.2 m high, its wall at 0.5 m (0.55 m if it is turned), `thick` spacings; water
   0.6 m deep to the left, `right` m to the right; 10 s at most. Rest: rms <= 0.01 m/s over the
   last two seconds (of the water left of the wall if there is none to its right), levels within
   a spacing, nobody crosses. */
static inline void rests_beside(const char *solver, double spacing, double thick, double turn,
                                double right, int seconds) {
  const thin_wall wall = {turn != 0 ? 0.55 : 0.5, turn};
  const double middle = wall.at, half = 0.5 * thick * spacing, gap = 0.03;
  const float fill[3] = {(float)(0.5 - gap), 0.6f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1.2f), (float)spacing, solver, LG_NO_ARGS, fill);
  lg_id plate =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -half, -0.3), lg_vec2("max", half, 1.5)));
  assert_true(lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", plate), lg_vec2("translation", middle, 0),
                             lg_num("rotation", turn))) != 0);
  if (right > 0) {
    lg_id box =
        lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.5 + gap, 0), lg_vec2("max", 1, right)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  }

  double energy = 0, mass = 0;
  size_t left = 0;
  for (int f = 0; f < 60 * seconds; f++) {
    step(w, 1 / 60.0);
    if (f == 0) left = left_of(w, wall);
    if (f >= 60 * (seconds - 2)) energy += kinetic(w, right > 0 ? NULL : &wall, &mass) / 120;
  }
  const double rms = sqrt(2 * energy / mass);
  print_message("%s, %.1f spacings, turned %.1f, %.1f m right: rms %.4f m/s\n", solver, thick, turn,
                right, rms);
  assert_true(rms <= 0.01);
  assert_int_equal(left_of(w, wall), left);

  /* The water left of the wall, whose face leans by `turn`: area = wide h - h^2 tan(turn) / 2. */
  double area = (double)left * spacing * spacing, wide = middle - half / cos(turn);
  double level = turn != 0 ? (wide - sqrt(wide * wide - 2 * area * tan(turn))) / tan(turn)
                           : area / wide;
  assert_true(fabs(level_at(w, 0.2) - level) <= spacing);
  lg_world_free(w);
}

#endif
