/* The exchange of solvers: checked at once, in force from the next step on, particles untouched. */
#include "core/small.h"

static const char *kind_name(const lg_world *w) { return lg_kind_of(w, lg_solver_id(w))->name; }

static double number(const lg_world *w, lg_id id, const char *name) {
  lg_arg a;
  if (!lg_get(w, id, name, &a)) fail_msg("%s cannot be read", name);
  return a.v[0];
}

static void some_particles(lg_world *w, int n) {
  for (int i = 0; i < n; i++) {
    float x[3] = {0.01f * (float)i - 1, 0.1f, 0}, v[3] = {0, 0.001f * (float)i, 0};
    assert_int_equal(lg_particle_add(w, x, v), i);
  }
}

/* The pending solver answers for the solver's id, the one in force goes on until the next step; the
   old id is dead. */
static void a_solver_is_pending_until_the_step(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id first = lg_solver_id(w);
  assert_string_equal(kind_name(w), "particles");
  assert_true(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", 0.05))));
  lg_id second = lg_solver_id(w);
  assert_int_not_equal(first, second);
  assert_false(lg_alive(w, first));
  assert_string_equal(kind_name(w), "wcsph");
  assert_string_equal(lg_world_solver_kind(w)->name, "particles");
  assert_true(number(w, second, "viscosity") == 0.05);
  assert_true(lg_set(w, second, LG_ARGS(lg_num("viscosity", 2))));
  assert_true(lg_objects_apply_solver(w));
  assert_int_equal(lg_solver_id(w), second);
  assert_string_equal(lg_world_solver_kind(w)->name, "wcsph");
  assert_true(number(w, second, "viscosity") == 2 &&
              ((const lg_material *)lg_world_solver_self(w))->viscosity == 2);
  assert_true(lg_set_solver(w, "solver.particles", LG_NO_ARGS)); /* the full name will do */
  /* nobody steps in between: the last one counts */
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  assert_true(lg_objects_apply_solver(w));
  assert_true(number(w, lg_solver_id(w), "viscosity") == 0);
  assert_string_equal(lg_name(w, lg_solver_id(w)), "solver");
  lg_world_free(w);
}

/* Position, velocity, mass, id, material, age and user columns keep their bits; solver columns
   come, start at 0, and go. */
static void columns_change_hands(void **state) {
  (void)state;
  static const char *const stay[] = {"position", "velocity", "mass", "age",
                                     "id",       "material", "heat"};
  lg_world *w = small_world(2);
  assert_true(lg_column_add(w, "heat", 2));
  some_particles(w, 100);
  lg_view heat = lg_column_edit(w, "heat");
  for (size_t i = 0; i < heat.n; i++) heat.c[1][i] = 0.3f * (float)i;
  uint64_t hash = lg_world_hash(w), stamp = lg_world_stamp(w);
  assert_int_equal(lg_column(w, "pressure").components, 0);
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS) && lg_objects_apply_solver(w));
  assert_true(lg_world_stamp(w) > stamp); /* views are stale */
  lg_view p = lg_column(w, "pressure");
  assert_int_equal(p.n, 100);
  for (size_t i = 0; i < p.n; i++) assert_true(p.c[0][i] == 0);
  lg_column_edit(w, "pressure").c[0][3] = 5;
  assert_true(lg_set_solver(w, "particles", LG_NO_ARGS) && lg_objects_apply_solver(w));
  assert_int_equal(lg_column(w, "pressure").components, 0);
  assert_true(lg_world_hash(w) == hash);
  for (size_t c = 0; c < sizeof stay / sizeof *stay; c++)
    assert_int_equal(lg_column(w, stay[c]).n, 100);
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS) && lg_objects_apply_solver(w));
  assert_true(lg_column(w, "pressure").c[0][3] == 0);
  lg_world_free(w);
}

