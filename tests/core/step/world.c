/* Making worlds: what is refused and why, what is there at the start, and memory that runs out on
   the way. */
#include "core/small.h"

#include <stdio.h>

static void refused(lg_world_def def, const char *sentence) {
  assert_null(lg_world_new(&def));
  assert_string_equal(def.error, sentence);
}

/* Each field of a definition out of its range, one at a time, in words. */
static void bad_definitions_are_refused(void **state) {
  (void)state;
  const lg_world_def good = small_def(2);
  lg_world_def d = good;
#define WITH(change, sentence)                                                                     \
  do {                                                                                             \
    d = good;                                                                                      \
    change;                                                                                        \
    refused(d, sentence);                                                                          \
  } while (0)
  WITH(d.cookie = 0,
       "world: the definition is not one that lg_default_world() made; start from that");
  WITH(d.bounds.dim = 4, "world: bounds have 4 dimensions; give 2 or 3");
  WITH(d.bounds.max[1] = INFINITY, "world: bounds of y, -2 to inf m, must be finite");
  WITH(d.bounds.min[0] = NAN, "world: bounds of x, nan to 2 m, must be finite");
  WITH(d.bounds.max[0] = -2, "world: bounds of x: the upper, -2 m, must be above the lower, -2 m");
  WITH(d.spacing = 0, "world: spacing = 0 m must be greater than 0");
  WITH(d.spacing = -1, "world: spacing = -1 m must be greater than 0");
  WITH(d.spacing = NAN, "world: spacing = nan must be finite");
  WITH(d.spacing = 2.5f, "world: spacing = 2.5 m is more than half of the smallest extent, 4 m; "
                         "take a smaller spacing "
                         "or larger bounds");
  WITH(d.spacing = 1e-5f, "world: bounds hold 1.6e+11 lattice points of spacing 1e-05 m, more than "
                          "2147483648; take a larger "
                          "spacing or smaller bounds");
  WITH((d.bounds = lg_bounds2(1000, 0, 1004, 3)),
       "world: positions up to 1004 m are 0.00012 m apart in float32, more than a "
       "thousandth of the spacing, 0.1 m; move the scene to the origin or take a larger spacing");
  WITH(d.gravity[1] = NAN, "world: gravity.y = nan must be finite");
  WITH(d.friction = -0.1f, "world: friction = -0.1 is below its least value 0");
  WITH(d.restitution = 1.5f, "world: restitution = 1.5 is above its greatest value 1");
  WITH(d.slip = 7, "world: slip = 7 is not one of 0 (free), 1 (no)");
  WITH(d.slip = -1, "world: slip = -1 is not one of 0 (free), 1 (no)");
  WITH(d.threads = -1, "world: threads = -1 is below its least value 0");
  WITH(d.threads = 5000, "world: threads = 5000 is above its greatest value 1024");
  WITH(d.max_substeps = 0, "world: max_substeps = 0 is below its least value 1");
  WITH(d.fixed_dt = -1e-3f, "world: fixed_dt = -0.001 s is below its least value 0 s");
  WITH(d.fixed_dt = 2, "world: fixed_dt = 2 s is above its greatest value 1 s");
  WITH(d.fixed_dt = NAN, "world: fixed_dt = nan must be finite");
  WITH(d.edges[1][1] = LG_EDGE_PERIODIC,
       "world: edge of y is periodic on one side only; make both sides periodic or neither");
  WITH(d.edges[0][0] = (lg_edge)9, "world: edge of x = 9 is not one of wall, open, periodic");
#undef WITH
  assert_null(lg_world_new(NULL));
  d = good; /* the third axis does not count in 2-D, nor does what is good */
  d.edges[2][0] = LG_EDGE_PERIODIC;
  d.edges[0][0] = d.edges[0][1] = LG_EDGE_PERIODIC;
  d.bounds.max[2] = NAN;
  lg_world *w = lg_world_new(&d);
  assert_non_null(w);
  assert_string_equal(d.error, "");
  lg_world_free(w);
}

/* The limit of float32: coordinates just inside and just outside of a thousandth of the spacing,
   2^-23 |x| = 1e-3 spacing. */
