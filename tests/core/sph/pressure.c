/* The force of a pressure and the iterations that find it, on lattices, against closed forms. */
#include "core/operators.h"

#include "core/sph/pressure.h"

/* Of a pressure in Pa, {m/s2, *}. */
static const lg_v4 *accelerations(lg_step *s, const lg_kernel *k, float *p, bool carries_weight) {
  lg_pressure pressure = {
      .s = s,
      .kernel = k,
      .carries_weight = carries_weight,
      .moment = (float)lg_sph_lattice_of(s, k, k)->moment,
      .positions = s->sph->pack[0],
      .acceleration = s->sph->pack[1],
      .pairs = {.neighbors = s->neighbors, .kernel = k, .positions = s->sph->pack[0]},
      .acting = p};
  lg_sph_pack(s, pressure.positions, s->particles->x, p, true);
  lg_pressure_force(&pressure);
  return pressure.acceleration;
}

/* p = rho g (1 - y) in a full tank: the pressure's acceleration is -g inside (0.5 %). At walls
   and in corners it is so but for what the gradient of the walls' fraction differs from the
   lattice's, 3 % of the pull p / (rho dx) of one layer on the next. */
static void weight_is_carried_up_to_the_walls(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 32, false);
  w->def.gravity[1] = -10;
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = prepared(w, k.radius, &k);
  s.gravity[1] = -10;
  float *p = malloc(s.n * sizeof *p);
  for (size_t i = 0; i < s.n; i++) p[i] = 1e4f * (1 - w->particles->x[1][i]);
  const lg_v4 *a = accelerations(&s, &k, p, true);
  double worst = 0, inside = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (w->particles->x[1][i] > 1 - k.radius) continue;
    double off = hypot((double)a[i][0], (double)a[i][1] - 10), pull = (double)p[i] / 1000 * 32;
    if (s.walls->fraction[i] > 0) worst = fmax(worst, off / pull);
    else inside = fmax(inside, off / 10);
  }
  print_message(
      "pressure of a tank: off by %.2f %% of gravity inside, %.2f %% of a layer's pull at walls\n",
      100 * inside, 100 * worst);
  assert_true(inside < 0.005);
  assert_true(worst < 0.03);
  free(p);
  lg_world_free(w);
}

/* -grad p / rho of p = 100, p = 300 x + 100 y and p = 200 x^2 + 100 x y + 50 (in 2-D and 3-D, away
   from walls): 0, constant, linear. The symmetric form, over the lattice's first moment, is exact
   for all of them, but for rounding. */
static void polynomials_have_their_gradient(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int degree = 0; degree <= 2; degree++) {
      lg_world *w = lattice_world(dim, dim == 2 ? 32 : 14, false);
      lg_kernel k = lattice_kernel(w, dim == 2 ? 4 : 3);
      lg_step s = prepared(w, k.radius, &k);
      float *p = malloc(s.n * sizeof *p), *const *x = w->particles->x;
      for (size_t i = 0; i < s.n; i++) {
        float a = x[0][i], b = x[1][i];
        p[i] = degree == 0 ? 100 : degree == 1 ? 300 * a + 100 * b : 200 * a * a + 100 * a * b + 50;
      }
      const lg_v4 *acceleration = accelerations(&s, &k, p, false);
      double off = 0;
      size_t inside = 0;
      for (size_t i = 0; i < s.n; i++) {
        double a = (double)x[0][i], b = (double)x[1][i];
        const double truth[3] = {degree == 0   ? 0
                                 : degree == 1 ? -0.3
                                               : -0.4 * a - 0.1 * b,
                                 degree == 0   ? 0
                                 : degree == 1 ? -0.1
                                               : -0.1 * a,
                                 0};
        bool near = false;
        for (int c = 0; c < dim; c++) near = near || x[c][i] < k.radius || x[c][i] > 1 - k.radius;
        for (int c = 0; c < dim && !near; c++)
          if (!(fabs((double)acceleration[i][c] - truth[c]) <= off))
            off = fabs((double)acceleration[i][c] - truth[c]);
        inside += !near;
      }
      print_message("pressure, %d-D, degree %d: off by %.2g m/s2 on %zu particles\n", dim, degree,
                    off, inside);
      assert_true(inside > 100);
      assert_true(off < 1e-4);
      free(p);
      lg_world_free(w);
    }
}

