/* A frame stage by stage: which stages come, in which order and how often; when it ends; who may
   not peek; and that the loop shows what the function sees. That nothing is left of it:
   contract/peek. */
#include "core/dam.h"
#include "core/step/peek.h"

#define DT (1 / 60.0)

typedef struct seen {
  int n, most; /* most: fn has seen enough with that one; 0: never */
  struct {
    lg_peek_stage at;
    uint64_t position, density, grid;
    double time;
  } of[4000];
} seen;

static uint64_t grid_sum(const lg_world *w) {
  lg_grid_view v = lg_grid(w, "divergence");
  double sum = 0;
  uint64_t bits;
  for (int i = 0; i < v.cells[0] * v.cells[1] && v.components > 0; i++)
    sum +=
        i *
        (double)v.c[0][(size_t)(i % v.cells[0]) * v.step[0] + (size_t)(i / v.cells[0]) * v.step[1]];
  memcpy(&bits, &sum, sizeof bits);
  return bits;
}

static void note(seen *s, const lg_world *w, const lg_peek_stage *at) {
  assert_true(s->n < 4000);
  s->of[s->n].at = *at;
  s->of[s->n].position = lg_column_hash(w, "position");
  s->of[s->n].density = lg_column_hash(w, "density");
  s->of[s->n].grid = grid_sum(w);
  s->of[s->n++].time = lg_world_time(w);
}

static bool look(void *user, const lg_world *w, const lg_peek_stage *at) {
  seen *s = user;
  note(s, w, at);
  return s->n != s->most;
}

static bool stepped_through(const lg_stats *stats, const char *name) {
  for (int i = 0; i < stats->stages; i++)
    if (strcmp(stats->stage[i].name, name) == 0) return true;
  return false;
}

/* Of every sub-step: from "formulas" to "guard", numbered one by one, under the names that the
   statistics of the real frame have, and no others; sub-steps and iterations as these say. */
static void stages_come_in_order(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pbf", "dfsph", "flip"};
  seen *s = calloc(1, sizeof *s);
  for (int k = 0; k < 4; k++) {
    lg_world *w = dam(2, 0.02f, 1, solvers[k]);
    assert_true(lg_world_advance(w, 5, DT));
    s->n = 0;
    assert_true(lg_world_peek(w, DT, look, s));
    assert_true(lg_world_step(w, DT));
    const lg_stats *stats = lg_world_stats(w);

    int displaced = 0;
    double time = 0;
    for (int i = 0; i < s->n; i++) {
      const lg_peek_stage *at = &s->of[i].at, *last = i > 0 ? &s->of[i - 1].at : NULL;
      bool first = !last || last->substep != at->substep;
      assert_int_equal(at->number, i + 1);
      assert_true(stepped_through(stats, at->name) && at->seconds >= 0);
      if (first) assert_string_equal(at->name, "formulas");
      if (first && last) assert_string_equal(last->name, "guard");
      if (first) assert_int_equal(at->substep, last ? last->substep + 1 : 1);
      if (first && last) assert_true(at->time > time);
      time = at->time;
      if (strcmp(at->name, "solve/displace") == 0) displaced = at->pass;
    }
    assert_string_equal(s->of[s->n - 1].at.name, "guard");
    assert_int_equal(s->of[s->n - 1].at.substep, stats->substeps);
    if (strcmp(solvers[k], "pbf") == 0) assert_int_equal(displaced, stats->iterations);

    /* each name of the statistics has come */
    for (int i = 0; i < stats->stages; i++) {
      bool came = false;
      for (int j = 0; j < s->n; j++) came |= strcmp(s->of[j].at.name, stats->stage[i].name) == 0;
      assert_true(came);
    }
    lg_world_free(w);
  }
  free(s);
}

/* Who has seen enough is not called again, and the frame ends with its sub-step. */
static void it_ends_when_enough_was_seen(void **state) {
  (void)state;
  seen *s = calloc(1, sizeof *s);
  s->most = 3;
  lg_world *w = dam(2, 0.02f, 1, "wcsph");
  assert_true(lg_world_advance(w, 3, DT));
  assert_true(lg_world_peek(w, DT, look, s));
  assert_int_equal(s->n, 3);
  lg_world_free(w);
  free(s);
}

static void count_log(void *user, lg_level level, const char *sentence) {
  (void)level;
  (void)sentence;
  ++*(int *)user;
}

static bool nothing(void *user, const lg_world *w, const lg_peek_stage *at) {
  (void)user;
  (void)w;
  (void)at;
  return true;
}

/* A frame of 1 s asks for very many sub-steps, of which a step warns: a peek says nothing, and the
   step after it still does. */
static void a_peek_says_nothing(void **state) {
  (void)state;
  int said = 0;
  lg_world *w = dam(2, 0.05f, 1, "wcsph");
  w->def.log = count_log;
  w->def.log_user = &said;
  w->def.max_substeps = 100000;
  assert_true(lg_world_peek(w, 4, nothing, NULL));
  assert_int_equal(said, 0);
  assert_true(lg_world_step(w, 4));
  assert_int_equal(said, 1);
  lg_world_free(w);
}

/* ---- refused -------------------------------------------------------------------------------- */

