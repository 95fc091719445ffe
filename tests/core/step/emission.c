/* What emitters are given: who is near against brute force, what is added and what is refused,
   numbers that keep. */
#include "core/hall.h"

#include "core/base/rng.h"
#include "core/step/step.h"

/* A point emitter whose emit is the test's: the way to an lg_emission. */
static void (*at_work)(lg_emission *e);
static void borrowed(lg_emission *e, void *self) {
  (void)self;
  at_work(e);
}

static lg_id borrow(lg_world *w, lg_kind *kind, const char *name) {
  lg_id id = must(w, lg_add(w, "emitter.point", LG_ARGS(lg_text("name", name))));
  *kind = *lg_kind_of(w, id);
  kind->emitter.emit = borrowed;
  lg_object_get(w, id)->kind = kind;
  return id;
}

static lg_world *plaza(int dim, bool periodic) {
  lg_world_def def = small_def(dim);
  if (periodic)
    def.edges[0][0] = def.edges[0][1] = def.edges[1][0] = def.edges[1][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  return w;
}

static void random_point(uint64_t i, int dim, float x[3]) {
  float u[4];
  lg_random_key key = {.seed = 11, .id = i};
  lg_random(&key, u);
  for (int k = 0; k < 3; k++) x[k] = k < dim ? 4 * u[k] - 2 : 0;
}

static bool brute(const lg_world *w, const float x[3], float r) {
  for (size_t i = 0; i < w->particles->n; i++) {
    double d2 = 0;
    for (int k = 0; k < w->dim; k++) {
      double d = fabs((double)w->particles->x[k][i] - (double)x[k]);
      if (w->def.edges[k][0] == LG_EDGE_PERIODIC) d = fmin(d, 4 - d);
      d2 += d * d;
    }
    if (d2 < (double)r * (double)r) return true;
  }
  return false;
}

/* Asks, adds, asks again: 3000 particles, radii below and above a spacing. */
static void compare(lg_emission *e) {
  const lg_world *w = lg_emission_world(e);
  float zero[3] = {0, 0, 0};
  int yes = 0, no = 0;
  for (uint64_t i = 0; i < 3000; i++) {
    float x[3], q[3], r = i < 1500 ? 0.08f : i % 100 == 0 ? 0.3f : 0.1f;
    random_point(i, w->dim, x);
    random_point(i + 100000, w->dim, q);
    if (i % 3 == 0) q[0] = i % 2 ? -1.999f : 1.999f; /* near an edge */
    bool truth = brute(w, q, r);
    if (lg_emit_occupied(e, q, r) != truth)
      fail_msg("at particle %d: occupied should be %d", (int)i, truth);
    yes += truth;
    no += !truth;
    assert_true(lg_emit(e, x, zero, 0));
  }
  assert_true(yes > 20 && no > 20);
}

static void neighbours_are_those_of_brute_force(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int periodic = 0; periodic < 2; periodic++) {
      lg_world *w = plaza(dim, periodic);
      lg_kind kind;
      borrow(w, &kind, "probe");
      at_work = compare;
      assert_true(lg_emit_stage(w, 0, false));
      assert_int_equal(w->particles->n, 3000);
      lg_world_free(w);
    }
}

/* Particles of earlier sub-steps count too. */
static void ask_only(lg_emission *e) {
  float here[3] = {0.5f, 0.5f, 0}, there[3] = {-0.5f, 0.5f, 0};
  assert_true(lg_emit_occupied(e, here, 0.05f));
  assert_false(lg_emit_occupied(e, there, 0.05f));
}

static void those_before_count(void **state) {
  (void)state;
  lg_world *w = plaza(2, false);
  lg_kind kind;
  borrow(w, &kind, "probe");
  put(w, 0.51, 0.5, 0, 0, 0, 0);
  at_work = ask_only;
  assert_true(lg_emit_stage(w, 0.01f, false));
  lg_world_free(w);
}

static void refusals(lg_emission *e) {
  const lg_world *w = lg_emission_world(e);
  float v[3] = {1, 2, 0};
  float in[3] = {1, 1, 0}, out[3] = {1, 2.01f, 0}, edge[3] = {1, 2, 0}, solid[3] = {0.3f, 0, 0},
        face[3] = {0.5f, 0, 0};
  assert_true(lg_emit(e, in, v, 0));
  assert_false(lg_emit(e, out, v, 0));
  assert_false(lg_emit(e, (float[3]){(float)NAN, 0, 0}, v, 0));
  assert_int_equal(lg_emit(e, edge, v, 0), w->def.edges[1][1] != LG_EDGE_PERIODIC);
  assert_false(lg_emit(e, solid, v, 0));
  assert_true(lg_emit(e, face, v, 0));
}

/* Outside the bounds, at the far side of a period and inside a collider nothing is added; the books
   say what was. */
