/* Tests of src/viewer/stages.c: behind which stage the picture stands, of worlds whose solvers go
   round, and which of several worlds that is. */
#include "viewer/stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int peeked; /* the world that was asked for */
static bool peek(void *user, int i, lg_peek_fn *fn, void *viewer) {
  peeked = i;
  return lg_world_peek(user, 1 / 60.0, fn, viewer);
}
static bool show(void *user) {
  ++*(int *)user;
  return true;
}

static int shown;
static lg_ribbon ribbon;
/* The stage's number; its name is that of the ribbon. */
static int take(lg_world *w, int from, int by, const char *name) {
  const lg_viewer_host host = {.user = w, .peek = peek};
  shown = 0;
  int at = lg_stages_take(&ribbon, &host, 1, from, by, show, &shown);
  assert_int_equal(shown, at > 0);
  if (at > 0) assert_int_equal(ribbon.world, 1);
  if (at > 0) assert_int_equal(peeked, 1);
  if (name) assert_string_equal(ribbon.of[ribbon.at].name, name);
  return at;
}

static lg_world *water(const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, 0.8)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  for (int i = 0; i < 12; i++) assert_true(lg_world_step(w, 1 / 60.0));
  return w;
}

static void one_by_one(void **state) {
  (void)state;
  lg_world *w = water("pbf");
  const uint64_t hash = lg_world_hash(w);
  assert_int_equal(take(w, 0, 1, "formulas"), 1);
  assert_int_equal(take(w, 1, 1, "emit"), 2);
  assert_int_equal(take(w, 2, -1, "formulas"), 1);
  const int end = take(w, 2, LG_SUBSTEP, "guard");
  assert_true(end > 15);
  assert_int_equal(take(w, end, 1, "formulas"), end + 1);
  assert_int_equal(take(w, 100000, 1, NULL), 0);
  assert_true(lg_world_hash(w) == hash);
  lg_world_free(w);
}

/* The stages of the frame, and where a loop of `solver` begins anew, counted by hand: its first
   stage, by name, in each sub-step. */
typedef struct frame {
  const char *const *loops;
  int stages, starts, start[400];
} frame;
static bool count(void *user, const lg_world *w, const lg_peek_stage *at) {
  frame *f = user;
  (void)w;
  f->stages = at->number;
  for (int i = 0; f->loops[i]; i++)
    if (strcmp(at->name, f->loops[i]) == 0) f->start[f->starts++] = at->number;
  return f->starts < 400;
}

/* From any stage on to the next of these, which is the first one of a loop before that has begun;
   behind the last there is none. */
static void by_iterations(void **state) {
  (void)state;
  static const struct {
    const char *solver, *loops[3];
  } of[] = {{"pbf", {"solve/lambda"}},
            {"pcisph", {"solve/pressure"}},
            {"dfsph", {"solve/divergence_free", "solve/constant_density"}}};
  for (int k = 0; k < 3; k++) {
    lg_world *w = water(of[k].solver);
    frame f = {.loops = of[k].loops};
    assert_true(lg_world_peek(w, 1 / 60.0, count, &f));
    assert_true(f.starts > 3);
    for (int from = 0, i = 0; from < f.stages; from++) {
      while (i < f.starts && f.start[i] <= from) i++;
      assert_int_equal(take(w, from, LG_ITERATION, NULL), i < f.starts ? f.start[i] : 0);
    }
    take(w, 0, LG_ITERATION, of[k].loops[0]); /* and its name has no number */
    lg_world_free(w);
  }
}

/* Those that do two things under one name, but repeat nothing, go to the end of the sub-step. */
static void without_iterations(void **state) {
  (void)state;
  static const char *const solvers[] = {"particles", "wcsph", "flash", "flip", "mpm"};
  for (int k = 0; k < 5; k++) {
    lg_world *w = water(solvers[k]);
    const int end = take(w, 0, LG_SUBSTEP, "guard");
    assert_int_equal(take(w, 0, LG_ITERATION, "guard"), end);
    assert_int_equal(take(w, end, LG_ITERATION, NULL), take(w, end, LG_SUBSTEP, NULL));
    lg_world_free(w);
  }
}

