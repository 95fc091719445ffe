/* Water at rest under every SPH solver as it comes, 2-D: still.h says what is true; deeper tanks
   and 3-D: long_still.c. */
#include "physics/still.h"

/* of these widths 21 and 36 leave pairs at the surface, if nobody parts them */
static const int wide[3] = {21, 30, 36};

static void dfsph_rests(void **state) {
  (void)state;
  still_tanks("dfsph", wide);
}

static void pcisph_rests(void **state) {
  (void)state;
  still_tanks("pcisph", wide);
}

static void pbf_rests(void **state) {
  (void)state;
  still_tanks("pbf", wide);
}

static void wcsph_rests(void **state) {
  (void)state;
  still_tanks("wcsph", wide);
}

/* Water that is filled in, 100 layers of it, rests from the first frame on: it carries its weight
   in the second one, and nobody moves as if something had given way, at the walls or elsewhere. */
static void rests_at_once(const char *solver) {
  enum { LAYERS = 100, WIDE = 30 };
  const float side = WIDE * 0.01f, fill[3] = {side, 1, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, side, 1.4f), 0.01f, solver, LG_NO_ARGS, fill);
  double worst2 = 0, speed = 0;
  for (int f = 0; f < 20; f++) {
    step(w, 1 / 60.0);
    speed = fmax(speed, lg_world_stats(w)->max_speed / sqrt(9.81));
    if (f == 0) continue;
    heights now = {0};
    add_heights(&now, w, 0.02);
    worst2 = fmax(worst2, wrong2(&now, LAYERS / 2));
  }

  print_message("%s, the first 20 frames: pressure off by %.4f at most, fastest %.4f sqrt(g H)\n",
                solver, sqrt(worst2), speed);
  assert_true(sqrt(worst2) < 0.02 && speed < 0.01);
  lg_world_free(w);
}

static void water_rests_at_once(void **state) {
  (void)state;
  rests_at_once("dfsph");
  rests_at_once("pcisph");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_rests), cmocka_unit_test(pcisph_rests),
                                     cmocka_unit_test(pbf_rests), cmocka_unit_test(wcsph_rests),
                                     cmocka_unit_test(water_rests_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
