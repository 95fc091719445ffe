/* Colliders during a sub-step: where they are, how fast and which way their surface faces, against
   rigid motion by hand. */
#include "core/hall.h"

#include "core/base/rng.h"
#include "core/walls/moving_solids.h"

/* A turned box that flies and tumbles. */
static lg_id tumbler(lg_world *w) {
  int d = w->dim;
  lg_id box = must(w, lg_add(w, "shape.box",
                             LG_ARGS(at("min", d, 0.1, -0.2, -0.3), at("max", d, 0.7, 0.1, 0.2),
                                     turn("rotation", d, 0.4))));
  return must(w, lg_add(w, "collider.solid",
                        LG_ARGS(lg_ref("shape", box), at("translation", d, -0.3, 0.2, 0.1),
                                turn("rotation", d, 0.8), at("velocity", d, 2, -1, 0.5),
                                turn("angular_velocity", d, 5))));
}

static void random_point(int i, int dim, double x[3]) {
  float u[4];
  lg_random_key key = {.id = (uint64_t)i};
  lg_random(&key, u);
  for (int k = 0; k < 3; k++) x[k] = k < dim ? 3 * (double)u[k] - 1.5 : 0;
}

/* At the start lg_distance says the same, and at the end what it says after the collider has moved.
   */
static void distances_follow_the_motion(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 1);
    lg_id id = tumbler(w);
    lg_solid s;
    float dt = 0.05f;
    assert_int_equal(lg_solids_room(w), 1);
    lg_solids_read(w, dt, &s);
    for (int end = 0; end < 2; end++) {
      for (int i = 0; i < 200; i++) {
        double x[3];
        random_point(i, dim, x);
        float p[3] = {(float)x[0], (float)x[1], (float)x[2]};
        assert_near(lg_solid_distance(w, &s, end * (double)dt, x), lg_distance(w, id, p), 2e-6);
      }
      lg_kind_of(w, id)->collider.move(w, lg_object_self(w, id, LG_FAMILY_COLLIDER), dt);
    }
    lg_world_free(w);
  }
}

/* No point is inside of it at any time and outside of its box, and the box distance never exceeds
   the distance. */
static void the_box_holds_all_of_the_sweep(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 1);
    tumbler(w);
    lg_solid s;
    int inside = 0;
    lg_solids_read(w, 0.3f, &s);
    assert_true(s.boxed);
    for (int i = 0; i < 20000; i++) {
      double x[3], since = 0.3 * (i % 7) / 6;
      random_point(i, dim, x);
      double d = (double)lg_solid_distance(w, &s, since, x);
      if (lg_solid_box_distance(&s, dim, x) > fmax(d, 0) + 1e-6)
        fail_msg("the box is farther than the solid");
      inside += d < 0;
    }
    assert_true(inside > 40);
    lg_world_free(w);
  }
}

/* Surface velocity: the way of a point that is fixed to the collider, by differences over 1e-4 s;
   its speed is a bound. */
static void velocity_is_that_of_a_fixed_point(void **state) {
  (void)state;
  lg_world *w = hall(3, 0, 0, 0, 1);
  tumbler(w);
  lg_solid s;
  lg_solids_read(w, 0.1f, &s);
  for (int i = 0; i < 50; i++) {
    double x[3], u[3], since = 0.05, h = 1e-4, y[3];
    random_point(i, 3, x);
    lg_solid_velocity(&s, since, x, u);
    for (int k = 0; k < 3; k++) y[k] = x[k] + h * u[k];
    /* a point that moves with the solid keeps its distance */
    double rate = ((double)lg_solid_distance(w, &s, since + h, y) -
                   (double)lg_solid_distance(w, &s, since, x)) /
                  h;
    assert_near(rate, 0, 0.02);
    assert_true(sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) <=
                lg_solid_speed(&s, since, x) + 1e-9);
  }
  /* by hand: v + omega x r, omega = (1.5, -2.5, 5), r = x - (-0.3, 0.2, 0.1) */
  double x[3] = {0, 1, 0}, u[3];
  lg_solid_velocity(&s, 0, x, u);
  assert_near(u[0], 2 + (-2.5 * -0.1 - 5 * 0.8), 1e-5);
  assert_near(u[1], -1 + (5 * 0.3 - 1.5 * -0.1), 1e-5);
  assert_near(u[2], 0.5 + (1.5 * 0.8 - -2.5 * 0.3), 1e-5);
  lg_world_free(w);
}

/* Normals of a ball point away from its middle; in the very middle there is none. */
static void normals_point_outward(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 1);
    lg_id ball = sphere(w, 0.5);
    must(w, lg_add(w, "collider.solid",
                   LG_ARGS(lg_ref("shape", ball), at("translation", dim, 0.2, 0.1, 0.3))));
    lg_solid s;
    lg_solids_read(w, 0.1f, &s);
    double c[3] = {(double)0.2f, (double)0.1f, dim == 3 ? (double)0.3f : 0}, n[3];
    for (int i = 0; i < 100; i++) {
      double x[3], r[3], length = 0;
      random_point(i, dim, x);
      for (int k = 0; k < 3; k++) {
        r[k] = x[k] - c[k];
        length += r[k] * r[k];
      }
      if (length < 0.04) continue;
      assert_true(lg_solid_normal(w, &s, 0, x, 0.006, n));
      for (int k = 0; k < 3; k++) assert_near(n[k], r[k] / sqrt(length), 1e-3);
    }
    assert_false(lg_solid_normal(w, &s, 0, c, 0.006, n));
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(distances_follow_the_motion),
                                     cmocka_unit_test(the_box_holds_all_of_the_sweep),
                                     cmocka_unit_test(velocity_is_that_of_a_fixed_point),
                                     cmocka_unit_test(normals_point_outward)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
