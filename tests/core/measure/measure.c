/* The list of measures, requests that are refused, and gauges in a frame. */
#include "core/hall.h"

static void every_measure_describes_itself(void **state) {
  (void)state;
  assert_true(lg_measure_count() > 10);
  assert_null(lg_measure_at(-1));
  assert_null(lg_measure_at(lg_measure_count()));
  for (int i = 0; i < lg_measure_count(); i++) {
    const lg_kind *k = lg_measure_at(i);
    assert_ptr_equal(lg_measure_find(k->name), k);
    assert_true(strlen(k->doc) > 10);
    for (const lg_param *p = k->params; p->name; p++) assert_true(strlen(p->doc) > 4 && p->unit);
  }
}

/* Whatever is measured of fluid, in 2-D and 3-D, is a finite number, at once and as a gauge, and
   both are the same. */
static void gauges_read_what_is_measured(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 2);
    if (!lg_set_solver(w, "wcsph", LG_NO_ARGS)) fail_msg("%s", lg_error(w));
    for (int i = 0; i < 216; i++)
      put(w, -1.9 + 0.05 * (i % 6), -1.9 + 0.05 * (i / 6 % 6), -1.9 + 0.05 * (i / 36), 0.5, 0, 0);
    lg_id shape = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.1))),
          ball = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape)));
    lg_arg where = at("at", dim, -1.8, -1.8, -1.8), center = at("center", dim, -1.6, -1.8, -1.8);
    for (int i = 0; i < lg_measure_count(); i++) {
      const lg_kind *k = lg_measure_at(i);
      const lg_arg *args = lg_param_find(k, "at")         ? LG_ARGS(where)
                           : lg_param_find(k, "center")   ? LG_ARGS(center, lg_num("radius", 0.3))
                           : lg_param_find(k, "collider") ? LG_ARGS(lg_ref("collider", ball))
                                                          : LG_NO_ARGS;
      if (!lg_gauge_add(w, k->name[0] == 'e' ? "total" : k->name, k->name, args) &&
          !strstr(lg_error(w), "statistics"))
        fail_msg("%s", lg_error(w));
    }
    /* before the first frame */
    for (int i = 0; i < lg_gauge_count(w); i++) assert_true(isnan(lg_gauge_at(w, i).value[0]));
    step(w, 1e-3);
    int taken = 0;
    for (int i = 0; i < lg_gauge_count(w); i++) {
      lg_gauge g = lg_gauge_at(w, i);
      const lg_arg *args = lg_param_find(lg_measure_find(g.measure), "at") ? LG_ARGS(where)
                                                                           : LG_NO_ARGS;
      double now[3];
      for (int k = 0; k < g.components; k++)
        if (!isfinite(g.value[k])) fail_msg("%s in %d-D is no number", g.measure, dim);
      if (strstr(g.measure, "flux") || lg_param_find(lg_measure_find(g.measure), "collider"))
        continue;
      assert_int_equal(lg_measure(w, g.measure, args, now), g.components);
      assert_memory_equal(now, g.value, (size_t)g.components * sizeof *now);
      assert_true(strlen(g.unit) > 0);
      taken++;
    }
    assert_true(taken > 10);
    lg_world_free(w);
  }
}

static void refused(lg_world *w, bool done, const char *sentence) {
  if (done) fail_msg("it was not refused: %s", sentence);
  if (strncmp(lg_error(w), sentence, strlen(sentence)) != 0) fail_msg("it says: %s", lg_error(w));
}

