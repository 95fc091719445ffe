/* How firmly walls that do not slip hold: against the lattice that it stands for, between edge and
   collider, in corners, moving. */
#include "core/brute.h"

static const float DX = 0.1f; /* m, spacing */

static lg_world *box(int dim, int slip, int n) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds3(0, 0, 0, 2, 2, 2);
  def.bounds.dim = dim;
  def.spacing = DX;
  def.slip = slip;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  const float none[3] = {0, 0, 0};
  for (int i = 0; i < n; i++) { /* on a line towards the floor */
    const float x[3] = {1, 0.02f + 0.45f * (float)i / (float)n, dim == 3 ? 1 : 0};
    assert_true(lg_particles_append(w->particles, x, none, 1, 0));
  }
  return w;
}

static lg_kernel sample(lg_world *w, lg_kernel_type type, double support) {
  lg_kernel k = lg_kernel_make(type, w->dim, support * (double)DX);
  assert_true(lg_walls_prepare(w, &k) && lg_walls_sample(w, false));
  return k;
}

/* -(sum of F z / d) over the layers that the lattice lacks below a particle of the first, second,
   ... one. */
static double of_lattice(const lg_kernel *k, int layer) {
  const int n = (int)ceilf(k->radius / DX), nz = k->dim == 3 ? n : 0;
  double sum = 0;
  for (int z = layer; z <= n; z++)
    for (int x = -n; x <= n; x++)
      for (int y = -nz; y <= nz; y++) {
        const double r = (double)DX * sqrt(x * x + y * y + z * z);
        sum -= (double)lg_kernel_grad(k, (float)r) * z * (double)DX;
      }
  return sum / (lg_kernel_lattice_sum(k, (double)DX) * (layer - 0.5) * (double)DX);
}

/* Proves that in a flow of constant shear the wall holds each layer as fluid in its place would, by
   -dL/dd / d. */
static void what_layers_lack(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int type = 0; type < 2; type++) {
      lg_world *w = box(dim, 1, 8);
      for (size_t i = 0; i < 8; i++) w->particles->x[1][i] = ((float)i + 0.5f) * DX;
      lg_kernel k = sample(w, type ? LG_WENDLAND_C2 : LG_CUBIC_SPLINE, dim == 2 ? 4 : 2.4);
      assert_true(w->walls->has_no_slip);
      for (size_t i = 0; i < 8; i++) {
        float fraction, slope;
        lg_half_space_at(&w->walls->table, (float)w->particles->x[1][i], &fraction, &slope);
        assert_true(fabsf(w->walls->no_slip[i][3] * w->particles->x[1][i] + slope) < 1e-3f);
        const double exact = of_lattice(&k, (int)i + 1);
        assert_true(fabs((double)w->walls->no_slip[i][3] - exact) < 0.01 * exact + 0.02);
        for (int c = 0; c < 3; c++) assert_true(w->walls->no_slip[i][c] == 0);
      }
      lg_world_free(w);
    }
}

/* A plane that moves holds as an edge at its place does, and pulls with its own velocity; where it
   turns, with that of its face. */
static void colliders_hold_too(void **state) {
  (void)state;
  lg_world *edge = box(2, 1, 8), *w = box(2, 0, 8);
  for (size_t i = 0; i < w->particles->n; i++) w->particles->x[1][i] += 1;
  lg_id floor = lg_add(w, "shape.plane", LG_ARGS(lg_vec2("point", 0, 1)));
  lg_id belt =
      lg_add(w, "collider.solid",
             LG_ARGS(lg_ref("shape", floor), lg_vec2("velocity", 3, 0), lg_text("slip", "no")));
  assert_true(floor && belt);
  sample(edge, LG_WENDLAND_C2, 4);
  sample(w, LG_WENDLAND_C2, 4);
  for (size_t i = 0; i < w->particles->n; i++) {
    float b = w->walls->no_slip[i][3], expected = edge->walls->no_slip[i][3];
    assert_true(fabsf(b - expected) < 0.02f * expected + 0.5f);
    assert_true(fabsf(w->walls->no_slip[i][0] - 3 * b) <= 1e-4f * b &&
                w->walls->no_slip[i][1] == 0);
  }
  assert_true(lg_set(w, belt, LG_ARGS(lg_vec2("velocity", 0, 0), lg_num("angular_velocity", 2))));
  sample(w, LG_WENDLAND_C2, 4);
  for (size_t i = 0; i < w->particles->n; i++) { /* omega x r, at (1, y) */
    float b = w->walls->no_slip[i][3], y = w->particles->x[1][i];
    assert_true(fabsf(w->walls->no_slip[i][0] + 2 * y * b) < 1e-4f * b + 1e-6f &&
                fabsf(w->walls->no_slip[i][1] - 2 * b) < 1e-4f * b + 1e-6f);
  }
  assert_true(lg_set(w, belt, LG_ARGS(lg_text("slip", "free"))));
  sample(w, LG_WENDLAND_C2, 4);
  assert_false(w->walls->has_no_slip);
  lg_world_free(edge);
  lg_world_free(w);
}