/* Loops of dfsph go on for as long as they must, also where that is once. */
static void loops_of_one(void **state) {
  (void)state;
  lg_world *w = water("dfsph");
  assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("max_iterations", 1))));
  int at = take(w, 0, LG_ITERATION, "solve/divergence_free");
  assert_true(at > 0);
  assert_true(take(w, at, LG_ITERATION, "solve/constant_density") > at);
  lg_world_free(w);
}

/* A host's solver, by letters: each is a stage. */
static bool spell(void *user, lg_world *w, double dt) {
  (void)dt;
  for (const char *c = user; *c; c++) {
    const char name[] = {'s', 'o', 'l', 'v', 'e', '/', *c, '\0'};
    lg_stats_stage(w, name, 0);
  }
  return true;
}

/* Where it repeats a group, that begins with its first stage; a loop within the group, and what
   comes again behind other things, is none. Capitals are where one stops. */
static void of_a_host(void **state) {
  (void)state;
  static const char *const spelt[][2] = {
      {"plddlddldd", ".*..*..*.."},   /* pbf in Lua: predict, {lambda, displace, displace} */
      {"vpdfpdfpdfm", ".*..*..*..."}, /* pcisph in Lua */
      {"dabbbabbabc", ".*...*..*.."}, /* an inner loop that ends sooner each time */
      {"daabbbc", ".*****."},         /* one loop behind another */
      {"kdfk", "...."},               /* a kick before the forces, and one behind them */
      {"fpf", "..."},
      {"d", "."},
  };
  for (size_t k = 0; k < sizeof spelt / sizeof *spelt; k++) {
    lg_world *w = water("particles");
    lg_why why = {""};
    const lg_kind *kind = lg_script_kind(NULL, NULL, NULL, &why);
    assert_non_null(kind);
    const lg_script script = {.step = spell, .user = (void *)(uintptr_t)spelt[k][0]};
    assert_true(lg_set_script(w, kind, &script, LG_NO_ARGS));
    char found[16] = "";
    const int n = (int)strlen(spelt[k][0]);
    memset(found, '.', (size_t)n);

    /* seven stages come before the solver's own */
    for (int at = take(w, 0, LG_ITERATION, NULL); at > 0 && at <= 6 + n;
         at = take(w, at, LG_ITERATION, NULL)) {
      assert_true(at > 6);
      found[at - 7] = '*';
    }
    assert_string_equal(found, spelt[k][1]);
    lg_world_free(w);
  }
}

/* More stages than the ribbon holds: it has those about the one that is asked for. */
static void a_long_ribbon(void **state) {
  (void)state;
  lg_world *w = water("pbf");
  assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("iterations", 100))));
  int at = 0;
  for (int i = 0; i < 60; i++) at = take(w, at, LG_ITERATION, NULL);
  take(w, at, 1, "solve/displace 60");
  assert_string_equal(ribbon.caption,
                      "sub-step 1, behind solve/displace 60: it changed velocity, pressure");
  assert_int_equal(ribbon.n, LG_RIBBON_MAX);
  double sum = 0;
  for (int i = 0; i < ribbon.n; i++) sum += ribbon.of[i].seconds;
  assert_true(ribbon.seconds > sum);

  /* back to the start, from wherever, and on to the sub-step's end */
  assert_int_equal(take(w, 5000, -LG_SUBSTEP, NULL), 0);
  assert_true(take(w, at, LG_SUBSTEP, "guard") > at + 80);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_by_one),         cmocka_unit_test(by_iterations),
      cmocka_unit_test(without_iterations), cmocka_unit_test(loops_of_one),
      cmocka_unit_test(of_a_host),          cmocka_unit_test(a_long_ribbon),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
