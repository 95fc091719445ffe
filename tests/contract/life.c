/* Every kind that is dropped in must live in a stepped world: in 2-D and 3-D, on any number of
   threads, with no particle, with one, and with two in one place. Nothing here names the kind under
   test. */
#include "contract/contract.h"

#define DT (1 / 60.0)

/* Calls fn for every kind of a family (LG_FAMILIES: of all), in 2-D and in 3-D. */
static void every(lg_family family, void (*fn)(const lg_kind *k, int dim)) {
  int seen = 0;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (family != LG_FAMILIES && k->family != family) continue;
    for (int dim = 2; dim <= 3; dim++) fn(k, dim);
    seen++;
  }
  assert_true(seen > 0);
}

static void run(lg_world *w, const lg_kind *k, int frames) {
  for (int i = 0; i < frames; i++)
    if (!lg_world_step(w, DT))
      fail_msg("%s in %d-D, frame %d: %s", full_name(k), lg_world_dim(w), i + 1, lg_error(w));
}

/* No particle astray: all columns are numbers, and nobody is outside a wall. Only the upper y edge
   is open. */
static void check_sound(const lg_world *w, const lg_kind *k) {
  int dim = lg_world_dim(w);
  for (int c = 0; c < lg_column_count(w); c++) {
    lg_view v = lg_column(w, lg_column_name(w, c));
    for (int a = 0; a < v.components && !v.i32; a++)
      for (size_t i = 0; i < v.n; i++)
        if (!isfinite(v.c[a][i]))
          fail_msg("%s: %s of particle %zu is no number", full_name(k), lg_column_name(w, c), i);
  }
  lg_view x = lg_column(w, "position");
  for (int a = 0; a < dim; a++)
    for (size_t i = 0; i < x.n; i++)
      if (x.c[a][i] < 0 || x.c[a][i] > 1)
        fail_msg("%s in %d-D: particle %zu left the tank, %c = %g", full_name(k), dim, i, "xyz"[a],
                 (double)x.c[a][i]);
  if (lg_world_stats(w)->guarded)
    fail_msg("%s: the guard took %zu particles", full_name(k), lg_world_stats(w)->guarded);
}

static uint64_t life(const lg_kind *k, int dim, int64_t threads, int frames) {
  lg_world *w = tank(dim, threads);
  pour(w);
  add_default(w, k);
  run(w, k, frames);
  check_sound(w, k);
  assert_true(lg_world_count(w) > 0);
  uint64_t hash = lg_world_hash(w);
  lg_world_free(w);
  return hash;
}

static void live(const lg_kind *k, int dim) { life(k, dim, 2, 15); }

/* With its defaults a kind does no harm to falling water: every step succeeds and no particle goes
   astray. */
static void kinds_live_in_a_stepped_world(void **state) {
  (void)state;
  every(LG_FAMILIES, live);
}

static void same_bits(const lg_kind *k, int dim) {
  uint64_t one = life(k, dim, 1, 4);
  static const int64_t others[] = {2, 3, 7};
  for (size_t i = 0; i < 3; i++)
    if (life(k, dim, others[i], 4) != one)
      fail_msg("%s in %d-D: 1 and %d threads differ", full_name(k), dim, (int)others[i]);
}

/* The promise of determinism, against the run on one thread. */
static void threads_do_not_change_a_bit(void **state) {
  (void)state;
  every(LG_FAMILIES, same_bits);
}

static void few(const lg_kind *k, int dim) {
  static const float x[3][3] = {{0.6f, 0.6f, 0.6f}, {0.6f, 0.6f, 0.6f}, {0.9f, 0.9f, 0.9f}};
  static const float v[3] = {0.1f, 0, 0};
  for (int n = 0; n <= 3; n++) { /* none, one, two in one place, and a distant third */
    lg_world *w = tank(dim, 2);
    for (int i = 0; i < n; i++) assert_true(lg_particle_add(w, x[i], v) >= 0);
    add_default(w, k);
    run(w, k, 2);
    check_sound(w, k);
    lg_world_free(w);
  }
}