/* A lid laid on an edge, half-space or box, holds in its place and with its own velocity; one that
   slips keeps the edge from holding; one that lies on the edge leaves it as it is. */
static void lids_hold_in_an_edges_place(void **state) {
  (void)state;
  lg_world *edge = box(2, 1, 8);
  sample(edge, LG_WENDLAND_C2, 4);
  for (int run = 0; run < 5; run++) {
    lg_world *w = box(2, 1, 8);
    const double low = run == 4 ? 0 : -1, high = run == 4 ? DX : 0; /* of the box */
    lg_id shape = run == 0 ? lg_add(w, "shape.plane", LG_ARGS(lg_vec2("point", 0, 0)))
                           : lg_add(w, "shape.box",
                                    LG_ARGS(lg_vec2("min", -1, low), lg_vec2("max", 3, high)));
    lg_id lid = lg_add(w, "collider.solid",
                       LG_ARGS(lg_ref("shape", shape), lg_vec2("velocity", run == 2 ? 0 : 3, 0),
                               lg_text("slip", run == 2 ? "free" : "no")));
    assert_true(lid != 0);
    if (run == 3) /* beside the particles */
      assert_true(lg_set(w, shape, LG_ARGS(lg_vec2("min", -1, -1), lg_vec2("max", 0.5, 0))));
    sample(w, LG_WENDLAND_C2, 4);
    for (size_t i = 0; i < w->particles->n; i++) {
      const lg_v4 hold = w->walls->no_slip[i];
      const float expected = edge->walls->no_slip[i][3], part = edge->walls->fraction[i];
      if (run == 2) assert_true(hold[3] < 0.05f * expected + 0.5f);
      else if (run == 4) /* inside it nobody is; beyond the last layer nothing is felt */
        assert_true(hold[3] > 1.05f * expected || !(part > 0.01f) || w->particles->x[1][i] < DX);
      else assert_true(fabsf(hold[3] - expected) < 0.05f * expected + 0.5f);
      if (run < 2) assert_true(fabsf(hold[0] - 3 * hold[3]) <= 1e-3f * hold[3] + 0.5f);
      if (run == 3) assert_true(hold[0] == 0);
      if (run < 4) assert_true(fabsf(w->walls->fraction[i] - part) < 0.02f);
      else if (part > 0.01f) assert_true(w->walls->fraction[i] > 1.02f * part);
    }
    lg_world_free(w);
  }
  lg_world_free(edge);
}

/* Two walls hold less than the sum of what each would, because they fraction the corner, and more
   than one. */
static void corners(void **state) {
  (void)state;
  lg_world *w = box(2, 1, 8);
  sample(w, LG_WENDLAND_C2, 4);
  float one = w->walls->no_slip[3][3], d = w->particles->x[1][3];
  w->particles->x[0][3] = d;
  sample(w, LG_WENDLAND_C2, 4);
  assert_true(w->walls->no_slip[3][3] > 1.2f * one && w->walls->no_slip[3][3] < 2 * one);
  lg_world_free(w);
}

/* v' = (v + dt a + dt rate v_w) / (1 + dt rate): taken at the end of the sub-step, so that any rate
   is stable; at rest with the wall it does nothing. */
static void any_rate_is_stable(void **state) {
  (void)state;
  lg_v4 hold = {200, 0, 0, 100};
  lg_walls walls = {.no_slip = &hold};
  const float v[3] = {5, 1, 0};
  for (float nu = 1e-6f; nu < 1e4f; nu *= 10) {
    float a[3] = {1, -2, 0}, dt = 0.01f, rate = 200 * nu;
    lg_walls_no_slip(&walls, 0, 2, nu, dt, v, a);
    assert_true(fabsf(v[0] + dt * a[0] - (5.01f + dt * rate * 2) / (1 + dt * rate)) < 1e-4f);
    assert_true(fabsf(v[1] + dt * a[1] - 0.98f / (1 + dt * rate)) < 1e-4f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_layers_lack), cmocka_unit_test(colliders_hold_too),
      cmocka_unit_test(lids_hold_in_an_edges_place), cmocka_unit_test(corners),
      cmocka_unit_test(any_rate_is_stable)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
