/* Whatever solver is dropped in: a peek leaves no trace. What a host can ask of the world is the
   same before and after it, the world goes on as its twin that was never peeked at, and the state
   behind the last stage is that of a real step, bit for bit. In 2-D and 3-D, with all that a scene
   may add. */
#include "contract/contract.h"

#define DT (1 / 60.0)

static lg_world *scene(const lg_kind *k, int dim) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = dim == 2 ? 0.04f : 0.1f;
  def.threads = 2;
  def.max_substeps = 4000;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  assert_true(lg_set_solver(w, full_name(k), LG_NO_ARGS));
  assert_true(lg_column_add(w, "mine", 1));

  /* Water that comes and goes, a formula, noise, a crate that floats, a ball whose load is
     gauged. */
  lg_id column = must(w, lg_add(w, "shape.box", LG_ARGS(point("max", dim, 0.4, 0.6, 1))));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", column), lg_num("jitter", 0.2))));
  lg_id drain = box_of(w, 0.9, 1, 0, 0.1), crate = box_of(w, 0.1, 0.3, 0.65, 0.85);
  lg_id ball =
      must(w, lg_add(w, "shape.sphere",
                     LG_ARGS(point("center", dim, 0.7, 0.1, 0.5), lg_num("radius", 0.15))));
  must(w, lg_add(w, "emitter.point",
                 LG_ARGS(point("center", dim, 0.5, 0.9, 0.5), point("direction", dim, 0, -1, 0),
                         lg_num("rate", 60), lg_num("spread", 0.3))));
  must(w, lg_add(w, "emitter.sink", LG_ARGS(lg_ref("shape", drain))));
  must(w, lg_add(w, "field.formula",
                 LG_ARGS(lg_ref("program", must(w, lg_program_add(w, stretch, NULL, NULL))))));
  must(w, lg_add(w, "field.noise", LG_NO_ARGS));
  lg_id body = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", crate))));
  must(w, lg_add(w, "collider.body",
                 LG_ARGS(lg_ref("shape", box_of(w, 0.45, 0.55, 0.001, 0.1)),
                         lg_num("density", 3000)))); /* it lies on the floor */
  lg_id solid = must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball))));
  must(w,
       lg_add(w, "collider.spring_wall", LG_ARGS(lg_ref("shape", box_of(w, 0.6, 0.7, 0.5, 0.6)))));

  assert_true(lg_gauge_add(w, "level", "front", LG_NO_ARGS));
  assert_true(lg_gauge_add(w, "through", "flux",
                           LG_ARGS(point("center", dim, 0.4, 0.2, 0.5), lg_num("radius", 0.4))));
  assert_true(lg_gauge_add(w, "load", "force", LG_ARGS(lg_ref("collider", solid))));
  assert_true(lg_particle_watch(w, 3, true));
  lg_ledger_open(w, true);
  const float push[3] = {0.1f, 0, 0};
  assert_true(lg_body_push(w, body, push, NULL, NULL));
  return w;
}

/* ---- all that can be asked ------------------------------------------------------------------ */

typedef struct answers {
  uint64_t hash, columns, grids, touches;
  lg_stats stats;
  double gauge[3][3];
  double entry[LG_LEDGER_ENTRIES][3];
  lg_change row[LG_CHANGES_MAX];
  lg_probe told;
  int rows;
  lg_id solver;
  double time;
  int64_t frame;
} answers;

/* FNV-1a */
static void add(uint64_t *sum, const void *bytes, size_t n) {
  for (const unsigned char *b = bytes; n-- > 0; b++) *sum = (*sum ^ *b) * 1099511628211U;
}

static void add_columns(lg_world *w, uint64_t *sum) {
  for (int c = 0; c < lg_column_count(w); c++) {
    const char *name = lg_column_name(w, c);
    uint64_t hash = lg_column_hash(w, name);
    add(sum, name, strlen(name));
    add(sum, &hash, sizeof hash);
  }
}

