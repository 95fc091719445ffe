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

/* A ramp that ends in the floor: united as if perpendicular, or by one that fades into the other,
   the two push water round and round, at 2 m/s beside a ramp of 6 degrees. A plate has water behind
   it, too, in a wedge that it closes. thick: spacings; 0: all below is solid. */
static void rests_on_a_ramp(const char *solver, double slope, double thick) {
  const float spacing = 0.04f, fill[3] = {2, 0.8f, 0};
  const double half = 0.5 * thick * (double)spacing, length = sqrt(1 + slope * slope);
  const double low[2] = {-half * slope / length, 0.1 - half / length}; /* below (0, 0.1) */
  lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1.2f), spacing, solver, LG_NO_ARGS, fill);
  lg_id ramp = thick > 0 ? lg_add(w, "shape.cylinder",
                                  LG_ARGS(lg_vec2("a", low[0] - 1, low[1] + slope),
                                          lg_vec2("b", low[0] + 4, low[1] - 4 * slope),
                                          lg_num("radius", half)))
                         : lg_add(w, "shape.plane",
                                  LG_ARGS(lg_vec2("point", 0, 0.1), lg_vec2("normal", slope, 1)));
  assert_true(ramp && lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ramp))));

  double speed = 0;
  for (int f = 0; f < 120; f++) {
    step(w, 1 / 60.0);
    if (f >= 110) speed = fmax(speed, lg_world_stats(w)->max_speed);
  }
  print_message("%s over a ramp of %g, %g spacings: %.3f m/s after 2 s\n", solver, slope, thick,
                speed);
  assert_true(speed < 0.2);
  lg_world_free(w);
}

static void water_rests_on_ramps(void **state) {
  (void)state;
  static const char *const all[] = {"dfsph", "pcisph", "wcsph", "pbf"};
  const double slopes[] = {0.05, 0.1, 0.3, 0.45};
  for (int i = 0; i < 4; i++) {
    for (int s = 0; s < 4; s++) rests_on_a_ramp(all[i], slopes[s], 0);
    rests_on_a_ramp(all[i], 0.3, 1);
    rests_on_a_ramp(all[i], 0.45, 2);
  }
}

/* A pool over a ramp whose wedge sets off a wave of a few hundredths of a cell as it is filled:
   FLIP and APIC, which dissipate next to nothing, carried it on for minutes, with 0.007 to 0.08 m/s
   after 30 s. */
static void low_waves_come_to_rest(void **state) {
  (void)state;
  static const struct {
    const char *transfer;
    float spacing;
    double slope, foot; /* m, from the left */
    int layers;
  } pool[] = {{"apic", 0.025f, -0.67, 0.81, 10},
              {"apic", 0.03f, -1.03, 0.77, 8},
              {"flip", 0.02f, 0.47, 0.47, 10},
              {"flip", 0.025f, -0.76, 0.53, 15}};
  for (int i = 0; i < 4; i++) {
    const float fill[3] = {1.2f, (float)pool[i].layers * pool[i].spacing, 0};
    lg_world *w = filled_world(lg_bounds2(0, 0, 1.2f, 0.9f), pool[i].spacing, "flip",
                               LG_ARGS(lg_text("transfer", pool[i].transfer)), fill);
    lg_id plane =
        lg_add(w, "shape.plane",
               LG_ARGS(lg_vec2("point", pool[i].foot, 0), lg_vec2("normal", -pool[i].slope, 1)));
    assert_true(plane && lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))));
    for (int f = 0; f < 1800; f++) step(w, 1 / 60.0);

    double energy[3], mass[3];
    lg_measure(w, "kinetic_energy", LG_NO_ARGS, energy);
    lg_measure(w, "mass", LG_NO_ARGS, mass);
    const double rms = sqrt(2 * energy[0] / mass[0]);
    print_message("%s over a ramp of %g: %.5f m/s after 30 s\n", pool[i].transfer, pool[i].slope,
                  rms);
    assert_true(rms < 1e-3);
    lg_world_free(w);
  }
}

/* A wedge of a few layers under a ceiling that slopes down to the floor, filled with more than
   fits: its pressure fed itself from iteration to iteration, up to 37 m/s within 8 frames. From its
   surface water falls with 4 m/s. */