static bool peek_again(void *user, const lg_world *w, const lg_peek_stage *at) {
  lg_world *same = user;
  (void)w;
  (void)at;
  assert_false(lg_world_peek(same, DT, nothing, NULL));
  assert_string_equal(lg_error(same), "lg_world_peek inside a step of the same world");
  assert_false(lg_world_step(same, DT));
  assert_false(lg_peek_begin(same, DT));
  assert_false(lg_peek_next(same, &(lg_peek_stage){.number = 0}));
  return false;
}

static bool peek_in_hook(void *user, lg_world *w, double dt) {
  (void)user;
  peek_again(w, w, NULL);
  return dt > 0;
}

/* In a step, a hook or another peek; without a time or a function; of no world. */
static void what_cannot_be_is_refused(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.02f, 1, "wcsph");
  assert_true(lg_world_peek(w, DT, peek_again, w));
  lg_before_step(w, peek_in_hook, NULL);
  assert_true(lg_world_step(w, DT));
  assert_false(lg_world_peek(w, 0, nothing, NULL));
  assert_non_null(strstr(lg_error(w), "lg_world_peek: dt must be"));
  assert_false(lg_world_peek(w, (double)NAN, nothing, NULL));
  assert_false(lg_peek_begin(w, -1));
  assert_false(lg_world_peek(w, DT, NULL, NULL));
  assert_false(lg_world_peek(NULL, DT, nothing, NULL));
  assert_false(lg_peek_begin(NULL, DT));
  assert_false(lg_peek_next(NULL, NULL));
  lg_peek_end(NULL);
  lg_world_free(w);
}

/* A frame that is refused: its stages up to there, and the sentence. */
static void a_refused_frame_says_so(void **state) {
  (void)state;
  seen *s = calloc(1, sizeof *s);
  lg_world *w = dam(2, 0.02f, 1, "wcsph");
  assert_true(lg_world_advance(w, 3, DT));
  w->def.max_substeps = 4;
  uint64_t hash = lg_world_hash(w);
  assert_false(lg_world_peek(w, 1, look, s));
  assert_non_null(strstr(lg_error(w), "max_substeps = 4"));
  assert_true(s->n > 0);
  assert_true(lg_world_hash(w) == hash);

  /* the loop: the same stages, then the sentence */
  lg_peek_stage at;
  int n = 0;
  assert_true(lg_peek_begin(w, 1));
  while (lg_peek_next(w, &at)) n++;
  assert_int_equal(n, s->n);
  assert_non_null(strstr(lg_error(w), "max_substeps = 4"));
  assert_true(lg_world_hash(w) == hash);
  lg_world_free(w);
  free(s);
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* It shows what the function sees - particles, time, grids - also where the stages go into memory
   in several goes only (wcsph: 1500 of them, of 300 kB each). Then, or where it is left, all is
   back. */
static void the_loop_shows_the_same(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "flip", "pbf"};
  seen *s = calloc(1, sizeof *s), *t = calloc(1, sizeof *t);
  for (int k = 0; k < 3; k++) {
    lg_world *w = dam(2, k == 0 ? 0.01f : 0.02f, 1, solvers[k]);
    assert_true(lg_world_advance(w, 5, DT));
    uint64_t hash = lg_world_hash(w), grid = grid_sum(w);
    lg_view view = lg_column(w, "velocity");
    double speed = (double)view.c[0][17];
    s->n = t->n = 0;
    assert_true(lg_world_peek(w, DT, look, s));

    int goes = 0;
    lg_peek_stage at;
    assert_true(lg_peek_begin(w, DT));
    while (lg_peek_next(w, &at)) {
      note(t, w, &at);
      t->of[t->n - 1].at.seconds = s->of[t->n - 1].at.seconds; /* of another run */
      goes += w->peek->next == 1;
      if (t->n == 40) {
        assert_false(lg_world_save(w, NULL, NULL) || lg_world_restore(w, &at, sizeof at));
      }
    }
    assert_string_equal(lg_error(w), "");
    assert_int_equal(t->n, s->n);
    assert_memory_equal(t->of, s->of, (size_t)s->n * sizeof *s->of);
    assert_true(k != 0 || goes > 1);
    assert_true(lg_world_hash(w) == hash && grid_sum(w) == grid);
    assert_true((double)lg_column(w, "velocity").c[0][17] == speed);

    /* left by break; then a step ends it without being asked */
    assert_true(lg_peek_begin(w, DT) && lg_peek_next(w, &at));
    lg_peek_end(w);
    assert_true(lg_world_hash(w) == hash);
    assert_true(lg_peek_begin(w, DT) && lg_peek_next(w, &at) && lg_peek_next(w, &at));
    assert_true(lg_world_step(w, DT));
    assert_false(lg_peek_next(w, &at));
    assert_true(lg_column_hash(w, "position") == s->of[s->n - 1].position);

    /* nor is it lost where the world goes in its middle */
    assert_true(lg_peek_begin(w, DT) && lg_peek_next(w, &at));
    lg_world_free(w);
  }
  free(s);
  free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stages_come_in_order),    cmocka_unit_test(it_ends_when_enough_was_seen),
      cmocka_unit_test(a_peek_says_nothing),     cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(a_refused_frame_says_so), cmocka_unit_test(the_loop_shows_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
