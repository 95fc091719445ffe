/* What a world says of its last frame is state: hooks that read it and push with it go on as if
   nothing had been, and so does what was pushed between frames. */
#include "core/state/checkpoints.h"

#define FRAMES   24
#define READINGS 400

/* All that a hook could read, frame by frame. */
typedef struct reader {
  int n[FRAMES + 1];
  double value[FRAMES + 1][READINGS];
  const char *name[READINGS];
} reader;

static void note(reader *r, int64_t frame, const char *name, double value) {
  assert_true(r->n[frame] < READINGS);
  r->name[r->n[frame]] = name;
  r->value[frame][r->n[frame]++] = value;
}

static void note_all(reader *r, int64_t frame, const char *name, const double *value, int n) {
  for (int k = 0; k < n; k++) note(r, frame, name, value[k]);
}

/* But for what the clock on the wall and the allocator say. */
static void read_stats(reader *r, int64_t frame, const lg_world *w) {
  for (const lg_stat *s = lg_stats_rows(); s->name; s++) {
    lg_arg a = lg_stat_read(s, lg_world_stats(w));
    if (strstr(s->name, "seconds") || strcmp(s->name, "bytes") == 0) continue;
    if (s->type != LG_TEXT) note(r, frame, s->name, a.v[0]);
    for (const char *c = a.text; s->type == LG_TEXT && *c; c++) note(r, frame, s->name, *c);
  }
}

static void read_columns(reader *r, int64_t frame, const lg_world *w) {
  for (int c = 0; c < lg_column_count(w); c++) {
    uint64_t hash = lg_column_hash(w, lg_column_name(w, c));
    note(r, frame, lg_column_name(w, c), (double)(hash >> 12));
  }
}

static void read_grids(reader *r, int64_t frame, const lg_world *w) {
  for (int g = 0; g < lg_grid_count(w); g++) {
    lg_grid_view v = lg_grid(w, lg_grid_name(w, g));
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < v.cells[0] * v.cells[1] * v.cells[2] && v.components > 0; k++) {
      float out[3] = {0, 0, 0};
      lg_grid_cell(&v, k % v.cells[0], k / v.cells[0] % v.cells[1], k / v.cells[0] / v.cells[1],
                   out);
      for (int c = 0; c < v.components; c++) sum[c] += (k % 13 + 1) * (double)out[c];
    }
    note(r, frame, lg_grid_name(w, g), v.components);
    note_all(r, frame, lg_grid_name(w, g), sum, 3);
  }
}

static void read_ledger(reader *r, int64_t frame, const lg_world *w) {
  for (int of = LG_ENERGY; of <= LG_MOMENTUM; of++) {
    lg_entry entry[LG_LEDGER_ENTRIES];
    int n = lg_ledger_entries(w, (lg_quantity)of, entry, LG_LEDGER_ENTRIES);
    for (int i = 0; i < n; i++) note_all(r, frame, entry[i].name, entry[i].value, 3);
  }
}

/* Objects by their places: ids are those of one world. */
static int place_of(const lg_world *w, lg_id id) {
  int i = 0;
  while (i < lg_object_count(w) && lg_object_at(w, i) != id) i++;
  return id ? i : -1;
}

static void read_touches(reader *r, int64_t frame, const lg_world *w) {
  lg_touch t;
  for (int i = 0; lg_touch_at(w, i, &t); i++) {
    note(r, frame, "touch a", place_of(w, t.a));
    note(r, frame, "touch b", place_of(w, t.b));
    note_all(r, frame, "touch at", t.at, 3);
    note_all(r, frame, "touch normal", t.normal, 3);
    note(r, frame, "touch impulse", t.impulse);
  }
}

static void read_world(reader *r, lg_world *w) {
  int64_t frame = lg_world_frame(w);
  r->n[frame] = 0;
  read_stats(r, frame, w);
  read_columns(r, frame, w);
  read_grids(r, frame, w);
  read_ledger(r, frame, w);
  read_touches(r, frame, w);
  for (int i = 0; i < lg_gauge_count(w); i++) {
    lg_gauge g = lg_gauge_at(w, i);
    note_all(r, frame, g.measure, g.value, g.components);
  }
}