static void wedges_do_not_burst(void **state) {
  (void)state;
  static const char *const ceiling[] = {"0.6 1.4, 0.6 0.2, 2.6 0, 2.6 1.4",
                                        "0.6 1.4, 0.6 0.14, 2.6 -0.06, 2.6 1.4"};
  const float fill[3] = {2, 0.8f, 0};
  for (int i = 0; i < 2; i++) {
    lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1.2f), 0.04f, "dfsph", LG_NO_ARGS, fill);
    lg_id shape = lg_add(w, "shape.polygon", LG_ARGS(lg_text("points", ceiling[i])));
    assert_true(shape && lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape))));
    double speed = 0;
    for (int f = 0; f < 8; f++) {
      step(w, 1 / 60.0);
      speed = fmax(speed, lg_world_stats(w)->max_speed);
    }
    print_message("a wedge from %s: %.1f m/s at most\n", ceiling[i], speed);
    assert_true(speed < 6);
    lg_world_free(w);
  }
}

/* Under a plate from wall to wall four layers of water are sealed in the room of 3.5, or eight in
   that of 7.5: pressure that was asked for room went on to 15 m/s (dfsph, pcisph), or 10 km/s
   (pbf). The water above rests, too. */
static void sealed_water_rests(void **state) {
  (void)state;
  static const char *const all[] = {"dfsph", "pcisph", "wcsph", "pbf"};
  const float fill[3] = {2, 0.8f, 0};
  for (int i = 0; i < 2 * 4; i++) {
    const bool deep = i >= 4;
    const double height = deep ? 0.3 : 0.14, thick = deep ? 0.08 : 0.04;
    lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1.2f), 0.04f, all[i % 4], LG_NO_ARGS, fill);
    lg_id plate = lg_add(w, "shape.box",
                         LG_ARGS(lg_vec2("min", -1, height), lg_vec2("max", 3, height + thick)));
    assert_true(plate && lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plate))));

    /* at first the plate's place is filled up */
    double speed = 0, most = 0;
    for (int f = 0; f < 120; f++) {
      step(w, 1 / 60.0);
      most = fmax(most, lg_world_stats(w)->max_speed);
      if (f >= 110) speed = fmax(speed, lg_world_stats(w)->max_speed);
    }
    print_message("%s under a plate at %g m: %.3f m/s after 2 s, %.2f at most\n", all[i % 4],
                  height, speed, most);
    assert_true(speed < 0.3 && most < 4);
    lg_world_free(w);
  }
}

/* Root mean square speed, m/s, of flip's water under a wall that leans over it, from 8 s to 10 s;
   `face`: where that is at 0.2 m. */
static double stirred_under(const char *transfer, double angle, double face) {
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1.2f), 0.02f, "flip",
                             LG_ARGS(lg_text("transfer", transfer)), (const float[3]){1, 0.66f, 0});
  lg_id plane =
      lg_add(w, "shape.plane",
             LG_ARGS(lg_vec2("point", face, 0.2), lg_vec2("normal", -cos(angle), -sin(angle))));
  assert_true(plane && lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))));
  double energy = 0, mass[3];
  for (int f = 0; f < 600; f++) {
    step(w, 1 / 60.0);
    double now[3];
    assert_int_equal(lg_measure(w, "kinetic_energy", LG_NO_ARGS, now), 1);
    if (f >= 480) energy += now[0] / 120;
  }
  assert_int_equal(lg_measure(w, "mass", LG_NO_ARGS, mass), 1);
  lg_world_free(w);
  return sqrt(2 * energy / mass[0]);
}

/* There particles crowd in the row of cells below a surface that lacks them: lifted by what gives
   volume back, they sank elsewhere, and in twelve of these the water turned for ever, with up to
   0.02 m/s. */
static void water_rests_under_a_wall(void **state) {
  (void)state;
  static const char *const transfers[] = {"flip", "apic"};
  for (int i = 0; i < 24; i++) {
    const double angle = 0.55 + 0.05 * (i % 4), face = 0.5 + 0.06 * (i / 4 % 3),
                 rms = stirred_under(transfers[i / 12], angle, face);
    print_message("%s under a wall at %.2f, %.2f m: rms %.4f m/s\n", transfers[i / 12], angle, face,
                  rms);
    assert_true(rms < 0.005);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_rests),
                                     cmocka_unit_test(pcisph_rests),
                                     cmocka_unit_test(pbf_rests),
                                     cmocka_unit_test(wcsph_rests),
                                     cmocka_unit_test(water_rests_at_once),
                                     cmocka_unit_test(water_rests_on_ramps),
                                     cmocka_unit_test(low_waves_come_to_rest),
                                     cmocka_unit_test(water_rests_under_a_wall),
                                     cmocka_unit_test(wedges_do_not_burst),
                                     cmocka_unit_test(sealed_water_rests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
