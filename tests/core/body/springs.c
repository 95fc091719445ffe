/* core/springs: which sub-step a spring asks for, where its push begins, what several carriers add
   up to; any thread count. */
#include "core/hall.h"
#include "core/step/step.h"

static lg_id wall(lg_world *w, double stiffness, double reach, bool draggable) {
  lg_id outside = must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", sphere(w, 1)))));
  return must(w, lg_add(w, "collider.spring_wall",
                        LG_ARGS(lg_ref("shape", outside), lg_num("stiffness", stiffness),
                                lg_num("reach", reach), lg_bool("draggable", draggable))));
}

/* Half a radian of the stiffest spring's swing; without springs no limit. */
static void the_stiffest_counts(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.1)))));
  assert_true(lg_springs_max_dt(w) == HUGE_VAL);
  wall(w, 100, 0.5, false);
  assert_near(lg_springs_max_dt(w), 0.05, 1e-9);
  wall(w, 2500, 0.5, false);
  assert_near(lg_springs_max_dt(w), 0.01, 1e-9);
  lg_world_free(w);
}

/* v += k L n dt: L is the depth below reach spacings in front of the face and at most that; farther
   off nothing. 2-D and 3-D. */
static void the_push_is_the_depth(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 1);
    static const double r[] = {0.5, 0.849, 0.88, 0.95, 1.0, 1.3};
    double k = 700, reach = 3 * 0.05, dt = 1e-3;
    wall(w, k, 3, false);
    for (int i = 0; i < 6; i++) put(w, 0.6 * r[i], 0.8 * r[i], 0, 0, 0, 0);
    assert_true(lg_springs_accelerate(w, (float)dt));
    for (int i = 0; i < 6; i++) {
      double depth = fmin(fmax(reach - (1 - r[i]), 0), reach);
      assert_near(v_of(w, 0, (size_t)i), -0.6 * k * depth * dt, 1e-4 * k * reach * dt);
      assert_near(v_of(w, 1, (size_t)i), -0.8 * k * depth * dt, 1e-4 * k * reach * dt);
    }
    lg_world_free(w);
  }
}

/* Of groups that lie in reach wholly, in part and not at all, each particle gets what its own depth
   says: particles along a spiral, and the same ones in disorder. */
static void groups_leave_nobody_out(void **state) {
  (void)state;
  enum { ALL = 500 };
  for (int dim = 2; dim <= 3; dim++)
    for (int stride = 1; stride <= 77; stride += 76) {
      lg_world *w = hall(dim, 0, 0, 0, 1);
      double k = 700, reach = 3 * 0.05, dt = 1e-3, r[ALL];
      int pushed = 0;
      wall(w, k, 3, false);
      for (int i = 0; i < ALL; i++) {
        const double part = (double)(i * stride % ALL) / ALL, a = 9 * part;
        r[i] = 0.3 + 0.69 * part;
        put(w, r[i] * cos(a), r[i] * sin(a), 0, 0, 0, 0);
      }
      assert_true(lg_springs_accelerate(w, (float)dt));
      for (int i = 0; i < ALL; i++) {
        const double depth = fmin(fmax(reach - (1 - r[i]), 0), reach);
        pushed += depth > 0;
        assert_near(hypot(v_of(w, 0, (size_t)i), v_of(w, 1, (size_t)i)), k * depth * dt,
                    1e-4 * k * reach * dt);
      }
      assert_true(pushed > 50 && pushed < ALL / 2);
      lg_world_free(w);
    }
}

/* Particles go as far as those that carry them went, from the second look on; one that does not
   carry leaves them. */
static void carriers_add_up(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  lg_id a = wall(w, 100, 0.5, true), b = wall(w, 100, 0.5, true), c = wall(w, 100, 0.5, false);
  put(w, 0.25, 0.5, 0, 0, 0, 0);
  lg_springs_carry(w); /* the first look */
  assert_true(lg_set(w, a, LG_ARGS(lg_vec2("translation", 0.5, 0))));
  assert_true(lg_set(w, b, LG_ARGS(lg_vec2("translation", 0.125, -1))));
  assert_true(lg_set(w, c, LG_ARGS(lg_vec2("translation", 8, 8))));
  lg_springs_carry(w);
  assert_near(x_of(w, 0, 0), 0.875, 0);
  assert_near(x_of(w, 1, 0), -0.5, 0);
  lg_springs_carry(w);
  assert_near(x_of(w, 0, 0), 0.875, 0);
  lg_world_free(w);
}

/* Along a periodic axis it comes in again at the other end; a wall keeps it, an open edge does
   not. */
static void edges_have_their_say(void **state) {
  (void)state;
  static const lg_edge edge[] = {LG_EDGE_PERIODIC, LG_EDGE_WALL, LG_EDGE_OPEN};
  for (int i = 0; i < 3; i++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(-1, -1, 1, 1);
    def.spacing = 0.05f;
    def.edges[0][0] = def.edges[0][1] = edge[i];
    lg_world *w = lg_world_new(&def);
    lg_id bottle = wall(w, 100, 0.5, true);
    put(w, 0.75, 0, 0, 0, 0, 0);
    lg_springs_carry(w);
    assert_true(lg_set(w, bottle, LG_ARGS(lg_vec2("translation", 2.5, 0))));
    lg_springs_carry(w);
    assert_near(x_of(w, 0, 0), i == 0 ? -0.75 : i == 1 ? 1 : 3.25, 1e-6);
    lg_world_free(w);
  }
}

/* A crowd in a bottle that is shaken: the same bits for 1, 2, 3 and 7 threads. */
static void threads_do_not_matter(void **state) {
  (void)state;
  uint64_t hash[8] = {0};
  for (int64_t threads = 1; threads <= 7; threads += threads == 3 ? 4 : 1) {
    lg_world *w = hall(2, 9.81, 0, 0, threads);
    lg_id bottle = wall(w, 3600, 0.5, true);
    for (int i = 0; i < 1500; i++)
      put(w, 0.7 * sin(i) * cos(7 * i), 0.7 * sin(i) * sin(7 * i), 0, cos(3 * i), sin(5 * i), 0);
    for (int i = 0; i < 20; i++) {
      assert_true(lg_set(w, bottle, LG_ARGS(lg_vec2("velocity", sin(i), cos(i)))));
      step(w, DT);
    }
    hash[threads] = lg_world_hash(w);
    assert_true(hash[threads] == hash[1]);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_stiffest_counts),     cmocka_unit_test(the_push_is_the_depth),
      cmocka_unit_test(groups_leave_nobody_out), cmocka_unit_test(carriers_add_up),
      cmocka_unit_test(edges_have_their_say),    cmocka_unit_test(threads_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