/* A hook that pushes with what it reads: each reading leads on. */
static bool lead(void *user, lg_world *w, double dt) {
  reader *r = user;
  int64_t frame = lg_world_frame(w);
  double sum = 0;
  (void)dt;
  read_world(r, w);
  for (int i = 0; i < r->n[frame]; i++)
    if (isfinite(r->value[frame][i])) sum += (i % 7 + 1) * r->value[frame][i];
  must(w, lg_body_push(w, lg_find(w, "crate"), (float[3]){(float)sin(sum), 0, 0}, NULL, NULL));
  return true;
}

static lg_id box(lg_world *w, double x, double y, double half) {
  return lg_add(w, "shape.box",
                LG_ARGS(w->dim == 2 ? lg_vec2("min", x - half, y - half)
                                    : lg_vec3("min", x - half, y - half, -half),
                        w->dim == 2 ? lg_vec2("max", x + half, y + half)
                                    : lg_vec3("max", x + half, y + half, half)));
}

static lg_id body(lg_world *w, const char *name, double x, double y, double density) {
  lg_id id = lg_add(w, "collider.body",
                    LG_ARGS(lg_text("name", name), lg_ref("shape", box(w, x, y, 0.25)),
                            lg_num("density", density)));
  must(w, id != 0);
  return id;
}

/* A pool with a crate in it, and one that lies on the floor. */
static lg_world *pool(const char *solver, int dim) {
  lg_world_def def = small_def(dim);
  def.spacing = dim == 2 ? 0.1f : 0.2f;
  lg_world *w = lg_world_new(&def);
  must(w, lg_set_solver(w, solver, LG_NO_ARGS));
  lg_id wet = lg_add(w, "shape.box",
                     LG_ARGS(dim == 2 ? lg_vec2("min", -2, -2) : lg_vec3("min", -2, -2, -1),
                             dim == 2 ? lg_vec2("max", 1, -1) : lg_vec3("max", 1, -1, 1)));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", wet), lg_num("jitter", 0.2))) != 0);
  body(w, "crate", -0.5, -0.8, 400);
  body(w, "stone", 1.5, -1.74, 3000);
  lg_id post = lg_add(w, "collider.solid",
                      LG_ARGS(lg_text("name", "post"), lg_ref("shape", box(w, 0.5, -1.5, 0.2))));

  lg_id crate = lg_find(w, "crate");
  must(w, lg_gauge_add(w, "f", "force", LG_ARGS(lg_ref("collider", crate))));
  must(w, lg_gauge_add(w, "t", "torque", LG_ARGS(lg_ref("collider", crate))));
  must(w, lg_gauge_add(w, "i", "impulse", LG_ARGS(lg_ref("collider", post))));
  must(w, lg_gauge_add(w, "front", "front", LG_NO_ARGS));
  must(w,
       lg_gauge_add(w, "through", "particle_flux",
                    LG_ARGS(dim == 2 ? lg_vec2("center", 0, -1.5) : lg_vec3("center", 0, -1.5, 0),
                            lg_num("radius", 1))));
  return w;
}

/* The world was seen, and pushed between its frames. */
static void advance(lg_world *w, int64_t frame, reader *r) {
  lg_before_step(w, lead, r);
  lg_ledger_open(w, true);
  run(w, frame);
  lg_before_step(w, NULL, NULL);
}

static void push_between(lg_world *w) {
  must(w, lg_body_push(w, lg_find(w, "crate"), (float[3]){40, 90, 0}, NULL, (float[3]){0, 0, 3}));
  must(w, lg_body_push(w, lg_find(w, "stone"), (float[3]){500, 900, 0}, NULL, NULL));
}

/* There is something to be read. */
static void is_telling(const reader *r, const lg_world *w) {
  assert_true(r->n[FRAMES] > 100);
  assert_true(lg_touch_count(w) > 0 && w->account->begun && *lg_world_stats(w)->limit);
  for (int i = 0; i < lg_gauge_count(w); i++) assert_true(isfinite(lg_gauge_at(w, i).value[0]));
}

static void same_readings(const reader *a, const reader *b, int from, const char *solver) {
  for (int f = from; f <= FRAMES; f++) {
    for (int i = 0; i < a->n[f] && i < b->n[f]; i++)
      if (memcmp(&a->value[f][i], &b->value[f][i], sizeof(double)) != 0)
        fail_msg("%s, frame %d: %s is %.17g and was %.17g", solver, f, b->name[i], b->value[f][i],
                 a->value[f][i]);
    assert_int_equal(a->n[f], b->n[f]);
  }
}