static void distance_from_the_origin_is_limited(void **state) {
  (void)state;
  lg_world_def d = small_def(2);
  float limit = 1e-3f * d.spacing * 8388608.0f; /* m */
  d.bounds = lg_bounds2(0.999f * limit - 4, 0, 0.999f * limit, 3);
  lg_world *w = lg_world_new(&d);
  assert_non_null(w);
  lg_world_free(w);
  d.bounds = lg_bounds2(1.001f * limit - 4, 0, 1.001f * limit, 3);
  assert_null(lg_world_new(&d));
  /* the other side of the origin too */
  d.bounds = lg_bounds2(0, -1.001f * limit, 4, -1.001f * limit + 4);
  assert_null(lg_world_new(&d));
}

/* The defaults: all cores, walls, gravity down, no particles, a solver, time 0. */
static void worlds_begin_empty(void **state) {
  (void)state;
  lg_world_def d = lg_default_world();
  assert_int_equal(d.threads, 0);
  d.bounds = lg_bounds3(0, 0, 0, 4, 3, 2);
  d.edges[1][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&d);
  assert_non_null(w);
  assert_true(lg_world_time(w) == 0 && lg_world_frame(w) == 0 && lg_world_count(w) == 0 &&
              lg_world_dim(w) == 3);
  assert_true(lg_world_spacing(w) == 0.02f && lg_world_threads(w) == 1);
  assert_true(lg_world_bounds(w).max[2] == 2);
  assert_true(lg_world_edge(w, 1, 1) == LG_EDGE_OPEN && lg_world_edge(w, 1, 0) == LG_EDGE_WALL);
  assert_true(lg_world_edge(w, 7, 0) == LG_EDGE_WALL);
  assert_int_equal(lg_object_count(w), 0);
  assert_string_equal(lg_error(w), "");
  assert_true(lg_world_stats(w)->bytes >= sizeof *w);
  assert_non_null(lg_world_stats(w)->limit);
  assert_true(w->def.gravity[0] == 0 && w->def.gravity[1] == -9.81f && w->def.gravity[2] == 0);
  lg_world_free(w);
  lg_world_free(NULL);
}

typedef struct diary {
  int entries;
  lg_level level;
  char text[LG_ERROR_MAX];
} diary;
static void write_log(void *user, lg_level level, const char *sentence) {
  diary *d = user;
  d->entries++;
  d->level = level;
  snprintf(d->text, sizeof d->text, "%s", sentence);
}
static void write_misuse(void *user, const char *what) { write_log(user, LG_TROUBLE, what); }

/* What a world says reaches its own host, and no one else's; a refusal keeps its sentence until the
   next one. */
static void worlds_tell_their_host(void **state) {
  (void)state;
  diary log = {0}, misuse = {0};
  lg_world_def d = small_def(2);
  d.log = write_log;
  d.log_user = &log;
  d.misuse = write_misuse;
  d.misuse_user = &misuse;
  lg_world *w = lg_world_new(&d), *quiet = small_world(2);
  lg_say(w, LG_WARNING, "%d of %s", 3, "them");
  lg_say(quiet, LG_WARNING, "nobody hears");
  assert_int_equal(log.entries, 1);
  assert_int_equal(log.level, LG_WARNING);
  assert_string_equal(log.text, "3 of them");
  assert_false(lg_misuse(w, "a step inside a step"));
  assert_false(lg_misuse(quiet, "unheard"));
  assert_false(lg_misuse(NULL, "no world"));
  assert_int_equal(misuse.entries, 1);
  assert_string_equal(misuse.text, "a step inside a step");
  assert_false(lg_refuse(w, "no %s", "water"));
  assert_false(lg_refuse(w, "tap: %s", lg_error(w))); /* its own sentence inside the next one */
  assert_string_equal(lg_error(w), "tap: no water");
  assert_true(sphere(w, 1) != 0);
  assert_string_equal(lg_error(w), "tap: no water");
  assert_string_equal(lg_error(quiet), "");
  char endless[2 * LG_ERROR_MAX];
  memset(endless, 'x', sizeof endless);
  endless[sizeof endless - 1] = 0;
  assert_false(lg_refuse(w, "%s", endless));
  assert_int_equal(strlen(lg_error(w)), LG_ERROR_MAX - 1);
  assert_false(lg_refuse(NULL, "nothing"));
  assert_true(strlen(lg_error(NULL)) > 0);
  lg_world_free(w);
  lg_world_free(quiet);
}

