/* p2g: particles to grid and back (interpolate.h): what the weights do to a sine in closed form,
   affine motion, angular momentum summed by hand. No pressure. */
#include "core/mac_small.h"

#include "core/mac/interpolate.h"

static void to_particles(int dim, bench *b, size_t first, int n, float flip,
                         float *const affine[9]) {
  const lg_mac *m = mac_of(b->w);
  float *const *v = b->w->particles->v;
  lg_mac_weights w;
  lg_mac_values at;
  lg_mac_weigh(dim, m, b->w->particles->x, first, n, &w);
  for (int axis = 0; axis < dim; axis++)
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u, change, gradient[3], own = lg_v8_load(v[axis] + first + (size_t)i);
      lg_mac_read(dim, m, axis, &w, i, n, NULL, &at);
      lg_mac_interpolate(dim, &at, &w, axis, i, &u, &change);
      lg_mac_put(v[axis] + first + (size_t)i, flip * (own + change) + (1 - flip) * u, n - i);
      if (affine) lg_mac_gradient(dim, m, &at, &w, axis, i, gradient);
      for (int k = 0; affine && k < dim; k++)
        lg_mac_put(affine[axis * dim + k] + first + (size_t)i, gradient[k], n - i);
    }
}

static void round_trip(bench *b, float flip, float *const affine[9]) {
  lg_mac *m = mac_of(b->w);
  bench_go(b);
  lg_mac_p2g(m, &b->s, affine);
  lg_mac_classify(m, &b->s, LG_MAC_BY_BOUNDS);
  lg_mac_average(m, &b->s);
  lg_mac_save(m, &b->s);
  lg_mac_extrapolate(m, &b->s, 2);
  lg_mac_subtract_saved(m, &b->s);
  lg_mac_extrapolate(m, &b->s, 2);
  LG_EACH_BATCH(0, b->s.n, first, n) to_particles(b->w->dim, b, first, (int)n, flip, affine);
}

static void sines(lg_world *w, int side, int waves) {
  int dim = lg_world_dim(w);
  for (int i = 0; i < side * side * (dim == 3 ? side : 1); i++) {
    const int at[3] = {i % side, i / side % side, i / side / side};
    float x[3], v[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) x[k] = ((float)at[k] + 0.5f) / (float)side;
    for (int k = 0; k < dim; k++) v[k] = (float)sin(2 * PI * waves * (at[k] + 0.5) / side);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
}

/* From the grid to n regular particles per direction and cell and back: PIC multiplies a sine of
   wavenumber k on the faces by 2/3 - 1/(6 n^2) + (1/3 + 1/(6 n^2)) cos kh, FLIP by 1. */
static void sines_are_damped_as_they_must(void **state) {
  (void)state;
  const int cells = 24;
  for (int which = 0; which < 16; which++) {
    int dim = which < 12 ? 2 : 3, n = which < 12 ? which / 4 + 1 : 2, waves = which & 2 ? 3 : 1,
        flip = which & 1;
    bench b;
    bench_make(&b, dim, 1.0f / (float)(n * cells), 1.0f / (float)cells, LG_EDGE_PERIODIC);
    sines(b.w, n * cells, waves);
    double n2 = 6.0 * n * n,
           exact = flip ? 1 : 2 / 3.0 - 1 / n2 + (1 / 3.0 + 1 / n2) * cos(2 * PI * waves / cells),
           worst = 0;
    double first[3][24];
    for (int trip = 0; trip < 2; trip++) {
      round_trip(&b, (float)flip, NULL);
      for (int k = 0; k < dim; k++)
        for (int i = 0; i < cells; i++) {
          int at[3] = {5, 5, dim == 3 ? 5 : 0};
          at[k] = i;
          double u =
              (double)mac_of(b.w)->u[k][lg_lattice_at(&mac_of(b.w)->lattice, at[0], at[1], at[2])];
          if (trip == 0) first[k][i] = u;
          else worst = fmax(worst, fabs(u - exact * first[k][i]));
        }
    }
    if (getenv("LAGUNA_TRACE"))
      print_message("%d-D n %d waves %d %s: off by %.1e\n", dim, n, waves, flip ? "FLIP" : "PIC",
                    worst);
    assert_true(fabs(first[0][6]) > 0.5);
    assert_true(worst <= 1e-6);
    lg_world_free(b.w);
  }
}

static uint32_t random_state = 1;
static float next_random(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / 16777216.0f;
}

static void take_affine(bench *b, float *affine[9]) {
  static const char *const name[] = {"affine_x", "affine_y", "affine_z"};
  for (int k = 0; k < b->w->dim; k++) {
    lg_view c = lg_column_edit(b->w, name[k]);
    for (int i = 0; i < b->w->dim; i++) affine[k * b->w->dim + i] = c.c[i];
  }
}

/* Scattered particles that move as A x + b, each with A: they come back so. */
static void apic_keeps_affine_motion(void **state) {
  (void)state;
  const float a[3][3] = {{0.3f, -1.2f, 0.5f}, {0.9f, -0.4f, 0.2f}, {-0.6f, 0.7f, 0.1f}},
              shift[3] = {0.5f, -0.2f, 0.8f};
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    float *affine[9];
    bench_make(&b, dim, 0.03f, 0.0625f, LG_EDGE_OPEN);
    for (int i = 0; i < 9000; i++) {
      float x[3] = {next_random(), next_random(), dim == 3 ? next_random() : 0}, v[3] = {0, 0, 0};
      for (int k = 0; k < dim; k++)
        v[k] = shift[k] + a[k][0] * x[0] + a[k][1] * x[1] + (dim == 3 ? a[k][2] * x[2] : 0);
      assert_true(lg_particle_add(b.w, x, v) >= 0);
    }
    take_affine(&b, affine);
    for (size_t i = 0; i < b.w->particles->n; i++)
      for (int k = 0; k < dim * dim; k++) affine[k][i] = a[k / dim][k % dim];
    bench_go(&b);
    take_affine(&b, affine); /* sorted */
    round_trip(&b, 0, affine);
    take_affine(&b, affine);
    double worst = 0, worst_slope = 0;
    int counted = 0;
    lg_view x = lg_column(b.w, "position"), v = lg_column(b.w, "velocity");
    for (size_t i = 0; i < x.n; i++) {
      bool inner = true;
      for (int k = 0; k < dim; k++) inner = inner && x.c[k][i] > 0.15f && x.c[k][i] < 0.85f;
      if (!inner) continue;
      counted++;
      for (int k = 0; k < dim; k++) {
        double exact = (double)shift[k];
        for (int o = 0; o < dim; o++) exact += (double)a[k][o] * (double)x.c[o][i];
        worst = fmax(worst, fabs((double)v.c[k][i] - exact));
        for (int o = 0; o < dim; o++)
          worst_slope = fmax(worst_slope, fabs((double)(affine[k * dim + o][i] - a[k][o])));
      }
    }
    print_message("APIC %d-D: affine motion off by %.1e m/s, %.1e 1/s\n", dim, worst, worst_slope);
    assert_true(counted > 300 && worst <= 1e-5 && worst_slope <= 2e-4);
    lg_world_free(b.w);
  }
}