static void goes_on(const char *solver, int dim) {
  static reader whole, rest;
  lg_world *w = pool(solver, dim), *fresh = pool(solver, dim);
  advance(w, FRAMES / 2, &whole);
  push_between(w);
  blob b = save(w);
  advance(w, FRAMES, &whole);
  read_world(&whole, w);
  is_telling(&whole, w);

  must(fresh, lg_world_restore(fresh, b.bytes, b.n));
  advance(fresh, FRAMES, &rest);
  read_world(&rest, fresh);
  same_readings(&whole, &rest, FRAMES / 2, solver);
  assert_true(lg_world_hash(w) == lg_world_hash(fresh));

  /* back in time */
  must(w, lg_world_restore(w, b.bytes, b.n));
  advance(w, FRAMES, &rest);
  read_world(&rest, w);
  same_readings(&whole, &rest, FRAMES / 2, solver);
  blob again = save(w), other = save(fresh);
  assert_int_equal(again.n, other.n);
  assert_memory_equal(again.bytes, other.bytes, again.n);
  free(again.bytes);
  free(other.bytes);
  free(b.bytes);
  lg_world_free(w);
  lg_world_free(fresh);
}

static void hooks_that_read_it_go_on(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (k->family != LG_FAMILY_SOLVER) continue;
    goes_on(k->name, 2);
    goes_on(k->name, 3);
  }
}

/* Gauges that a hook adds come and go with the state, as its objects do. */
static void later_gauges_come_and_go(void **state) {
  (void)state;
  lg_world *w = pool("wcsph", 2), *fresh = pool("wcsph", 2);
  run(w, 3);
  blob none = save(w);
  must(w, lg_gauge_add(w, "late", "torque",
                       LG_ARGS(lg_ref("collider", lg_find(w, "stone")), lg_vec2("about", 1, 2))));
  run(w, 6);
  lg_gauge late = lg_gauge_at(w, 5);
  blob b = save(w);

  must(fresh, lg_world_restore(fresh, b.bytes, b.n));
  assert_int_equal(lg_gauge_count(fresh), 6);
  assert_string_equal(lg_gauge_at(fresh, 5).name, "late");
  assert_string_equal(lg_gauge_at(fresh, 5).measure, "torque");
  assert_true(lg_gauge_at(fresh, 5).value[0] == late.value[0] && isfinite(late.value[0]));
  run(w, 9);
  run(fresh, 9);
  assert_true(lg_gauge_at(fresh, 5).value[0] == lg_gauge_at(w, 5).value[0]);

  must(w, lg_world_restore(w, none.bytes, none.n));
  assert_int_equal(lg_gauge_count(w), 5);
  must(w, lg_world_restore(w, b.bytes, b.n));
  assert_int_equal(lg_gauge_count(w), 6);

  /* without what it is about it does not come */
  lg_world *other = pool("wcsph", 2);
  must(other, lg_remove(other, lg_find(other, "stone")));
  must(other, lg_world_restore(other, b.bytes, b.n));
  assert_int_equal(lg_gauge_count(other), 5);
  free(none.bytes);
  free(b.bytes);
  lg_world_free(other);
  lg_world_free(fresh);
  lg_world_free(w);
}

/* What comes behind the columns, in bytes. */
static size_t frame_bytes(const lg_world *w) {
  size_t bytes = lg_saved_record_bytes(&lg_saved_frames);
  bytes += w->bodies->pushes * lg_saved_record_bytes(&lg_saved_pushes);
  bytes += w->bodies->touches * lg_saved_record_bytes(&lg_saved_touches);
  for (int i = 0; i < w->gauges->count; i++)
    bytes += lg_saved_record_bytes(&lg_saved_gauges) +
             lg_saved_struct_bytes(&w->gauges->slot[i].row->kind);
  for (int i = 0; i < lg_grid_count(w); i++) {
    lg_grid_view v = lg_grid(w, lg_grid_name(w, i));
    if (v.components > 0)
      bytes += lg_saved_record_bytes(&lg_saved_grids) +
               lg_grid_numbers(&v, w->dim) * (size_t)v.components * sizeof(float);
  }
  return bytes + w->account->open * lg_saved_record_bytes(&lg_saved_ledgers);
}