static void bad_requests_say_why(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0, 1);
  double v[3];
  refused(w, lg_measure(w, "frnt", LG_NO_ARGS, v),
          "measure: there is no measure 'frnt' (did you mean 'front'?)");
  refused(w, lg_measure(w, NULL, LG_NO_ARGS, v), "measure: there is no measure ''");
  refused(w, lg_measure(w, "front", LG_ARGS(lg_num("layr", 2)), v),
          "front: unknown option 'layr' (did you mean 'layer'?)");
  refused(w, lg_measure(w, "front", LG_ARGS(lg_vec2("direction", 0, 0)), v),
          "front: direction must not be 0");
  refused(w, lg_measure(w, "pressure", LG_NO_ARGS, v), "pressure: at is required");
  refused(w, lg_measure(w, "pressure", LG_ARGS(lg_vec3("at", 0, 0, 0)), v),
          "pressure: option 'at' must be 2 numbers");
  refused(w, lg_measure(w, "pressure", LG_ARGS(lg_vec2("at", 0, 0)), v),
          "pressure: there is no column 'pressure' yet");
  const lg_arg *disc = LG_ARGS(lg_vec2("center", 0, 0), lg_num("radius", 1));
  refused(w, lg_measure(w, "flux", disc, v),
          "flux: is counted while a frame runs; make it a gauge");
  refused(w, lg_gauge_add(w, "a b", "front", LG_NO_ARGS), "gauge: ");
  refused(w, lg_gauge_add(w, "a,b", "front", LG_NO_ARGS), "gauge: the name 'a,b' has a comma");
  refused(w, lg_gauge_add(w, "max_speed", "front", LG_NO_ARGS),
          "gauge: 'max_speed' is one of the statistics");
  assert_true(lg_gauge_add(w, "tip", "front", LG_NO_ARGS));
  refused(w, lg_gauge_add(w, "tip", "mass", LG_NO_ARGS), "gauge: there is a gauge 'tip' already");
  assert_int_equal(lg_gauge_count(w), 1);
  refused(w, lg_gauge_remove(w, "top"), "gauge: there is no gauge 'top'");
  assert_true(lg_gauge_remove(w, "tip"));
  assert_int_equal(lg_gauge_count(w), 0);
  assert_null(lg_gauge_at(w, 0).name);
  assert_int_equal(lg_measure(NULL, "front", LG_NO_ARGS, v), 0);
  lg_world_free(w);
}

/* A lattice of balls flies at 1 m/s through a window 0.4 m wide: 8 rows of it, 1 / 0.05 balls of
   each a second. The frames' counts add up to the balls on the other side, whatever the sub-steps;
   a second window across half the way counts half of it, and one that looks back counts the same
   with the other sign. */
static void flux_counts_what_passes(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0, 2);
    for (int i = 0; i < 20 * 20; i++)
      put(w, -1.975 + 0.05 * (i % 20), -0.475 + 0.05 * (i / 20), 0.025, 1, 0, 0);
    lg_arg center = at("center", dim, 0, 0, 0.025), back = at("normal", dim, -5, 0, 0);
    assert_true(lg_gauge_add(w, "count", "particle_flux", LG_ARGS(center, lg_num("radius", 0.2))));
    assert_true(lg_gauge_add(w, "volume", "flux", LG_ARGS(center, lg_num("radius", 0.2), back)));
    double count = 0, volume = 0, most = 0, dt = 0.0171;
    for (int frame = 0; frame < 100; frame++) {
      step(w, dt);
      count += lg_gauge_at(w, 0).value[0] * dt;
      volume += lg_gauge_at(w, 1).value[0] * dt;
      most = fmax(most, lg_gauge_at(w, 0).value[0]);
    }
    lg_view x = lg_column(w, "position");
    int passed = 0;
    for (size_t i = 0; i < x.n; i++) passed += x.c[0][i] > 0 && fabsf(x.c[1][i]) <= 0.2f;
    assert_true(passed > 100);
    assert_near(count, passed, 1e-9);
    assert_near(volume, -passed * pow(0.05, dim), 1e-6 * passed * pow(0.05, dim));
    assert_near(most, 8 / dt, 1e-6);
    lg_world_free(w);
  }
}

/* Measuring changes nothing, and costs no memory after the first frames. */
static void measuring_leaves_no_trace(void **state) {
  (void)state;
  uint64_t hash[2];
  for (int with = 0; with < 2; with++) {
    purse p = {.left = -1};
    lg_world *w = purse_world(2, &p);
    assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
    for (int i = 0; i < 200; i++) put(w, -1.9 + 0.1 * (i % 20), -1.9 + 0.1 * (i / 20), 0, 0, 0, 0);
    if (with) {
      assert_true(lg_gauge_add(w, "tip", "front", LG_NO_ARGS) &&
                  lg_gauge_add(w, "e", "energy", LG_NO_ARGS));
      assert_true(
          lg_gauge_add(w, "q", "flux", LG_ARGS(lg_vec2("center", 0, -1.9), lg_num("radius", 1))));
      assert_true(lg_gauge_add(w, "h", "level", LG_ARGS(lg_vec2("at", -1, 0))));
    }
    for (int i = 0; i < 5; i++) step(w, DT);
    long before = p.granted;
    for (int i = 0; i < 10; i++) step(w, DT);
    if (with) assert_int_equal(p.granted, before);
    hash[with] = lg_world_hash(w);
    lg_world_free(w);
    assert_int_equal(p.held, 0);
  }
  assert_true(hash[0] == hash[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_measure_describes_itself),
      cmocka_unit_test(gauges_read_what_is_measured), cmocka_unit_test(bad_requests_say_why),
      cmocka_unit_test(flux_counts_what_passes), cmocka_unit_test(measuring_leaves_no_trace)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