static void refusals_and_books(void **state) {
  (void)state;
  for (int periodic = 0; periodic < 2; periodic++) {
    lg_world *w = plaza(2, periodic);
    lg_kind kind;
    borrow(w, &kind, "probe");
    must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.5)))));
    at_work = refusals;
    assert_true(lg_emit_stage(w, 0, false));
    assert_int_equal(w->stats.emitted, periodic ? 2 : 3);
    assert_int_equal(w->particles->n, w->stats.emitted);
    assert_near(w->particles->mass[0], 1000 * 0.1 * 0.1, 1e-5);
    assert_int_equal(w->particles->material[0], 0);
    assert_near(w->particles->v[1][0], 2, 0);
    lg_world_free(w);
  }
}

static float drawn[2][4];
static int draws;
static void draw(lg_emission *e) { lg_emit_random(e, 42, 1, drawn[draws++ % 2]); }

/* Numbers are of the emitter's name and the key: another emitter draws others, and one that is
   added before changes none. */
static void numbers_keep(void **state) {
  (void)state;
  float kept[4];
  lg_kind kind[3];
  lg_world *w = plaza(2, false);
  borrow(w, &kind[0], "left");
  borrow(w, &kind[1], "right");
  at_work = draw;
  draws = 0;
  assert_true(lg_emit_stage(w, 0, false));
  assert_int_equal(draws, 2);
  assert_memory_not_equal(drawn[0], drawn[1], sizeof drawn[0]);
  memcpy(kept, drawn[1], sizeof kept);
  lg_world_free(w);
  w = plaza(2, false);
  borrow(w, &kind[2], "right");
  draws = 0;
  assert_true(lg_emit_stage(w, 0, false));
  assert_memory_equal(kept, drawn[0], sizeof kept);
  lg_world_free(w);
}

/* Once its lists have grown, an emitter that asks for room again and again asks for no memory. */
static void steady_memory(void **state) {
  (void)state;
  lg_world *w = plaza(2, false);
  lg_id box = must(w, lg_add(w, "shape.box", LG_NO_ARGS));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box), lg_bool("one_shot", false))));
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.3)))));
  for (int i = 0; i < 3; i++) assert_true(lg_emit_stage(w, 0.01f, false));
  size_t calls = w->mem.calls, n = w->particles->n;
  for (int i = 0; i < 3; i++) assert_true(lg_emit_stage(w, 0.01f, false));
  assert_int_equal(w->mem.calls, calls);
  assert_int_equal(w->particles->n, n);
  assert_true(n > 80 && n < 100);
  lg_world_free(w);
}

/* Without memory the stage says so, adds nothing more and crashes nowhere. */
static void out_of_memory(void **state) {
  (void)state;
  for (long left = 0; left < 12; left++) {
    purse account = {.left = -1};
    lg_world_def def = small_def(2);
    def.alloc = purse_realloc;
    def.alloc_user = &account;
    lg_world *w = lg_world_new(&def);
    lg_id box = must(w, lg_add(w, "shape.box", LG_NO_ARGS));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box), lg_bool("one_shot", false))));
    must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.3)))));
    put(w, -1, -1, 0, 0, 0, 0);
    account.left = left;
    bool ok = lg_emit_stage(w, 0.01f, false);
    assert_true(ok == (account.left > 0 || w->particles->n > 80));
    lg_world_free(w);
    assert_int_equal(account.held, 0);
  }
}

static bool count_first(void *user, lg_world *w, double dt) {
  (void)dt;
  if (lg_world_frame(w) == 0) *(size_t *)user = lg_world_count(w);
  return true;
}

/* A volume of a drop and a tap; asked for before the first step or not, the volume is there when
   the first hook looks, and all goes on to the bit. What flows comes with the step. */
static void what_fills_is_there_before_the_first_step(void **state) {
  (void)state;
  lg_world *world[2];
  for (int asked = 0; asked < 2; asked++) {
    lg_world_def def = small_def(2);
    lg_world *w = world[asked] = lg_world_new(&def);
    size_t seen = 0;
    must(w, lg_add(w, "emitter.point", LG_ARGS(lg_num("rate", 500))));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", sphere(w, 0.3)))));
    lg_before_step(w, count_first, &seen);
    for (int i = 0; asked && i < 2; i++) assert_true(lg_world_fill(w));
    size_t filled = lg_world_count(w);
    assert_true(lg_world_step(w, 0.01));
    assert_true(seen > 20 && seen < lg_world_count(w));
    if (asked) assert_int_equal(seen, filled);
    assert_true(lg_world_fill(w)); /* later it does nothing */
    lg_before_step(w, NULL, NULL);
    assert_true(lg_world_advance(w, 5, 0.01));
  }
  assert_true(lg_world_hash(world[0]) == lg_world_hash(world[1]));
  for (int i = 0; i < 2; i++) lg_world_free(world[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(neighbours_are_those_of_brute_force),
                                     cmocka_unit_test(those_before_count),
                                     cmocka_unit_test(refusals_and_books),
                                     cmocka_unit_test(numbers_keep),
                                     cmocka_unit_test(what_fills_is_there_before_the_first_step),
                                     cmocka_unit_test(steady_memory),
                                     cmocka_unit_test(out_of_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