/* The allocator refuses the 1st, 2nd, ... request: no world, a sentence, and every byte given back.
   */
static void failing_memory_makes_no_world(void **state) {
  (void)state;
  purse all = {.left = -1};
  lg_world_def d = small_def(3);
  d.alloc = purse_realloc;
  d.alloc_user = &all;
  lg_world_free(lg_world_new(&d));
  assert_int_equal(all.held, 0);
  assert_true(all.granted >= 4);
  for (long grant = 0; grant < all.granted; grant++) {
    purse account = {.left = grant};
    d.alloc_user = &account;
    assert_null(lg_world_new(&d));
    assert_non_null(strstr(d.error, "out of memory"));
    assert_int_equal(account.held, 0);
  }
}

/* A world that has been through steps, a solver swap and objects gives back every byte that it
   took. */
static void worlds_give_everything_back(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    purse account = {.left = -1};
    lg_world_def d = small_def(dim);
    d.alloc = purse_realloc;
    d.alloc_user = &account;
    d.threads = 3;
    lg_world *w = lg_world_new(&d);
    lg_id ball = sphere(w, 0.5);
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", ball))) != 0);
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.1)))) != 0);
    assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
    for (int i = 0; i < 2; i++)
      if (!lg_world_step(w, 0.01)) fail_msg("step: %s", lg_error(w));
    assert_true(lg_world_count(w) > 50);
    assert_int_equal(account.held, w->mem.held);
    assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS)); /* freed while it still waits */
    lg_world_free(w);
    assert_int_equal(account.held, 0);
  }
}

static void add_one(void *user, size_t begin, size_t end) {
  int *seen = user;
  assert_true(end - begin <= LG_BLOCK);
  for (size_t i = begin; i < end; i++) seen[i]++;
}

/* lg_parallel visits every index once for any number of threads. */
static void loops_are_for_hosts_too(void **state) {
  (void)state;
  enum { N = 5 * LG_BLOCK + 7 };
  static int seen[N];
  for (int threads = 1; threads <= 3; threads++) lg_parallel(threads, N, add_one, seen);
  for (int i = 0; i < N; i++) assert_int_equal(seen[i], 3);
}

static bool never(void *user, lg_world *w, double dt) {
  ++*(int *)user;
  return lg_refuse(w, "not with dt = %g", dt);
}

/* A hook that refuses stops the frame before anything moves; NULL takes it away again. */
static void hooks_can_refuse(void **state) {
  (void)state;
  int calls = 0;
  lg_world *w = small_world(2);
  lg_before_step(w, never, &calls);
  assert_false(lg_world_step(w, 0.25));
  assert_string_equal(lg_error(w), "not with dt = 0.25");
  assert_true(lg_world_frame(w) == 0 && lg_world_time(w) == 0);
  lg_before_step(w, NULL, NULL);
  assert_true(lg_world_step(w, 0.25));
  assert_int_equal(lg_world_frame(w), 1);
  lg_after_step(w, never, &calls);
  assert_false(lg_world_step(w, 0.25));
  assert_int_equal(calls, 2);
  lg_world_free(w);
}

/* No call crashes for want of a world: each refuses, and what it returns says that there is
   nothing. */