static void add_grids(lg_world *w, uint64_t *sum) {
  for (int g = 0; g < lg_grid_count(w); g++) {
    lg_grid_view v = lg_grid(w, lg_grid_name(w, g));
    add(sum, &v.components, sizeof v.components);
    for (int k = 0; k < v.cells[0] * v.cells[1] * v.cells[2] && v.components > 0; k++) {
      float out[3] = {0, 0, 0};
      lg_grid_cell(&v, k % v.cells[0], k / v.cells[0] % v.cells[1], k / v.cells[0] / v.cells[1],
                   out);
      add(sum, out, sizeof out);
    }
  }
}

static void add_bytes(void *user, const char *bytes, size_t n) { add(user, bytes, n); }

static answers ask(lg_world *w) {
  answers a;
  memset(&a, 0, sizeof a);
  a.hash = lg_world_hash(w);
  a.time = lg_world_time(w);
  a.frame = lg_world_frame(w);
  a.solver = lg_solver_id(w);
  memcpy(&a.stats, lg_world_stats(w), sizeof a.stats);
  a.stats.bytes = 0; /* copies of a peek stay, for the next one */
  add_columns(w, &a.columns);
  add_grids(w, &a.grids);
  for (int i = 0; i < 3; i++) memcpy(a.gauge[i], lg_gauge_at(w, i).value, sizeof a.gauge[i]);
  lg_touch t;
  memset(&t, 0, sizeof t);
  for (int i = 0; lg_touch_at(w, i, &t); i++) add(&a.touches, &t, sizeof t);
  lg_entry entries[LG_LEDGER_ENTRIES];
  int n = lg_ledger_entries(w, LG_ENERGY, entries, LG_LEDGER_ENTRIES);
  for (int i = 0; i < n; i++) memcpy(a.entry[i], entries[i].value, sizeof a.entry[i]);
  a.rows = lg_particle_changes(w, 3, a.row, LG_CHANGES_MAX, NULL);
  lg_probe_read(w, 3, &a.told);
  a.told.neighbor = NULL; /* a list of its own */
  return a;
}

/* Asked last, as it takes down what the host has set up. */
static uint64_t saved(lg_world *w) {
  uint64_t sum = 0;
  assert_true(lg_world_save(w, add_bytes, &sum));
  return sum;
}

#define SAME(what)                                                                                 \
  if (memcmp(&a->what, &b->what, sizeof a->what) != 0)                                             \
  fail_msg("%s, %d-D, frame %d: another %s after a peek", k->name, dim, (int)a->frame, #what)

static void same(const lg_kind *k, int dim, const answers *a, const answers *b) {
  SAME(hash);
  SAME(columns);
  SAME(grids);
  SAME(stats);
  SAME(gauge);
  SAME(touches);
  SAME(entry);
  SAME(row);
  SAME(told);
  SAME(rows);
  SAME(solver);
  SAME(time);
  SAME(frame);
}

/* ---- peeks ---------------------------------------------------------------------------------- */

typedef struct sight {
  int stages, substeps;
  uint64_t columns;
  size_t particles;
} sight;

static bool look(void *user, const lg_world *w, const lg_peek_stage *at) {
  sight *s = user;
  s->stages = at->number;
  s->substeps = at->substep;
  s->columns = 0;
  s->particles = lg_world_count(w);
  add_columns((lg_world *)(uintptr_t)w, &s->columns);
  return true;
}

static sight peek(const lg_kind *k, int dim, lg_world *w) {
  sight first = {0}, second = {0};
  answers before = ask(w);
  if (!lg_world_peek(w, DT, look, &first)) fail_msg("%s: %s", k->name, lg_error(w));
  answers once = ask(w);
  same(k, dim, &before, &once);
  assert_true(lg_world_peek(w, DT, look, &second));
  answers twice = ask(w);
  same(k, dim, &before, &twice);
  assert_memory_equal(&first, &second, sizeof first); /* it sees the same again */
  return first;
}

static void leaves_no_trace(const lg_kind *k, int dim) {
  const int at[] = {0, 1, 6, 13};
  lg_world *w = scene(k, dim), *other = scene(k, dim);
  for (int i = 0; i < 4; i++) {
    assert_true(lg_world_advance(w, at[i], DT) && lg_world_advance(other, at[i], DT));
    sight s = peek(k, dim, w);
    if (i > 0) assert_true(saved(w) == saved(other));

    /* What the host adds still counts as its set-up. */
    if (i == 0) {
      const lg_arg still[] = {point("value", dim, 0, 0, 0), lg_end()};
      must(w, lg_add(w, "field.constant", still));
      must(other, lg_add(other, "field.constant", still));
    }

    /* The last stage is the step's end. */
    uint64_t columns = 0;
    if (!lg_world_step(w, DT)) fail_msg("%s: %s", k->name, lg_error(w));
    assert_true(lg_world_step(other, DT));
    add_columns(w, &columns);
    assert_int_equal(lg_world_count(w), s.particles);
    assert_int_equal(lg_world_stats(w)->substeps, s.substeps);
    if (columns != s.columns)
      fail_msg("%s, %d-D: behind the last stage of frame %d is another state than behind the step",
               k->name, dim, at[i]);
  }
  assert_true(lg_world_hash(w) == lg_world_hash(other));
  assert_true(saved(w) == saved(other));
  lg_world_free(w);
  lg_world_free(other);
}

static void peeks_leave_no_trace(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (k->family != LG_FAMILY_SOLVER) continue;
    for (int dim = 2; dim <= 3; dim++) leaves_no_trace(k, dim);
  }
}

