/* The stop stage: what may never happen to a particle, and what does happen to it, against geometry
   and mechanics by hand. */
#include "core/hall.h"

#include "core/base/rng.h"
#include "core/step/step.h"

/* ---- nobody inside -------------------------------------------------------------------------- */

static lg_id solid(lg_world *w, lg_id shape, double friction, double restitution) {
  return must(w, lg_add(w, "collider.solid",
                        LG_ARGS(lg_ref("shape", shape), lg_num("friction", friction),
                                lg_num("restitution", restitution))));
}

static lg_id box(lg_world *w, double x, double y, double z) { /* half its edges */
  int d = w->dim;
  return must(w, lg_add(w, "shape.box", LG_ARGS(at("min", d, -x, -y, -z), at("max", d, x, y, z))));
}

/* A mixer, a ball that flies about, a rod with round ends and one with flat ones, a cross, a box
   with a bite. None of them comes so near another or a wall that a particle would not fit between.
   */
static void furnish(lg_world *w) {
  int d = w->dim;
  lg_id mixer = solid(w, box(w, 0.8, 0.01, 0.3), 0.3, 0.7);
  assert_true(lg_set(w, mixer,
                     LG_ARGS(turn("angular_velocity", d, 9), at("translation", d, -0.9, 0.9, 0))));
  lg_id ball = solid(w, sphere(w, 0.25), 0, 0);
  assert_true(
      lg_set(w, ball, LG_ARGS(at("translation", d, 1, 1.2, 0), at("velocity", d, 0.1, -1.5, 0.2))));
  lg_id round = must(w, lg_add(w, "shape.capsule",
                               LG_ARGS(at("a", d, 0.2, -1.4, 0), at("b", d, 1.4, -0.9, 0.4),
                                       lg_num("radius", 0.05), turn("rotation", d, 0.1))));
  solid(w, round, 0.8, 0);
  lg_id flat = must(w, lg_add(w, "shape.cylinder",
                              LG_ARGS(at("a", d, -1.5, -1.2, -0.2), at("b", d, -0.6, -1.3, 0.3),
                                      lg_num("radius", 0.12))));
  solid(w, flat, 0, 1);
  lg_arg arms = lg_ref("shapes", box(w, 0.3, 0.05, 0.3));
  arms.ref[arms.n++] = box(w, 0.05, 0.3, 0.3);
  lg_id cross = solid(w, must(w, lg_add(w, "shape.union", LG_ARGS(arms))), 0.2, 0.2);
  assert_true(lg_set(
      w, cross, LG_ARGS(at("translation", d, -1.5, -0.4, 0), turn("angular_velocity", d, -4))));
  lg_arg cut = lg_ref("shape", box(w, 0.4, 0.4, 0.4)), bite = lg_ref("minus", sphere(w, 0.45));
  lg_id bitten = solid(w, must(w, lg_add(w, "shape.difference", LG_ARGS(cut, bite))), 0, 0.5);
  assert_true(lg_set(
      w, bitten, LG_ARGS(at("translation", d, -0.2, -0.3, 0.1), at("velocity", d, 0.1, -0.1, 0))));
}

static void scatter(lg_world *w, int count, double speed) {
  for (int i = 0; i < count; i++) {
    float u[4], v[4], p[3], s[3];
    lg_random_key key = {.seed = 3, .id = (uint64_t)i};
    lg_random(&key, u);
    key.lane = 1;
    lg_random(&key, v);
    for (int k = 0; k < 3; k++) {
      p[k] = -1.95f + 3.9f * u[k];
      s[k] = (float)speed * (2 * v[k] - 1);
    }
    bool clear = true;
    for (int o = 0; o < lg_object_count(w) && clear; o++) {
      lg_id id = lg_object_at(w, o);
      clear = lg_kind_of(w, id)->family != LG_FAMILY_COLLIDER || lg_distance(w, id, p) > 0.03f;
    }
    if (clear) assert_true(lg_particle_add(w, p, s) >= 0);
  }
}

static void nobody_is_inside(const lg_world *w, double radius) {
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) {
    float p[3] = {x.c[0][i], x.c[1][i], w->dim == 3 ? x.c[2][i] : 0};
    for (int k = 0; k < w->dim; k++)
      if (fabs((double)p[k]) > 2 - radius + 1e-6)
        fail_msg("particle %zu is in the wall: %c = %g", i, "xyz"[k], (double)p[k]);
    for (int o = 0; o < lg_object_count(w); o++) {
      lg_id id = lg_object_at(w, o);
      if (lg_kind_of(w, id)->family != LG_FAMILY_COLLIDER) continue;
      double d = (double)lg_distance(w, id, p);
      if (d < 0.97 * radius)
        fail_msg("%d-D: particle %zu is %g m from %s", w->dim, i, d, lg_name(w, id));
    }
  }
}

