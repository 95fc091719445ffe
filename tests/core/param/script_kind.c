/* Solvers that a C host writes: kinds of lg_script_kind, and worlds that have them. */
#include "core/base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/* Proves that the same wishes give the same kind, others another, with the rows, columns and
   numbers that were asked for behind those of solver.script; what cannot be is refused with a
   sentence. */
static void kinds_are_shared(void **unused) {
  (void)unused;
  lg_why why;
  char name[] = "push"; /* the host's text may go */
  lg_param params[] = {
      {.name = name, .type = LG_FLOAT, .def = {2, 2}, .min = 0, .max = 5, .unit = "m/s2"},
      {.name = "support", .type = LG_FLOAT, .def = {3, 3}, .min = 0, .max = 9},
      LG_ROWS_END};
  const lg_column_def columns[] = {{"heat", 1, "K", ""}, {NULL, 0, NULL, NULL}};
  const char *const state[] = {"count", NULL};
  const lg_kind *base = lg_kind_find("solver.script"), *kind, *other;
  assert_non_null(kind = lg_script_kind(params, columns, state, &why));
  assert_ptr_equal(lg_script_kind(params, columns, state, &why), kind);
  params[0].def[0] = params[0].def[1] = 3;
  assert_non_null(other = lg_script_kind(params, columns, state, &why));
  assert_ptr_not_equal(other, kind);
  memset(name, 'x', 4);

  assert_true(fabs(lg_param_find(kind, "push")->def[0] - 2) <= 0);
  assert_true(fabs(lg_param_find(other, "push")->def[0] - 3) <= 0);
  assert_true(fabs(lg_param_find(kind, "support")->def[1] - 3) <= 0);
  assert_true(lg_param_find(kind, "push")->offset >= base->size);
  assert_true(kind->size >= base->size + sizeof(float) + sizeof(double));
  assert_string_equal(kind->state[0].name, "count");
  assert_string_equal(kind->solver.columns[2].name, "heat");

  const lg_param wrong[][2] = {{{.name = "a b", .type = LG_FLOAT, .max = 1}, LG_ROWS_END},
                               {{.name = "a", .type = LG_TEXT}, LG_ROWS_END},
                               {{.name = "kernel", .type = LG_FLOAT, .max = 1}, LG_ROWS_END},
                               {{.name = "a", .type = LG_FLOAT, .min = 1, .max = 2}, LG_ROWS_END}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_null(lg_script_kind(wrong[i], NULL, NULL, &why));
    assert_non_null(strstr(why.text, "script: "));
  }
  const char *const taken[] = {"support", NULL};
  assert_null(lg_script_kind(NULL, NULL, taken, &why));
  assert_string_equal(why.text, "script: 'support' is a parameter already");
}

typedef struct stages {
  int steps;
  bool refuse;
} stages;

static bool step(void *user, lg_world *w, double dt) {
  stages *s = user;
  lg_view v = lg_column_edit(w, "velocity");
  s->steps++;
  *lg_script_state(w, "count") += 1;
  for (size_t i = 0; i < v.n; i++) v.c[0][i] += (float)dt;
  return !s->refuse || lg_refuse(w, "on purpose");
}

static double max_dt(void *user, lg_world *w, double left) {
  (void)user;
  (void)w;
  return left > 0.5 ? -1 : 0.01;
}

/* Proves that a C host's stages are called in each sub-step, that a refusal gives the frame back
   with the host's sentence, and that numbers to remember go back with it. */
static void a_host_steps(void **unused) {
  (void)unused;
  lg_why why;
  lg_world_def def = lg_default_world();
  def.bounds = (lg_bounds){2, {0, 0, 0}, {1, 1, 0}};
  def.spacing = 0.1f;
  const char *const state[] = {"count", NULL};
  const lg_kind *kind = lg_script_kind(NULL, NULL, state, &why);
  stages mine = {0};
  const lg_script script = {.step = step, .max_dt = max_dt, .user = &mine};
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_false(lg_set_script(w, lg_kind_find("solver.wcsph"), &script, LG_NO_ARGS));
  assert_true(lg_set_script(w, kind, &script, LG_ARGS(lg_num("support", 2.5))));
  const float x[3] = {0.5f, 0.5f, 0}, still[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, x, still) >= 0);

  assert_true(lg_world_step(w, 0.1));
  assert_int_equal(mine.steps, 10);
  assert_true(fabs(*lg_script_state(w, "count") - 10) <= 0);
  assert_true(fabs((double)lg_column(w, "velocity").c[0][0] - 0.1) <= 1e-6);
  assert_string_equal(lg_world_stats(w)->limit, "script");
  assert_null(lg_script_state(w, "other"));

  mine.refuse = true;
  assert_false(lg_world_step(w, 0.1));
  assert_string_equal(lg_error(w), "on purpose");
  assert_true(fabs(*lg_script_state(w, "count") - 10) <= 0);
  lg_world_free(w);
}

/* Proves that a kept text is a copy, and the same for equal texts. */
static void texts_stay(void **unused) {
  (void)unused;
  char text[] = "kept";
  const char *kept = lg_text_keep(text);
  text[0] = 'x';
  assert_string_equal(kept, "kept");
  assert_ptr_equal(lg_text_keep("kept"), kept);
  assert_null(lg_text_keep(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kinds_are_shared),
                                     cmocka_unit_test(a_host_steps), cmocka_unit_test(texts_stay)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
