/* Who is near a point, against all particles one by one: through cells and without, across periodic
   edges, after positions were written. */
#include "core/small.h"

static lg_world *strewn(int dim, int n) {
  lg_world_def def = small_def(dim); /* -2 to 2 */
  def.edges[1][0] = def.edges[1][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  for (int i = 0; i < n; i++) {
    const float x[3] = {1.9f * sinf((float)i), 1.99f * sinf(1.3f * (float)i),
                        dim == 3 ? 1.9f * sinf(2.9f * (float)i) : 0};
    assert_true(lg_particle_add(w, x, NULL) >= 0);
  }
  return w;
}

/* All of them, one by one; asserts that lg_near says the same, and returns how many. */
static size_t compare(const lg_world *w, const float p[3], float radius) {
  static int64_t index[4000];
  lg_view x = lg_column(w, "position");
  size_t found = lg_near(w, p, radius, index, 4000), at = 0;
  for (size_t i = 0; i < x.n; i++) {
    double dx = (double)x.c[0][i] - (double)p[0], dy = (double)x.c[1][i] - (double)p[1],
           dz = x.c[2] ? (double)x.c[2][i] - (double)p[2] : 0;
    dy -= 4 * nearbyint(dy / 4);
    if (dx * dx + dy * dy + dz * dz < (double)radius * (double)radius)
      assert_int_equal(index[at++], i);
  }
  assert_int_equal(found, at);
  return found;
}

static size_t compare_many(const lg_world *w, float radius) {
  size_t found = 0;
  for (int q = 0; q < 40; q++) {
    const float p[3] = {2.2f * cosf((float)q), 4 * cosf(0.7f * (float)q),
                        w->dim == 3 ? 2.2f * cosf(1.9f * (float)q) : 0};
    found += compare(w, p, radius);
  }
  return found;
}

static void near_is_all_pairs(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = strewn(dim, 2000);
    assert_true(compare_many(w, 0.5f) > 100);
    assert_true(compare_many(w, dim == 2 ? 0.11f : 0.25f) > 10);
    assert_true(compare_many(w, 3) > 20000); /* most of the world, more than once around it */

    /* from far off, round a periodic axis too */
    static const float far[] = {-1e30f, -1e20f, -3e9f, 1e17f, 1.2345e20f, 1e30f, 3e38f};
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
      const float p[3] = {0, far[k], 0};
      compare(w, p, dim == 2 ? 0.11f : 0.25f);
    }

    /* what there is no room for is counted */
    int64_t few[2] = {-1, -1}, all[2000];
    const float middle[3] = {0, 0, 0};
    size_t n = lg_near(w, middle, 0.7f, all, 2000);
    assert_true(n > 1);
    assert_int_equal(lg_near(w, middle, 0.7f, few, 1), n);
    assert_true(few[0] == all[0] && few[1] == -1);
    assert_int_equal(lg_near(w, middle, 0.7f, NULL, 0), n);

    /* what is no question */
    assert_int_equal(lg_near(w, middle, -1, NULL, 0), 0);
    assert_int_equal(lg_near(w, (const float[3]){NAN, 0, 0}, 1, NULL, 0), 0);
    lg_world_free(w);
  }
}

/* Nobody is looked for where he was before. */
static void written_positions_count(void **state) {
  (void)state;
  lg_world *w = strewn(2, 1000);
  compare_many(w, 0.3f); /* the lists are there */
  lg_view x = lg_column_edit(w, "position");
  for (int round = 0; round < 3; round++) { /* a view may be written again and again */
    for (size_t i = 0; i < x.n; i++) x.c[0][i] = -x.c[0][i] + 0.01f * (float)round;
    compare_many(w, 0.3f);
  }
  assert_true(lg_particle_add(w, (const float[3]){0, 0, 0}, NULL) >= 0);
  compare_many(w, 0.3f);
  for (int frame = 0; frame < 3; frame++) {
    assert_true(lg_world_step(w, 0.02));
    compare_many(w, 0.3f);
  }
  lg_world_free(w);
}

static bool mirror(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user, (void)w, (void)t, (void)dt;
  lg_node x = lg_expr_column(e, "position", 0);
  return lg_expr_store(e, "position", 0, lg_expr_1(e, LG_OP_NEG, x));
}

static void updates_count(void **state) {
  (void)state;
  lg_world *w = strewn(3, 1000);
  for (int round = 0; round < 2; round++) {
    compare_many(w, 0.4f);
    assert_true(lg_update(w, mirror, NULL));
    compare_many(w, 0.4f);
  }
  lg_world_free(w);
}

/* The nearest particle of all, one by one; and along rays from outside, the first one whose disc or
   sphere they meet, by the formula of a line and a sphere. */
static void pick_is_all_particles(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = strewn(dim, 2000);
    lg_view x = lg_column(w, "position"), id = lg_column(w, "id");
    int met = 0;
    for (int q = 0; q < 30; q++) {
      const float p[3] = {2.2f * cosf((float)q), cosf(0.7f * (float)q),
                          dim == 3 ? 2.2f * cosf(1.9f * (float)q) : 0},
                  eye[3] = {-9, p[1], p[2]}, along[3] = {3, 0, 0};
      double nearest = 1e30, first = 1e30;
      int64_t best = -1, front = -1;
      for (size_t i = 0; i < x.n; i++) {
        double d[3] = {0, 0, 0}, across;
        for (int k = 0; k < dim; k++) d[k] = (double)x.c[k][i] - (double)p[k];
        d[1] -= 4 * nearbyint(d[1] / 4);
        across = d[1] * d[1] + d[2] * d[2];
        if (d[0] * d[0] + across < nearest) {
          nearest = d[0] * d[0] + across;
          best = id.i32[i];
        }
        if (across < 0.15 * 0.15 && (double)x.c[0][i] < first - 1e-6) {
          first = (double)x.c[0][i];
          front = id.i32[i];
        }
      }
      assert_int_equal(lg_particle_pick(w, p, NULL, 0), best);
      if (front >= 0) assert_int_equal(lg_particle_pick(w, eye, along, 0.15f), front);
      met += front >= 0;
    }
    assert_true(met > 5);
    lg_world_free(w);
  }
  lg_world *empty = strewn(2, 0);
  assert_int_equal(lg_particle_pick(empty, (float[3]){0, 0, 0}, NULL, 0), -1);
  assert_int_equal(lg_particle_pick(NULL, (float[3]){0, 0, 0}, NULL, 0), -1);
  lg_world_free(empty);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_is_all_pairs), cmocka_unit_test(written_positions_count),
      cmocka_unit_test(updates_count), cmocka_unit_test(pick_is_all_particles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