/* A file of before ends with its columns: nothing is known of the last frame then. */
static void files_of_before_are_read(void **state) {
  (void)state;
  static reader r;
  lg_world *w = pool("pcisph", 2), *fresh = pool("pcisph", 2);
  run(w, 12);
  blob b = save(w);
  size_t more = frame_bytes(w);
  push_between(w);
  advance(fresh, 12, &r);
  uint64_t hash = lg_world_hash(w);
  b.n -= more;
  mend(&b);

  must(fresh, lg_world_restore(fresh, b.bytes, b.n));
  assert_true(lg_world_hash(fresh) == hash);
  assert_int_equal(lg_touch_count(fresh), 0);
  assert_int_equal(fresh->bodies->pushes, 0);
  assert_string_equal(lg_world_stats(fresh)->limit, "");
  assert_int_equal(lg_gauge_count(fresh), 5);
  for (int i = 0; i < 5; i++) assert_true(isnan(lg_gauge_at(fresh, i).value[0]));
  run(fresh, 14);
  free(b.bytes);
  lg_world_free(fresh);
  lg_world_free(w);
}

static bool look_on(void *user, const lg_world *w, const lg_peek_stage *at) {
  (void)w;
  (void)at;
  ++*(int *)user;
  return true;
}

/* What a restored world shows of the solver's grids stands until that makes its own. */
static void a_peek_leaves_it(void **state) {
  (void)state;
  static reader before, after;
  lg_world *w = pool("flip", 2), *fresh = pool("flip", 2);
  int stages = 0;
  run(w, 5);
  blob b = save(w);
  run(w, 7);
  lg_world *restored[] = {fresh, w};
  for (int i = 0; i < 2; i++) {
    must(restored[i], lg_world_restore(restored[i], b.bytes, b.n));
    read_world(&before, restored[i]);
    must(restored[i], lg_world_peek(restored[i], 0.01, look_on, &stages));
    read_world(&after, restored[i]);
    assert_true(stages > 5 && after.n[5] == before.n[5]);
    for (int k = 0; k < after.n[5]; k++)
      assert_memory_equal(&after.value[5][k], &before.value[5][k], sizeof(double));
  }

  /* another solver has none of them */
  must(w, lg_set_solver(w, "wcsph", LG_NO_ARGS));
  run(w, 6);
  assert_int_equal(lg_grid(w, "pressure").components, 0);
  free(b.bytes);
  lg_world_free(w);
  lg_world_free(fresh);
}

/* Any byte of it, any value: refused, or a world that steps. */
static void forge(const char *solver) {
  static reader r;
  lg_world *w = pool(solver, 2);
  advance(w, 8, &r);
  must(w, lg_gauge_add(w, "late", "level", LG_ARGS(lg_vec2("at", 0, -1))));
  run(w, 9);
  push_between(w);
  blob good = save(w), b = save(w);
  size_t first = good.n - sizeof(uint64_t) - frame_bytes(w), taken = 0, no = 0;
  for (size_t i = first; i < good.n - sizeof(uint64_t); i += i < first + 3000 ? 1 : 61) {
    memcpy(b.bytes, good.bytes, good.n);
    b.bytes[i] = (char)(i % 3 == 0 ? 0xff : b.bytes[i] ^ (1 << i % 8));
    mend(&b);
    bool ok = lg_world_restore(w, b.bytes, b.n);
    assert_true(ok || strncmp(lg_error(w), "saved world: it is", 18) == 0);
    taken += ok;
    no += !ok;
    if (ok && i % 16 == 0) (void)lg_world_step(w, 0.001);
    assert_true(strspn(lg_world_stats(w)->limit,
                       "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQR"
                       "STUVWXYZ0123456789_-") == strlen(lg_world_stats(w)->limit));
  }
  assert_true(taken > 100 && no > 100);

  /* and cut at any place */
  for (size_t n = first + 1; n < good.n - sizeof(uint64_t); n += n < first + 3000 ? 5 : 501) {
    memcpy(b.bytes, good.bytes, good.n);
    b.n = n + sizeof(uint64_t);
    mend(&b);
    assert_false(lg_world_restore(w, b.bytes, b.n));
    assert_non_null(strstr(lg_error(w), "cut short"));
  }
  free(good.bytes);
  free(b.bytes);
  lg_world_free(w);
}

static void it_may_be_forged(void **state) {
  (void)state;
  forge("wcsph");
  forge("flip");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hooks_that_read_it_go_on), cmocka_unit_test(later_gauges_come_and_go),
      cmocka_unit_test(files_of_before_are_read), cmocka_unit_test(a_peek_leaves_it),
      cmocka_unit_test(it_may_be_forged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
