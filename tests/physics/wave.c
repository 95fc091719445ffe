/* Standing waves in a tank: their period is that of the linear theory, omega^2 = g k tanh(k H)
   (Lamb, Hydrodynamics, 228), and they go on. One lower than two cells, within 2 %; one from crest
   to trough as high as a cell: 30 % of it and more is left after five periods, where 3 % was when a
   surface stood as high in a cell as its particles could be counted. */
#include "physics.h"

#define PI 3.14159265358979323846

/* How much farther the fluid's middle lies towards the wall at x = 0. */
static double leaning(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++) sum += (double)x.c[0][i];
  return 0.5 - sum / (double)x.n;
}

typedef struct wave {
  const char *transfer;
  double dx, height;   /* m, spacing; amplitude */
  int periods;         /* after which what is left is measured */
  double period, left; /* over the exact one; share of the amplitude */
} wave;

static lg_world *begin(const wave *v, double depth, double k) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = (float)v->dx;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_text("transfer", v->transfer))));
  for (double x = 0.5 * v->dx; x < 1; x += v->dx)
    for (double y = 0.5 * v->dx; y < depth + v->height * cos(k * x); y += v->dx)
      assert_true(lg_particle_add(w, (float[3]){(float)x, (float)y, 0}, (float[3]){0, 0, 0}) >= 0);
  return w;
}

/* Through the periods: that between the first and the last time that the water is level, and what
   it leans at most in the last half. */
static void swing(wave *v) {
  const double depth = 0.5, k = PI, omega = sqrt(9.81 * k * tanh(k * depth)),
               last_half = (2 * v->periods - 1) * PI / omega;
  lg_world *w = begin(v, depth, k);
  double before = leaning(w), first = 0, last = 0, start = before;
  int crossings = 0;
  v->left = 0;
  while (lg_world_time(w) < 2 * v->periods * PI / omega + 0.1) {
    step(w, 1 / 60.0);
    double now = leaning(w), t = lg_world_time(w);
    if ((now > 0) != (before > 0)) {
      last = t - fabs(now) / (fabs(now) + fabs(before)) / 60;
      if (crossings++ == 0) first = last;
    }
    if (t > last_half) v->left = fmax(v->left, fabs(now) / start);
    before = now;
  }
  v->period = (last - first) / (crossings - 1) * omega / PI;
  print_message("%s, %.1f cells: period %.3f of the exact one; %.0f %% left after %d\n",
                v->transfer, v->height / v->dx, v->period, 100 * v->left, v->periods);
  lg_world_free(w);
}

static void flip_keeps_time(void **state) {
  (void)state;
  wave v = {"flip", 0.0125, 0.04, 4, 0, 0};
  swing(&v);
  assert_true(fabs(v.period - 1) < 0.02);
  assert_true(v.left > 0.4);
}

static void low_waves_go_on(void **state) {
  (void)state;
  const double spacings[] = {1 / 40.0, 1 / 80.0, 1 / 120.0};
  for (int i = 0; i < 2 * 3; i++) {
    wave v = {i % 2 ? "apic" : "flip", spacings[i / 2], spacings[i / 2], 5, 0, 0};
    swing(&v);
    assert_true(fabs(v.period - 1) < 0.08);
    assert_true(v.left > 0.3 && v.left < 1.1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(flip_keeps_time),
                                     cmocka_unit_test(low_waves_go_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