/* Nobody to push, nobody near, and two particles in one place, which no kernel gradient tells
   apart. */
static void empty_and_coincident(void **state) {
  (void)state;
  every(LG_FAMILIES, few);
}

/* ---- shapes: what a signed distance is, whatever the shape ---------------------------------- */

static uint32_t dice;
/* a linear congruential generator: the same points in every run */
static float roll(float lo, float hi) {
  dice = dice * 1664525u + 1013904223u;
  return lo + (hi - lo) * (float)(dice >> 8) / 16777216.0f;
}

static void roll_point(float p[3], int dim) {
  for (int a = 0; a < 3; a++) p[a] = a < dim ? roll(-1.5f, 1.5f) : 0;
}

/* |grad d| by central differences of 2 mm */
static float slope(const lg_world *w, lg_id id, const float p[3], int dim) {
  double sum = 0;
  for (int a = 0; a < dim; a++) {
    float lo[3] = {p[0], p[1], p[2]}, hi[3] = {p[0], p[1], p[2]};
    lo[a] -= 1e-3f;
    hi[a] += 1e-3f;
    double d = ((double)lg_distance(w, id, hi) - (double)lg_distance(w, id, lo)) /
               ((double)hi[a] - (double)lo[a]);
    sum += d * d;
  }
  return (float)sqrt(sum);
}

static void is_a_distance(const lg_kind *k, int dim) {
  enum { POINTS = 2000 };
  lg_world *w = tank(dim, 1);
  lg_id id = add_default(w, k);
  float min[3], max[3];
  bool bounded = lg_extent(w, id, min, max);
  int steep = 0;
  dice = 1;
  for (int i = 0; i < POINTS; i++) {
    float p[3], q[3], away = 0;
    roll_point(p, dim);
    roll_point(q, dim);
    float d = lg_distance(w, id, p);
    for (int a = 0; a < dim; a++) away += (p[a] - q[a]) * (p[a] - q[a]);
    if (!(fabsf(d - lg_distance(w, id, q)) <= sqrtf(away) * 1.0001f + 1e-5f))
      fail_msg("%s in %d-D grows faster than the distance", full_name(k), dim);
    for (int a = 0; a < dim && d < 0 && bounded; a++)
      if (p[a] < min[a] - 1e-5f || p[a] > max[a] + 1e-5f)
        fail_msg("%s in %d-D is inside, outside its own bounds", full_name(k), dim);
    float s = slope(w, id, p, dim);
    steep += s > 0.99f && s < 1.01f;
    if (dim == 2) { /* in 2-D the third coordinate must not count */
      float lifted[3] = {p[0], p[1], 0.7f};
      /* the same sum: the same bits */
      if (lg_distance(w, id, lifted) != d) fail_msg("%s: z counts in 2-D", full_name(k));
    }
  }
  /* |grad d| = 1 but on edges and medial axes, which are thin */
  if (steep < POINTS * 8 / 10)
    fail_msg("%s in %d-D: |grad distance| is 1 at only %d of %d points", full_name(k), dim, steep,
             POINTS);
  lg_world_free(w);
}

static void shapes_are_distances(void **state) {
  (void)state;
  every(LG_FAMILY_SHAPE, is_a_distance);
}

