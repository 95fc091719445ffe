/* A lid on the upper edge of a full box whose walls do not slip drives it: 32 x 32 particles at Re
   100, at defaults, against Ghia, Ghia & Shin (cavity.h). United as if perpendicular, edge and lid
   drove it half as fast (RMS 0.15 to 0.18), and pcisph was refused. long_cavity.c has 64 x 64. */
#include "cavity.h"

static void lids_drive(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    double most;
  } all[] = {{"wcsph", 0.03}, {"dfsph", 0.05}, {"pcisph", 0.05}, {"pbf", 0.07}, {"apic", 0.03}};
  for (int i = 0; i < 5; i++) assert_true(cavity_run(all[i].solver, 100, 32, 8) <= all[i].most);
}

static double given(const lg_world *w, const char *name) {
  lg_entry entry[LG_LEDGER_ENTRIES];
  int n = lg_ledger_entries(w, LG_ENERGY, entry, LG_LEDGER_ENTRIES);
  for (int i = 0; i < n; i++)
    if (strcmp(entry[i].name, name) == 0) return entry[i].value[0];
  fail();
  return 0;
}

/* Where viscosity holds the fluid at walls, what touches them loses no more than its way into them:
   contacts that stopped it took a fifth (wcsph) to a third (pbf) of what the lid gives. */
static void contacts_take_little(void **state) {
  (void)state;
  static const char *const all[] = {"wcsph", "dfsph", "pcisph", "pbf"};
  for (int i = 0; i < 4; i++) {
    lg_world *w = cavity_full(all[i], 400, 32);
    lg_ledger_open(w, true);
    while (lg_world_time(w) < 2) step(w, 0.05);
    const double lid = given(w, "solids"), lost = -given(w, "walls");
    print_message("%s: the lid gives %.0f J, contacts take %.1f J\n", all[i], lid, lost);
    assert_true(lid > 0 && lost >= 0 && lost < 0.05 * lid);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lids_drive),
                                     cmocka_unit_test(contacts_take_little)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