/* A solver that takes another's place waits again after a peek, and the other's columns are
   back. */
static void a_solver_waits_again(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    const lg_kind *k = lg_kind_find("solver.wcsph");
    lg_world *w = scene(k, dim), *other = scene(k, dim);
    assert_true(lg_world_advance(w, 4, DT) && lg_world_advance(other, 4, DT));
    assert_true(lg_set_solver(w, "flip", LG_NO_ARGS) && lg_set_solver(other, "flip", LG_NO_ARGS));
    peek(k, dim, w);
    assert_int_equal(lg_column(w, "density").components, 1); /* of the solver that was */
    assert_true(lg_world_step(w, DT) && lg_world_step(other, DT));
    assert_true(lg_world_hash(w) == lg_world_hash(other));
    assert_true(saved(w) == saved(other));
    lg_world_free(w);
    lg_world_free(other);
  }
}

/* ---- no memory ------------------------------------------------------------------------------ */

typedef struct purse {
  long left; /* requests that are met; -1: all */
} purse;

static void *pays(void *user, void *old, size_t old_bytes, size_t new_bytes) {
  purse *p = user;
  void *fresh = NULL;
  if (new_bytes > 0) {
    if (p->left == 0) return NULL;
    p->left -= p->left > 0;
    fresh = aligned_alloc(64, (new_bytes + 63) / 64 * 64);
    if (old) memcpy(fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
  }
  free(old);
  return fresh;
}

/* Memory that is refused at any place gives a sentence, and the world is as before. */
static void refused_memory_leaves_no_trace(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "flip"};
  for (int i = 0; i < 2; i++) {
    purse p = {-1};
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 1, 1);
    def.spacing = 0.05f;
    def.alloc = pays;
    def.alloc_user = &p;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, solvers[i], LG_NO_ARGS));
    pour_block(w, 0, 0.5, 0, 0.5);
    assert_true(lg_world_advance(w, 3, DT));
    answers before = ask(w);
    sight s = {0};
    long n = 0;
    for (bool ok = false; !ok; n++) {
      p.left = n;
      ok = lg_world_peek(w, DT, look, &s);
      p.left = -1;
      if (!ok) assert_non_null(strstr(lg_error(w), "out of memory"));
      answers after = ask(w);
      same(lg_kind_of(w, lg_solver_id(w)), 2, &before, &after);
    }
    assert_true(n > 5);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(peeks_leave_no_trace),
                                     cmocka_unit_test(a_solver_waits_again),
                                     cmocka_unit_test(refused_memory_leaves_no_trace)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