/* In a periodic box the forces of any pressure add up to nothing. */
static void forces_are_opposite(void **state) {
  (void)state;
  lg_world *w = lattice_world(3, 10, true);
  lg_kernel k = lattice_kernel(w, 2);
  for (size_t i = 0; i < w->particles->n; i++)
    for (int c = 0; c < 3; c++)
      w->particles->x[c][i] += 0.02f * sinf((float)((i * 7 + (size_t)c) % 31));
  lg_step s = prepared(w, k.radius, &k);
  float *p = malloc(s.n * sizeof *p);
  for (size_t i = 0; i < s.n; i++) p[i] = 1e4f + 1e3f * sinf((float)(i % 17));
  const lg_v4 *a = accelerations(&s, &k, p, false);
  double sum[3] = {0, 0, 0}, size = 0;
  for (size_t i = 0; i < s.n; i++)
    for (int c = 0; c < 3; c++) {
      sum[c] += (double)a[i][c];
      size += fabs((double)a[i][c]);
    }
  assert_true(size > 0);
  for (int c = 0; c < 3; c++) assert_true(fabs(sum[c]) < 1e-6 * size);
  free(p);
  lg_world_free(w);
}

/* e = b - y: its pressure is max(b, 0). */
typedef struct known {
  lg_pressure pressure;
  const float *b;
  int calls;
} known;

static void known_block(void *user, size_t begin, size_t end) {
  const known *j = user;
  const lg_pressure *p = &j->pressure;
  for (size_t i = begin; i < end; i++)
    p->change[i] = p->gain[i] * (j->b[i] - p->acting[i]);
}

static lg_tally known_iteration(void *user) {
  known *j = user;
  j->calls++;
  return lg_pressure_correct(&j->pressure, known_block);
}

/* The iterations end below the tolerance, at the answer; not before the least number of them,
   not after the largest, nor long after the error has ceased to fall. */
static void iterations_find_the_pressure(void **state) {
  (void)state;
  enum { N = 1000 };
  lg_world *w = lattice_world(2, 32, true);
  lg_kernel k = lattice_kernel(w, 2.8);
  lg_step s = prepared(w, k.radius, &k);
  lg_pressure_rows rows = {.min_iterations = 3, .max_iterations = 100};
  float *p = calloc(N, sizeof *p), *b = malloc(N * sizeof *b);
  s.n = N;
  for (int i = 0; i < N; i++) b[i] = sinf((float)i);
  memset(s.sph->pack[1], 0, N * sizeof *s.sph->pack[1]);

  known j = {.b = b};
  assert_true(lg_pressure_prepare(&j.pressure, &s, &rows, &k));
  for (int i = 0; i < N; i++) j.pressure.gain[i] = 0.3f;
  j.pressure.pressure = p;
  j.pressure.iterate = known_iteration;
  j.pressure.user = &j;
  j.pressure.tolerance = 1e-6;
  int iterations = lg_pressure_solve(&j.pressure);
  assert_int_equal(iterations, j.calls);
  assert_true(iterations >= 3 && iterations < 20 && w->stats.residual <= 1e-6);
  for (int i = 0; i < N; i++) assert_true(fabsf(p[i] - fmaxf(b[i], 0)) < 1e-3f);

  /* from the answer on: as few as there may be; as many; or until nothing gets better */
  assert_int_equal(lg_pressure_solve(&j.pressure), 3);
  j.pressure.tolerance = -1;
  rows.max_iterations = 1000;
  iterations = lg_pressure_solve(&j.pressure);
  assert_true(iterations > 200 && iterations < 1000);
  rows.max_iterations = 20;
  assert_int_equal(lg_pressure_solve(&j.pressure), 20);
  free(p);
  free(b);
  lg_world_free(w);
}

/* What was put into the fluid falls to 1 / e in gravity's time, in however many sub-steps; a
   solver's own error goes with a sub-step of full length, and by a twentieth where none is too
   long. */
static void standing_errors_go_in_their_time(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 8, false);
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = prepared(w, k.radius, &k);
  s.gravity[1] = -10;
  const float time = (float)lg_sph_force_dt(&s), most = 0.3f;
  for (int n = 5; n <= 20; n *= 2) {
    float error = most;
    s.dt = time / (float)n;
    lg_relief relief = lg_relief_of(&s, time);
    for (int i = 0; i < n; i++) error = lg_relief_left(&relief, error);
    assert_true(fabs((double)(error / most) * exp(1) - 1) < 0.6 / n + 1e-3);

    relief = lg_relief_of(&s, s.dt);
    assert_true(lg_relief_left(&relief, LG_PUT_IN) == 0);
    float left = lg_relief_left(&relief, most) / (most - LG_PUT_IN);
    assert_true(fabsf(left - (1 - 1 / (float)n)) < 1e-5f);
  }
  lg_relief endless = lg_relief_of(&s, HUGE_VALF);
  assert_true(fabsf(lg_relief_left(&endless, LG_PUT_IN) / LG_PUT_IN - 0.95f) < 1e-5f);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(weight_is_carried_up_to_the_walls),
                                     cmocka_unit_test(polynomials_have_their_gradient),
                                     cmocka_unit_test(forces_are_opposite),
                                     cmocka_unit_test(iterations_find_the_pressure),
                                     cmocka_unit_test(standing_errors_go_in_their_time)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