static void no_world_is_no_crash(void **state) {
  (void)state;
  lg_arg a;
  float p[3] = {0, 0, 0}, q[3] = {0, 0, 0};
  assert_true(lg_world_time(NULL) == 0 && lg_world_frame(NULL) == 0 && lg_world_count(NULL) == 0 &&
              lg_world_hash(NULL) == 0);
  assert_true(lg_world_dim(NULL) == 0 && lg_world_spacing(NULL) == 0 &&
              lg_world_bounds(NULL).dim == 0);
  assert_true(lg_world_stamp(NULL) == 0 && lg_world_threads(NULL) == 0 &&
              lg_world_edge(NULL, 0, 1) == LG_EDGE_WALL);
  for (const lg_stat *r = lg_stats_rows(); r->name; r++)
    assert_true(lg_stat_read(r, lg_world_stats(NULL)).v[0] == 0);
  assert_string_equal(lg_world_stats(NULL)->limit, "");
  assert_int_equal(lg_world_stats(NULL)->stages, 0);
  assert_true(lg_column(NULL, "position").components == 0 &&
              lg_column_edit(NULL, "position").components == 0);
  assert_false(lg_column_add(NULL, "heat", 1));
  assert_int_equal(lg_column_count(NULL), 0);
  assert_string_equal(lg_column_name(NULL, 0), "");
  assert_true(lg_particle_add(NULL, p, q) == -1 && lg_particle_find(NULL, 0) == -1);
  lg_before_step(NULL, never, NULL);
  lg_after_step(NULL, never, NULL);
  lg_on_stage(NULL, NULL, NULL);
  assert_false(lg_world_step(NULL, 0.01) || lg_world_advance(NULL, 1, 0.01));
  assert_true(strlen(lg_error(NULL)) > 0);
  assert_true(lg_add(NULL, "shape.box", LG_NO_ARGS) == 0 && lg_find(NULL, "box1") == 0 &&
              lg_world_id(NULL) == 0);
  assert_true(lg_solver_id(NULL) == 0 && lg_object_count(NULL) == 0 && lg_object_at(NULL, 0) == 0);
  assert_false(lg_remove(NULL, 1) || lg_set_solver(NULL, "wcsph", LG_NO_ARGS) ||
               lg_set(NULL, 1, LG_NO_ARGS));
  assert_false(lg_get(NULL, 1, "gravity", &a) || lg_get(NULL, 1, NULL, NULL) || lg_alive(NULL, 1));
  assert_string_equal(lg_name(NULL, 1), "");
  assert_true(lg_distance(NULL, 1, p) == (float)LG_HUGE && !lg_extent(NULL, 1, p, q));
}

/* The same for pointers of a call to a world that is there; the world takes no harm. */
static void no_pointer_is_no_crash(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1), solid = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball)));
  float p[3] = {0, 0, 0};
  uint64_t hash = lg_world_hash(w);
  for (int i = 0; i < 2; i++) {
    lg_id id = i ? solid : ball;
    assert_true(lg_distance(w, id, NULL) == (float)LG_HUGE && lg_distance(w, id, p) < 0);
    assert_false(lg_extent(w, id, NULL, p) || lg_extent(w, id, p, NULL) ||
                 lg_extent(w, id, NULL, NULL));
    assert_false(lg_get(w, id, "name", NULL));
  }
  assert_true(lg_find(w, NULL) == 0 && lg_add(w, NULL, LG_NO_ARGS) == 0 && lg_object_count(w) == 2);
  assert_true(lg_column(w, NULL).components == 0 && lg_column_edit(w, NULL).components == 0);
  const char *no_column = "there is no column ''; known: position";
  assert_memory_equal(lg_error(w), no_column, strlen(no_column));
  assert_false(lg_column_add(w, NULL, 1) || lg_set_solver(w, NULL, LG_NO_ARGS));
  assert_true(lg_particle_add(w, NULL, NULL) == -1);
  assert_string_equal(lg_error(w), "particle: there is no position; give one in m");
  assert_true(lg_world_count(w) == 0 && lg_world_hash(w) == hash);
  assert_true(lg_particle_add(w, p, NULL) >= 0); /* no velocity: at rest */
  /* where answers go */
  assert_false(lg_smoothing_of(w, 0, NULL, NULL));
  assert_string_equal(lg_error(w), "lg_smoothing_of: there is no place for the kernel");
  assert_false(lg_compare(w, w, NULL));
  assert_string_equal(lg_error(w), "lg_compare: there is no place for what is found");
  assert_false(lg_probe_read(w, 0, NULL));
  assert_string_equal(lg_error(w), "lg_probe_read: there is no place for what is told");
  assert_false(lg_world_save(w, NULL, NULL));
  assert_string_equal(lg_error(w), "lg_world_save: there is no function that takes the bytes");
  const lg_view at = lg_column(w, "position");
  assert_false(lg_compare_at(w, w, "speed", &at, NULL));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_definitions_are_refused),
      cmocka_unit_test(distance_from_the_origin_is_limited),
      cmocka_unit_test(worlds_begin_empty),
      cmocka_unit_test(worlds_tell_their_host),
      cmocka_unit_test(failing_memory_makes_no_world),
      cmocka_unit_test(worlds_give_everything_back),
      cmocka_unit_test(loops_are_for_hosts_too),
      cmocka_unit_test(hooks_can_refuse),
      cmocka_unit_test(no_world_is_no_crash),
      cmocka_unit_test(no_pointer_is_no_crash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
