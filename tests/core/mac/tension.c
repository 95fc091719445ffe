/* tension: the curvature of the grid against closed forms - a disc and a ball at any place, and a
   plane, 0; beside a floor a plane that stands at its contact angle has none either, and one that
   stands at another angle is curved the way that leads to it. */
#include "physics/physics.h"

#include "core/mac_of.h"

static const double CELL = 1.0 / 32;

static lg_world *empty(int dim) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = (float)(0.5 * CELL);
  def.threads = 2;
  memset(def.gravity, 0, sizeof def.gravity);
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_num("surface_tension", 0.07))));
  return w;
}

/* Particles of the lattice where `inside` holds. */
static void fill(lg_world *w, int dim, bool (*inside)(const float x[3], const double *p),
                 const double *p) {
  const int n = (int)(2 / CELL);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < (dim == 3 ? n : 1); k++) {
        const float h = (float)(0.5 * CELL), x[3] = {((float)i + 0.5f) * h, ((float)j + 0.5f) * h,
                                                     dim == 3 ? ((float)k + 0.5f) * h : 0};
        if (inside(x, p)) assert_true(lg_particle_add(w, x, (float[3]){0, 0, 0}) >= 0);
      }
  step(w, 1e-7);
}

/* Mean curvature at the surface, between the cells of fluid and air that share a face, as the
   pressure's equation asks for it; rms: of its difference from that. y: only of those below it. */
static double curvature(const lg_world *w, double y, double *rms) {
  const lg_mac *m = mac_of(w);
  const lg_layout *l = &m->lattice;
  double sum = 0, sum2 = 0, n = 0;
  for (size_t task = 0; task < lg_lattice_tasks(l); task++)
    LG_EACH_CELL(l, task, c)
      for (int k = 0; k < l->dim; k++) {
        float x[3];
        const int low = c - l->step[k];
        const bool up = m->type[low] == LG_MAC_FLUID && m->type[c] == LG_MAC_AIR,
                   down = m->type[c] == LG_MAC_FLUID && m->type[low] == LG_MAC_AIR;
        lg_mac_position(m, k, c, x);
        if (!(up || down) || (double)x[1] > y) continue;
        const double theta = fmin(1 / (double)m->inverse_theta[k][c], 1),
                     a = up ? theta : 1 - theta;
        const double kappa = a * (double)m->curvature[c] + (1 - a) * (double)m->curvature[low];
        sum += kappa;
        sum2 += kappa * kappa;
        n++;
      }
  assert_true(n > 0);
  *rms = sqrt(fmax(sum2 / n - sum / n * sum / n, 0));
  return sum / n;
}

static bool in_ball(const float x[3], const double *p) { /* p: middle, radius */
  double r2 = 0;
  for (int k = 0; k < 3; k++) r2 += ((double)x[k] - p[k]) * ((double)x[k] - p[k]);
  return r2 < p[3] * p[3];
}

static void discs_and_balls(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 4; i++) {
      lg_world *w = empty(dim);
      const double R = 10 * CELL,
                   p[4] = {0.5 + 0.23 * i * CELL, 0.5 + 0.37 * i * CELL, dim == 3 ? 0.5 : 0, R};
      double rms;
      fill(w, dim, in_ball, p);
      const double mean = curvature(w, 1, &rms) * R / (dim - 1);
      print_message("%d-D: R kappa / (dim - 1) = %.3f, rms %.3f\n", dim, mean, rms * R / (dim - 1));
      assert_true(fabs(mean - 1) < 0.04);
      assert_true(rms * R / (dim - 1) < 0.25);
      lg_world_free(w);
    }
}

static bool below_plane(const float x[3], const double *p) { /* p: a normal, and how far along it */
  return p[0] * (double)x[0] + p[1] * (double)x[1] < p[2];
}

/* A wedge of fluid left of a plane that leans by `stands` (degrees, in the fluid) on a floor. */
static double beside_floor(double stands, double asked) {
  lg_world *w = empty(2);
  const double a = stands * LG_PI / 180, floor = 4 * CELL;
  const lg_id box =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -1, -1), lg_vec2("max", 2, floor)));
  assert_true(lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", box), lg_num("contact_angle", asked * LG_PI / 180))) !=
              0);
  /* outward normal (sin a, cos a) through (1/2, floor); nothing below the floor */
  double p[3] = {sin(a), cos(a), 0.5 * sin(a) + floor * cos(a)}, rms;
  const int n = (int)(2 / CELL);
  for (int i = 0; i < n; i++)
    for (int j = 8; j < n; j++) {
      const float h = (float)(0.5 * CELL), x[3] = {((float)i + 0.5f) * h, ((float)j + 0.5f) * h, 0};
      if (below_plane(x, p)) assert_true(lg_particle_add(w, x, (float[3]){0, 0, 0}) >= 0);
    }
  step(w, 1e-7);
  const double found = curvature(w, floor + 2 * CELL, &rms) * CELL;
  print_message("a plane at %g degrees, asked for %g: curvature %.3f / cell\n", stands, asked,
                found);
  lg_world_free(w);
  return found;
}

/* Of the 1 / cell that a corner of one radian would be. */
static void planes_beside_a_floor(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    const double stands = 60 + 30 * i;
    assert_true(fabs(beside_floor(stands, stands)) < 0.06);
    assert_true(beside_floor(stands, stands - 30) < -0.06); /* sucks fluid along the floor */
    assert_true(beside_floor(stands, stands + 30) > 0.06);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(discs_and_balls),
                                     cmocka_unit_test(planes_beside_a_floor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
