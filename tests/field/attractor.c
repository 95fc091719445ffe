/* field.attractor: each falloff is the slope of its potential, here by differences of the potential
   in double; orbits in it are tested with solver/particles. */
#include "field/fields.h"

static const char *const falloffs[] = {"inverse_square", "inverse", "constant", "linear"};

static double potential(int falloff, double strength, double soft, const double d[3]) {
  double s2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + soft * soft;
  if (falloff == 0) return -strength / sqrt(s2);
  if (falloff == 1) return 0.5 * strength * log(s2);
  if (falloff == 2) return strength * sqrt(s2);
  return 0.5 * strength * s2;
}

static void it_is_the_slope_of_its_potential(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int falloff = 0; falloff < 4; falloff++)
      for (int sign = -1; sign <= 1; sign += 2) {
        lg_world *w = space(dim, -1, 1, 0.1);
        double c[3] = {0.2, -0.1, dim == 3 ? 0.3 : 0}, strength = 1.7 * sign, soft = 0.15, h = 1e-5;
        lg_arg how = lg_text("falloff", falloffs[falloff]), strong = lg_num("strength", strength);
        lg_id id = must(
            w, lg_add(w, "field.attractor",
                      LG_ARGS(corner("center", dim, c), strong, how, lg_num("softening", soft))));
        for (int i = 0; i < 40; i++) {
          double p[3], a[3];
          some_point(i, dim, p);
          assert_true(sample_at(w, id, p, NULL, 0, a));
          for (int k = 0; k < dim; k++) {
            double up[3] = {p[0] - c[0], p[1] - c[1], p[2] - c[2]}, down[3] = {up[0], up[1], up[2]};
            up[k] += h;
            down[k] -= h;
            double slope = (potential(falloff, strength, soft, up) -
                            potential(falloff, strength, soft, down)) /
                           (2 * h);
            assert_near(a[k], -slope, 2e-5 * (1 + fabs(slope)));
          }
        }
        blocks_agree(w, id, false);
        lg_world_free(w);
      }
}

/* A particle that falls through a hard middle keeps its energy: the field's rate has the step made
   small enough there. */
static void passing_the_middle(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.01);
  must(w, lg_add(w, "field.attractor", LG_ARGS(lg_num("softening", 0.05), lg_num("strength", 1))));
  float x[3] = {1, 0, 0}, v[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, x, v) >= 0);
  double turn = 0;
  for (int i = 0; i < 300; i++) {
    step(w, 1 / 60.0);
    turn = fmax(turn, fabs((double)lg_column(w, "position").c[0][0]) * (i > 60));
  }
  assert_near(turn, 1, 0.02);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_slope_of_its_potential),
                                     cmocka_unit_test(passing_the_middle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