/* A bad request changes neither the solver in force nor the one that waits. */
static void bad_solvers_are_refused(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  assert_true(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", 1))));
  lg_id id = lg_solver_id(w);
  assert_false(lg_set_solver(w, "wcsp", LG_NO_ARGS));
  assert_string_equal(lg_error(w), "unknown solver 'wcsp' (did you mean 'wcsph'?)");
  assert_false(lg_set_solver(w, NULL, LG_NO_ARGS));
  assert_false(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscocity", 1))));
  assert_string_equal(lg_error(w), "wcsph: unknown option 'viscocity' (did you mean 'viscosity'?)");
  assert_false(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", -1))));
  assert_string_equal(lg_error(w), "wcsph: viscosity = -1 Pa s is below its least value 0 Pa s");
  assert_false(lg_set_solver(w, "wcsph", LG_ARGS(lg_text("viscosity", "much"))));
  assert_string_equal(lg_error(w), "wcsph: option 'viscosity' must be a number, got text");
  assert_false(lg_set_solver(w, "wcsph", LG_ARGS(lg_text("name", "sph"))));
  assert_false(lg_set(w, id, LG_ARGS(lg_num("viscosity", 3), lg_num("density", 0))));
  assert_string_equal(lg_error(w), "wcsph: density = 0 kg/m3 must be greater than 0");
  assert_int_equal(lg_solver_id(w), id);
  assert_true(number(w, id, "viscosity") == 1);
  lg_world_free(w);
}

/* A user column and a solver's column of one name would be one: whoever comes second is refused. */
static void columns_do_not_collide(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  assert_true(lg_column_add(w, "pressure", 1));
  assert_false(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  assert_string_equal(
      lg_error(w),
      "wcsph: its column 'pressure' is already a column of this world's own; rename that one");
  lg_world_free(w);
  w = small_world(2);
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  assert_false(lg_column_add(w, "pressure", 1));
  assert_string_equal(lg_error(w),
                      "column 'pressure' is one of the solver wcsph; choose another name");
  char name[] = "c00";
  int added = 0;
  for (int i = 0; i < 100; i++) {
    name[1] = (char)('0' + i / 10);
    name[2] = (char)('0' + i % 10);
    added += lg_column_add(w, name, 1);
  }
  assert_in_range(added, 10, LG_COLUMNS_MAX - 1);
  assert_true(lg_objects_apply_solver(w)); /* there was room kept for the solver's */
  assert_int_equal(lg_column_count(w), LG_COLUMNS_MAX);
  lg_world_free(w);
}

/* rest density x spacing^dim, of the solver that will be there at the next step. */
static void mass_is_of_the_solver_to_come(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  assert_float_equal((double)lg_world_particle_mass(w), 1000 * 0.01, 1e-5);
  assert_true(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("density", 500))));
  assert_float_equal((double)lg_world_particle_mass(w), 500 * 0.01, 1e-5);
  some_particles(w, 1);
  assert_float_equal((double)lg_column(w, "mass").c[0][0], 5, 1e-5);
  lg_world_free(w);
  w = small_world(3);
  assert_float_equal((double)lg_world_particle_mass(w), 1000 * 0.001, 1e-5);
  lg_world_free(w);
}

/* No memory for the new columns: refused, still pending, and applied when there is memory again. */
static void failing_memory_leaves_it_pending(void **state) {
  (void)state;
  purse account = {.left = -1};
  lg_world_def def = small_def(2);
  def.alloc = purse_realloc;
  def.alloc_user = &account;
  lg_world *w = lg_world_new(&def);
  some_particles(w, 50);
  account.left = 0;
  assert_false(lg_set_solver(w, "wcsph", LG_NO_ARGS)); /* no memory for its struct */
  assert_string_equal(lg_world_solver_kind(w)->name, "particles");
  assert_string_equal(kind_name(w), "particles");
  account.left = -1;
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  for (long grant = 0; grant < 6; grant++) { /* three columns need six arrays, for they ride */
    account.left = grant;
    assert_false(lg_objects_apply_solver(w));
    assert_non_null(strstr(lg_error(w), "out of memory"));
    assert_string_equal(lg_world_solver_kind(w)->name, "particles");
    assert_int_equal(account.held, w->mem.held);
  }
  account.left = -1;
  assert_true(lg_objects_apply_solver(w));
  assert_int_equal(lg_column(w, "pressure").n, 50);
  lg_world_free(w);
  assert_int_equal(account.held, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_solver_is_pending_until_the_step),
      cmocka_unit_test(columns_change_hands),
      cmocka_unit_test(bad_solvers_are_refused),
      cmocka_unit_test(columns_do_not_collide),
      cmocka_unit_test(mass_is_of_the_solver_to_come),
      cmocka_unit_test(failing_memory_leaves_it_pending),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