static void moves_rigidly(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 1);
  lg_id still = add_default(w, k), moved = add_default(w, k);
  const float angle = 0.6f, t[3] = {0.3f, -0.2f, dim == 3 ? 0.1f : 0};
  lg_arg turn = dim == 2 ? lg_num("rotation", 0.6) : lg_vec3("rotation", 0, 0, 0.6);
  if (!lg_set(w, moved, LG_ARGS(turn, point("translation", dim, 0.3, -0.2, 0.1))))
    fail_msg("%s: %s", full_name(k), lg_error(w));
  dice = 2;
  for (int i = 0; i < 500; i++) {
    float p[3], q[3];
    roll_point(p, dim);
    q[0] = cosf(angle) * p[0] - sinf(angle) * p[1] + t[0]; /* turned about z, then moved */
    q[1] = sinf(angle) * p[0] + cosf(angle) * p[1] + t[1];
    q[2] = p[2] + t[2];
    float a = lg_distance(w, still, p), b = lg_distance(w, moved, q);
    if (fabsf(a - b) > 2e-5f)
      fail_msg("%s in %d-D: its pose changes its form (%g, %g)", full_name(k), dim, (double)a,
               (double)b);
  }
  lg_world_free(w);
}

/* d of the posed shape at the posed point is d of the shape at the point; the pose is computed here
   by hand. */
static void shapes_move_rigidly(void **state) {
  (void)state;
  every(LG_FAMILY_SHAPE, moves_rigidly);
}

/* ---- emitters, colliders, fields, solvers --------------------------------------------------- */

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void emits_soundly(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 2);
  add_default(w, k);
  static int32_t ids[1 << 20];
  for (int frame = 0; frame < 20; frame++) {
    run(w, k, 1);
    check_sound(w, k);
    lg_view id = lg_column(w, "id"), age = lg_column(w, "age");
    assert_true(id.n < sizeof ids / sizeof *ids);
    if (id.n) memcpy(ids, id.i32, id.n * sizeof *ids);
    qsort(ids, id.n, sizeof *ids, compare);
    for (size_t i = 1; i < id.n; i++) assert_int_not_equal(ids[i], ids[i - 1]);
    for (size_t i = 0; i < age.n; i++)
      assert_true(age.c[0][i] >= 0 && (double)age.c[0][i] <= lg_world_time(w) + 1e-6);
    const lg_stats *s = lg_world_stats(w);
    /* nobody is lost from the books */
    assert_int_equal(s->emitted, s->particles + s->culled + s->removed + s->guarded);
  }
  lg_world_free(w);
}

/* Ids are unique, ages lie within the time, and the books balance: emitted = there + culled +
   removed + guarded. */
static void emitters_keep_the_books(void **state) {
  (void)state;
  every(LG_FAMILY_EMITTER, emits_soundly);
}

static void keeps_out(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 2);
  pour(w);
  lg_id id = add_default(w, k);
  float deepest = 1;
  const float middle[3] = {0.375f, 0.375f, dim == 3 ? 0.375f : 0};
  if (!(lg_distance(w, id, middle) < 0))
    fail_msg("%s in %d-D is not solid in its middle", full_name(k), dim);
  for (int frame = 0; frame < 40; frame++) {
    run(w, k, 1);
    lg_view x = lg_column(w, "position");
    for (size_t i = 0; i < x.n; i++) {
      float p[3] = {x.c[0][i], x.c[1][i], dim == 3 ? x.c[2][i] : 0};
      deepest = fminf(deepest, lg_distance(w, id, p));
    }
  }
  if (deepest > lg_world_spacing(w))
    fail_msg("%s in %d-D: nothing fell on it, %g m away", full_name(k), dim, (double)deepest);
  if (deepest < -0.05f * lg_world_spacing(w))
    fail_msg("%s in %d-D: a particle is %g m inside", full_name(k), dim, -(double)deepest);
  lg_world_free(w);
}

/* Whatever falls on a collider stays out of its signed distance (and something does fall on it). */
static void colliders_keep_particles_out(void **state) {
  (void)state;
  every(LG_FAMILY_COLLIDER, keeps_out);
}

