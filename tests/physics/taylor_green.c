/* The decay of Taylor-Green vortices on 50 x 50 particles, by the slope of ln KE (vortices.h);
   under flip on 100 x 100, at its defaults, on the lattice and off it. Without viscosity flip keeps
   95 % of the energy for a second, which is 1.3 turns of a vortex (issue: FLIP as in the
   literature); a step of projection and advection alone kept 81 %. */
#include "vortices.h"

/* Without shifting the lattice tears into strings of particles along the flow, and the slope is
   wrong by a third. */
static void wcsph_decays(void **state) {
  (void)state;
  decays("wcsph", LG_ARGS(lg_num("alpha", 0)), 50, 0, 0.05);
  decays("wcsph", LG_ARGS(lg_num("alpha", 0), lg_num("shifting", 0)), 50, 0.1, 1);
}

/* These report theirs; bounds are lax. */
static void dfsph_decays(void **state) {
  (void)state;
  decays("dfsph", LG_ARGS(lg_num("xsph", 0), lg_num("shifting", 1)), 50, 0, 0.1);
}
static void pcisph_decays(void **state) {
  (void)state;
  decays("pcisph", LG_ARGS(lg_num("xsph", 0), lg_num("shifting", 1)), 50, 0, 0.1);
}
static void pbf_decays(void **state) {
  (void)state;
  decays("pbf", LG_ARGS(lg_num("xsph", 0), lg_num("shifting", 1), lg_num("corr_k", 0)), 50, 0, 0.2);
}

/* Which burst to 44 times the energy (dfsph) or were refused (pcisph). */
static void decay_as_they_come(void **state) {
  (void)state;
  decays_as_it_comes("dfsph", 50, 0.07);
  decays_as_it_comes("pcisph", 50, 0.07);
}

static void flip_decays(void **state) {
  (void)state;
  static const char *const transfers[] = {"flip", "apic"};
  for (int i = 0; i < 2 * 2; i++) {
    const lg_arg args[] = {lg_num("viscosity", NU * RHO), lg_text("transfer", transfers[i / 2]),
                           lg_end()};
    slope_is(transfers[i / 2], vortices("flip", args, 100, i % 2 ? 0.5 : 0), 0, 0.03);
  }
}

/* What pic's way over the grid diffuses is part of the viscosity: all of it beside that made the
   vortices decay more than twice as fast. In a finer grid, where it is less than is asked for. */
static void pic_counts_what_it_diffuses(void **state) {
  (void)state;
  slope_is("pic",
           vortices("flip", LG_ARGS(lg_num("viscosity", NU * RHO), lg_text("transfer", "pic")), 200,
                    0.5),
           0, 0.05);
}

static void flip_keeps_energy(void **state) {
  (void)state;
  static const char *const transfers[] = {"flip", "apic"};
  for (int i = 0; i < 2; i++) {
    lg_world *w = vortices("flip", LG_ARGS(lg_text("transfer", transfers[i])), 100, 0.5);
    const double before = kinetic(w);
    while (lg_world_time(w) < 1) step(w, 0.01);
    const double kept = kinetic(w) / before;
    print_message("%s without viscosity: %.3f of the kinetic energy kept\n", transfers[i], kept);
    assert_true(kept >= 0.95 && kept < 1);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_decays),
                                     cmocka_unit_test(dfsph_decays),
                                     cmocka_unit_test(pcisph_decays),
                                     cmocka_unit_test(pbf_decays),
                                     cmocka_unit_test(decay_as_they_come),
                                     cmocka_unit_test(flip_decays),
                                     cmocka_unit_test(pic_counts_what_it_diffuses),
                                     cmocka_unit_test(flip_keeps_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