/* Thousands of balls at up to 50 radii a frame among moving and turning solids: after every frame
   each is outside of all of them, by lg_distance, and inside the walls. */
static void nobody_ends_inside(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 9.81, 0.5, 0.1, 2);
    furnish(w);
    scatter(w, 3000, 50 * 0.025 / DT);
    for (int frame = 0; frame < 40; frame++) {
      step(w, DT);
      nobody_is_inside(w, 0.025);
    }
    assert_true(lg_world_count(w) > 2000);
    lg_world_free(w);
  }
}

/* The same bits on 1, 2, 3 and 7 threads. */
static void threads_change_nothing(void **state) {
  (void)state;
  static const int64_t threads[] = {1, 2, 3, 7};
  uint64_t hash[4];
  for (int t = 0; t < 4; t++) {
    lg_world *w = hall(3, 9.81, 0.5, 0.1, threads[t]);
    furnish(w);
    scatter(w, 2500, 20);
    for (int frame = 0; frame < 12; frame++) step(w, DT);
    hash[t] = lg_world_hash(w);
    lg_world_free(w);
    assert_true(hash[t] == hash[0]);
  }
}

/* ---- out of the way ------------------------------------------------------------------------- */

/* A collider that is set down on a crowd pushes each out along its normal, no farther than it must.
   */
static void the_covered_are_pushed_out(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 1);
    for (int i = 0; i < 60; i++)
      put(w, 0.5 * cos(i * 0.7) * i / 60, 0.5 * sin(i * 0.7) * i / 60 + 0.001, 0, 0, 0, 0);
    must(w, lg_add(w, "collider.solid",
                   LG_ARGS(lg_ref("shape", must(w, lg_add(w, "shape.sphere", LG_NO_ARGS))))));
    step(w, DT);
    for (size_t i = 0; i < 60; i++) assert_near(hypot(x_of(w, 0, i), x_of(w, 1, i)), 0.525, 2e-4);
    lg_world_free(w);
  }
}

/* Between two plates that close the particle stays while it has room; in the end it has none, and
   is taken out and counted. */
static void the_squeezed_are_taken_out(void **state) {
  (void)state;
  lg_world *w = hall(2, 9.81, 0, 0, 1);
  lg_id plate =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.5, -1), lg_vec2("max", 0.5, 1))));
  for (int side = -1; side <= 1; side += 2)
    must(w, lg_add(w, "collider.solid",
                   LG_ARGS(lg_ref("shape", plate), lg_vec2("translation", 0.7 * side, 0),
                           lg_vec2("velocity", -side, 0))));
  put(w, 0.02, 0.1, 0, 0, 0, 0);
  for (int i = 0; i < 10; i++) step(w, DT);
  assert_int_equal(lg_world_count(w), 1);
  assert_near(x_of(w, 0, 0), 0, 0.03);
  for (int i = 10; i < 24; i++) step(w, DT);
  assert_int_equal(lg_world_count(w), 0);
  assert_int_equal(lg_world_stats(w)->removed, 1);
  assert_int_equal(lg_world_stats(w)->guarded, 0);
  lg_world_free(w);
}

/* ---- fluids --------------------------------------------------------------------------------- */

/* For other solvers the new velocity is followed as it is, the contact is a quarter spacing from
   the face (a tenth in 3-D SPH: contacts_of_sph), and what slides along a wall with friction loses
   nothing as long as it does not press on it. */