static void samples_alike(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 1);
  lg_id id = add_default(w, k);
  int components = lg_field_components(w, id);
  if (components != 1 && components != dim)
    fail_msg("%s in %d-D has %d components", full_name(k), dim, components);
  static float x[3][LG_BLOCK], v[3][LG_BLOCK], mass[LG_BLOCK], all[3][LG_BLOCK];
  dice = 3;
  for (int i = 0; i < LG_BLOCK; i++) {
    for (int a = 0; a < 3; a++) {
      x[a][i] = roll(-1, 2);
      v[a][i] = roll(-3, 3);
    }
    mass[i] = roll(0.5f, 2);
  }
  x[0][0] = x[1][0] = x[2][0] = 0; /* often the centre of a field: it must be a number there too */
  lg_points at = {.n = LG_BLOCK,
                  .x = {x[0], x[1], dim == 3 ? x[2] : NULL},
                  .v = {v[0], v[1], dim == 3 ? v[2] : NULL},
                  .mass = mass,
                  .time = 0.25};
  float *const out[3] = {all[0], all[1], all[2]};
  assert_true(lg_field_sample(w, id, &at, out));
  for (int i = 0; i < LG_BLOCK; i++) {
    float one[3][8] = {{0}};
    float *const single[3] = {one[0], one[1], one[2]};
    float px[3] = {x[0][i], x[1][i], x[2][i]}, pv[3] = {v[0][i], v[1][i], v[2][i]};
    lg_points here = {.n = 1,
                      .x = {px, px + 1, dim == 3 ? px + 2 : NULL},
                      .v = {pv, pv + 1, dim == 3 ? pv + 2 : NULL},
                      .mass = &mass[i],
                      .time = 0.25};
    assert_true(lg_field_sample(w, id, &here, single));
    for (int c = 0; c < components; c++) {
      if (!isfinite(all[c][i]))
        fail_msg("%s in %d-D is no number at point %d", full_name(k), dim, i);
      if (memcmp(&one[c][0], &all[c][i], sizeof(float)) != 0)
        fail_msg("%s in %d-D: point %d depends on its place in the block", full_name(k), dim, i);
    }
  }
  lg_world_free(w);
}

/* A point's value does not depend on where in the block it stands: the block against each point
   alone, bit for bit. */
static void fields_are_functions_of_the_point(void **state) {
  (void)state;
  every(LG_FAMILY_FIELD, samples_alike);
}

static void solves_soundly(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 2);
  pour_block(w, 0.2, 0.6, 0.1, 0.5);
  add_default(w, k);
  run(w, k, 3);
  const lg_stats *s = lg_world_stats(w);
  assert_true(s->dt > 0 && s->dt <= DT * (1 + 1e-9));
  assert_true(s->substeps >= 1);
  assert_non_null(s->limit);
  for (const lg_column_def *c = k->solver.columns; c && c->name; c++) {
    lg_view v = lg_column(w, c->name);
    if (v.components != (c->components ? c->components : dim))
      fail_msg("%s: column %s is missing", full_name(k), c->name);
    if (!c->doc || !*c->doc || !c->unit || !*c->unit)
      fail_msg("%s: column %s has no unit or sentence", full_name(k), c->name);
  }
  /* and over to every other solver and back, in mid-run */
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *other = lg_kind_at(i);
    if (other->family != LG_FAMILY_SOLVER || other == k) continue;
    size_t before = lg_world_count(w);
    add_default(w, other);
    run(w, other, 1);
    add_default(w, k);
    run(w, k, 1);
    check_sound(w, k);
    assert_int_equal(lg_world_count(w), before);
  }
  lg_world_free(w);
}

/* A solver's columns are there as it declares them, its step is within the frame, and it can be
   swapped in mid-run. */
static void solvers_declare_and_swap(void **state) {
  (void)state;
  every(LG_FAMILY_SOLVER, solves_soundly);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_live_in_a_stepped_world),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(empty_and_coincident),
      cmocka_unit_test(shapes_are_distances),
      cmocka_unit_test(shapes_move_rigidly),
      cmocka_unit_test(emitters_keep_the_books),
      cmocka_unit_test(colliders_keep_particles_out),
      cmocka_unit_test(fields_are_functions_of_the_point),
      cmocka_unit_test(solvers_declare_and_swap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
