/* emitter.sink: who vanishes, against geometry; the books; who stays keeps its bits; emitters after
   a sink see what is left. */
#include "kinds.h"

static lg_id ball(lg_world *w, double radius) {
  return must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", radius))));
}

static void scatter(lg_world *w, int n) {
  for (int i = 0; i < n; i++) {
    static const double step_of[3] = {0.7548776662, 0.5698402910, 0.4301597090};
    float x[3] = {0, 0, 0}, v[3] = {(float)i, 0.5f, -1};
    for (int k = 0; k < lg_world_dim(w); k++)
      x[k] = (float)(3 * fmod(0.5 + (i + 1) * step_of[k], 1) - 1.5);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
}

static bool within(const float x[3], int dim, double radius) {
  double r2 = 0;
  for (int k = 0; k < dim; k++) r2 += (double)x[k] * (double)x[k];
  return r2 < radius * radius;
}

/* A ball of a sink takes exactly the particles inside it; the others keep position, velocity and
   id; the books are right. */
static void takes_what_is_inside(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int64_t threads = 1; threads <= 3; threads += 2) {
      lg_world_def def = space_def(dim, -2, 2, 0.1);
      def.threads = threads;
      lg_world *w = space_of(def);
      scatter(w, 3000);
      lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
      static float before[3000][6];
      bool gone[3000];
      size_t expected = 0;
      for (size_t i = 0; i < 3000; i++) {
        for (int k = 0; k < dim; k++) {
          before[i][k] = x.c[k][i];
          before[i][3 + k] = v.c[k][i];
        }
        gone[i] = within(before[i], dim, 0.8);
        expected += gone[i];
      }
      assert_true(expected > 50);
      must(w, lg_add(w, "emitter.sink", LG_ARGS(lg_ref("shape", ball(w, 0.8)))));
      step(w, 1e-9);
      assert_int_equal(lg_world_stats(w)->removed, expected);
      assert_int_equal(lg_world_count(w), 3000 - expected);
      v = lg_column(w, "velocity");
      for (int64_t id = 0; id < 3000; id++) {
        int64_t at = lg_particle_find(w, id);
        assert_int_equal(at < 0, gone[id]);
        if (at >= 0) assert_near(v.c[1][at], before[id][4], 0);
        if (at >= 0) assert_near(v.c[0][at], before[id][3], 0);
      }
      lg_world_free(w);
    }
}

/* Off it takes nothing; on again it does; and what it took is not taken twice. */
static void on_and_off(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  scatter(w, 500);
  lg_id id = must(w, lg_add(w, "emitter.sink",
                            LG_ARGS(lg_ref("shape", ball(w, 0.5)), lg_bool("enabled", false))));
  step(w, 1e-9);
  assert_int_equal(lg_world_count(w), 500);
  assert_true(lg_set(w, id, LG_ARGS(lg_bool("enabled", true))));
  step(w, 1e-9);
  size_t left = lg_world_count(w);
  assert_true(left < 480);
  step(w, 1e-9);
  assert_int_equal(lg_world_count(w), left);
  assert_int_equal(lg_world_stats(w)->removed, 500 - left);
  lg_world_free(w);
}

/* One inlet, one sink across its jet: after the jet has arrived as many vanish as come, and all are
   accounted for. */
static void what_comes_goes(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.05);
  must(w, lg_add(w, "emitter.inlet",
                 LG_ARGS(lg_vec2("center", -1.5, 0), lg_num("width", 0.4), lg_num("speed", 3))));
  lg_id gate =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, -1), lg_vec2("max", 0.3, 1))));
  must(w, lg_add(w, "emitter.sink", LG_ARGS(lg_ref("shape", gate))));
  for (int i = 0; i < 120; i++) step(w, 1 / 60.0);
  const lg_stats *s = lg_world_stats(w);
  assert_int_equal(s->emitted, s->particles + s->removed);
  /* 1.5 m of jet, 8 a layer; a step carries a layer */
  assert_near((double)s->particles, 8 * 1.5 / 0.05, 8 * 2);
  assert_near((double)s->removed, 8 * (3 * 119 / 60.0 - 1.5) / 0.05, 8 * 2);
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) assert_true(x.c[0][i] < 0.06f);
  lg_world_free(w);
}

/* An emitter that comes after the sink in one sub-step finds the room that the sink made, and one
   before it does not. */
static void room_is_free_at_once(void **state) {
  (void)state;
  for (int first = 0; first < 2; first++) {
    lg_world *w = space(2, -2, 2, 0.1);
    lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, 0.5)))),
          spot = ball(w, 1.5);
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
    step(w, 1e-9);
    assert_int_equal(lg_world_count(w), 25);
    if (first) must(w, lg_add(w, "emitter.sink", LG_ARGS(lg_ref("shape", spot))));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
    if (!first) must(w, lg_add(w, "emitter.sink", LG_ARGS(lg_ref("shape", spot))));
    step(w, 1e-9);
    assert_int_equal(lg_world_count(w), first ? 25 : 0);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_what_is_inside), cmocka_unit_test(on_and_off),
      cmocka_unit_test(what_comes_goes), cmocka_unit_test(room_is_free_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