/* Angular momentum about z, the affine part included: of a particle, sum over its faces of w (x_f -
   x_p) x the velocity it adds there, which for linear weights is c_yx f_x (1 - f_x) h^2 - c_xy f_y
   (1 - f_y) h^2, f its place between its faces. */
static double spin(const lg_world *w, float *const affine[9]) {
  const lg_mac *m = mac_of(w);
  int dim = w->dim;
  double sum = 0, h = (double)m->cell[0];
  for (size_t i = 0; i < w->particles->n; i++) {
    double x = (double)w->particles->x[0][i], y = (double)w->particles->x[1][i];
    double fx = x / h - 0.5, fy = y / h - 0.5;
    fx -= floor(fx);
    fy -= floor(fy);
    sum += x * (double)w->particles->v[1][i] - y * (double)w->particles->v[0][i];
    sum += h * h * ((double)affine[dim][i] * fx * (1 - fx) - (double)affine[1][i] * fy * (1 - fy));
  }
  return sum;
}

static void apic_keeps_angular_momentum(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int apic = 0; apic < 2; apic++) {
      bench b;
      float *affine[9];
      bench_make(&b, dim, 0.03f, 0.0625f, LG_EDGE_WALL);
      for (int i = 0; i < 3000; i++) { /* turning, with random velocities and gradients */
        float x[3], v[3] = {next_random() - 0.5f, next_random() - 0.5f, next_random()};
        for (int k = 0; k < 3; k++) x[k] = 0.2f + 0.6f * next_random();
        v[0] -= 3 * (x[1] - 0.5f);
        v[1] += 3 * (x[0] - 0.5f);
        assert_true(lg_particle_add(b.w, x, v) >= 0);
      }
      take_affine(&b, affine);
      for (int i = 0; apic && i < 3000; i++)
        for (int k = 0; k < dim * dim; k++) affine[k][i] = 20 * next_random() - 8;
      bench_go(&b);
      take_affine(&b, affine);
      double before = spin(b.w, affine);
      round_trip(&b, 0, apic ? affine : NULL);
      double change = fabs(spin(b.w, affine) / before - 1);
      print_message("%s %d-D: angular momentum changes by %.1e\n", apic ? "APIC" : "PIC", dim,
                    change);
      assert_true(apic ? change <= 1e-5 : change > 1e-3);
      lg_world_free(b.w);
    }
}
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sines_are_damped_as_they_must),
                                     cmocka_unit_test(apic_keeps_affine_motion),
                                     cmocka_unit_test(apic_keeps_angular_momentum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