static void fluids_touch_later(void **state) {
  (void)state;
  lg_world *w = hall(2, 9.81, 0, 0.5, 1);
  assert_true(lg_objects_apply_solver(w));
  put(w, 0, -2 + 0.0125, 0, 2, 0, 0);
  put(w, 0, -1.9, 0, 2, -12, 0);
  put(w, 0, -2 + 0.025, 0, 2, 0, 0);
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < 3; i++) w->particles->a[k][i] = 100; /* must not count */
  assert_true(lg_stop_stage(w, (float)DT, false, (float *const[3]){NULL, NULL, NULL}));
  assert_near(x_of(w, 1, 0), -2 + 0.0125, 1e-6);
  assert_near(v_of(w, 0, 0), 2, 0);
  assert_near(x_of(w, 0, 0), 2 * DT, 1e-6);
  assert_near(x_of(w, 1, 1), -2 + 0.0125, 1e-6);
  assert_near(v_of(w, 1, 1), 0, 0);
  assert_near(v_of(w, 0, 1), 0, 0); /* mu |dv_n| = 6 m/s takes all of it */
  assert_near(x_of(w, 1, 2), -2 + 0.025, 1e-6);
  assert_near(v_of(w, 0, 2), 2, 0);
  lg_world_free(w);
}

/* How far from the floor what falls onto it stops, in spacings: where supports are small contacts
   leave more to the pressure. */
static double stops_at(int dim, const char *solver) {
  lg_world *w = hall(dim, 9.81, 0, 0, 1);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  assert_true(lg_objects_apply_solver(w));
  put(w, 0, -1.9, 0, 0, -12, 0);
  assert_true(lg_stop_stage(w, (float)DT, false, (float *const[3]){NULL, NULL, NULL}));
  const double height = (x_of(w, 1, 0) + 2) / (double)w->def.spacing;
  lg_world_free(w);
  return height;
}

static void contacts_of_sph(void **state) {
  (void)state;
  static const char *const sph[] = {"wcsph", "pcisph", "dfsph", "pbf"};
  for (int i = 0; i < 4; i++) {
    assert_near(stops_at(2, sph[i]), 0.25, 1e-4);
    assert_near(stops_at(3, sph[i]), 0.1, 1e-4);
  }
  assert_near(stops_at(3, "flip"), 0.25, 1e-4);
}

/* Periodic axes bring everybody back into [min, max), open ones let go. */
static void edges_of_other_types(void **state) {
  (void)state;
  lg_world_def def = small_def(2);
  memset(def.gravity, 0, sizeof def.gravity);
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  def.edges[1][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  if (!lg_set_solver(w, "particles", LG_NO_ARGS)) fail_msg("%s", lg_error(w));
  put(w, 1.9, 0, 0, 12, 0, 0);
  put(w, -1.9, 0, 0, -12, 0, 0);
  put(w, 0, 1.9, 0, 0, 12, 0);
  step(w, DT);
  assert_near(x_of(w, 0, 0), -1.9, 1e-5);
  assert_near(x_of(w, 0, 1), 1.9, 1e-5);
  assert_near(x_of(w, 1, 2), 2.1, 1e-5);
  step(w, DT);
  assert_int_equal(lg_world_count(w), 2);
  assert_int_equal(lg_world_stats(w)->culled, 1);
  lg_world_free(w);
}

/* NaN and infinity end the step, and the guard gets to see them. */
static void no_number_no_hang(void **state) {
  (void)state;
  lg_world *w = hall(3, 9.81, 0.5, 0.1, 1);
  furnish(w);
  scatter(w, 1500, 5);
  step(w, DT);
  lg_view v = lg_column_edit(w, "velocity");
  v.c[0][0] = (float)NAN;
  v.c[1][1] = HUGE_VALF;
  v.c[2][2] = 1e30f;
  size_t before = lg_world_count(w);
  step(w, DT);
  assert_int_equal(lg_world_count(w) + lg_world_stats(w)->guarded, before);
  assert_in_range(lg_world_stats(w)->guarded, 2, 3);
  nobody_is_inside(w, 0.025);
  lg_world_free(w);
}

/* After the first step no memory is asked for. */
static void steady_memory(void **state) {
  (void)state;
  lg_world *w = hall(3, 9.81, 0.5, 0.1, 2);
  furnish(w);
  scatter(w, 1000, 5);
  for (int i = 0; i < 3; i++) step(w, DT);
  size_t calls = w->mem.calls;
  for (int i = 0; i < 5; i++) step(w, DT);
  assert_int_equal(w->mem.calls, calls);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_ends_inside),
                                     cmocka_unit_test(threads_change_nothing),
                                     cmocka_unit_test(the_covered_are_pushed_out),
                                     cmocka_unit_test(the_squeezed_are_taken_out),
                                     cmocka_unit_test(contacts_of_sph),
                                     cmocka_unit_test(fluids_touch_later),
                                     cmocka_unit_test(edges_of_other_types),
                                     cmocka_unit_test(no_number_no_hang),
                                     cmocka_unit_test(steady_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
