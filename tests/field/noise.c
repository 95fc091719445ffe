/* field.noise: its curl has no divergence, octaves and drift do what they say, seeds differ. */
#include "field/fields.h"

static double divergence(const lg_world *w, lg_id f, int dim, const double p[3], double *slope) {
  const double h = 1e-3;
  double sum = 0;
  *slope = 0;
  for (int k = 0; k < dim; k++) {
    double a[3] = {p[0], p[1], p[2]}, b[3] = {p[0], p[1], p[2]}, u[3], v[3];
    a[k] -= h;
    b[k] += h;
    assert_true(sample_at(w, f, a, NULL, 0, u) && sample_at(w, f, b, NULL, 0, v));
    sum += (v[k] - u[k]) / (2 * h);
    *slope += fabs(v[k] - u[k]) / (2 * h);
  }
  return sum;
}

static void curl_has_no_divergence(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -1, 1, 0.1);
    lg_id curl =
        must(w, lg_add(w, "field.noise", LG_ARGS(lg_num("octaves", 2), lg_num("scale", 0.7))));
    lg_id own =
        must(w, lg_add(w, "field.noise", LG_ARGS(lg_text("form", "vector"), lg_num("scale", 0.7))));
    double sum = 0, slopes = 0, other = 0, slope, most = 0;
    for (int i = 0; i < 60; i++) {
      double p[3], u[3];
      some_point(i, dim, p);
      sum += fabs(divergence(w, curl, dim, p, &slope));
      slopes += slope;
      other += fabs(divergence(w, own, dim, p, &slope));
      assert_true(sample_at(w, curl, p, NULL, 0, u));
      most = fmax(most, fabs(u[0]));
    }
    assert_true(sum < 2e-3 * slopes);  /* the differences' own error */
    assert_true(other > 0.1 * slopes); /* where it is not made so, there is some */
    assert_true(most > 0.3 && most < 3);
    blocks_agree(w, curl, false);
    blocks_agree(w, own, false);
    lg_world_free(w);
  }
}

static void drift_and_seed(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  lg_id still = must(w, lg_add(w, "field.noise", LG_ARGS(lg_text("form", "scalar"))));
  lg_id moves = must(
      w, lg_add(w, "field.noise", LG_ARGS(lg_text("form", "scalar"), lg_vec2("drift", 1, -2))));
  lg_id other =
      must(w, lg_add(w, "field.noise", LG_ARGS(lg_text("form", "scalar"), lg_num("seed", 2))));
  assert_int_equal(lg_field_components(w, still), 1);
  for (int i = 0; i < 10; i++) step(w, 0.01); /* the last sub-step began at 0.09 s */
  double apart = 0;
  for (int i = 0; i < 30; i++) {
    double p[3], q[3], a[3] = {0}, b[3] = {0}, c[3] = {0};
    some_point(i, 2, p);
    q[0] = p[0] + 0.09;
    q[1] = p[1] - 0.18;
    q[2] = 0;
    assert_true(sample_at(w, still, p, NULL, 0, a) && sample_at(w, moves, q, NULL, 0, b) &&
                sample_at(w, other, p, NULL, 0, c));
    assert_near(a[0], b[0], 2e-6);
    apart += fabs(a[0] - c[0]);
  }
  assert_true(apart > 3);
  assert_true(lg_set(w, still, LG_ARGS(lg_num("strength", 0))));
  step(w, 0.01);
  double p[3] = {0.3, 0.2, 0}, a[3];
  assert_true(sample_at(w, still, p, NULL, 0, a) && a[0] == 0); /* parameters are live */
  assert_true(lg_remove(w, still) && lg_remove(w, moves) && lg_remove(w, other));
  step(w, 0.01);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(curl_has_no_divergence),
                                     cmocka_unit_test(drift_and_seed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
