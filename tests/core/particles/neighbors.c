/* Neighbour lists against brute force: the exact pairs, for every arrangement, dimension, edge and
   thread count. */
#include "core/base/isa.h"
#include "core/particles/loops.h"
#include "core/step/step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

typedef enum arrangement {
  RANDOM,
  LATTICE,
  CLUSTERED,
  ON_CELL_BORDERS,
  NEGATIVE,
  ARRANGEMENTS
} arrangement;

static const float RADIUS = 0.125f;

static float uniform(uint32_t *state) { /* xorshift: a source of points of the test's own */
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return (float)(*state >> 8) / 16777216.0f;
}

static lg_world *make_world(int dim, bool periodic, float low, int threads) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(low, low, low + 1, low + 1)
                        : lg_bounds3(low, low, low, low + 1, low + 1, low + 1);
  def.spacing = 0.05f;
  def.threads = threads;
  for (int k = 0; k < dim; k++)
    def.edges[k][0] = def.edges[k][1] = periodic ? LG_EDGE_PERIODIC : LG_EDGE_WALL;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static void fill(lg_world *w, arrangement how, size_t n, float low) {
  uint32_t state = 2463534242U + (uint32_t)how;
  const float none[3] = {0, 0, 0};
  for (size_t i = 0; i < n; i++) {
    float x[3] = {0, 0, 0};
    for (int k = 0; k < w->dim; k++) {
      float u = uniform(&state);
      if (how == LATTICE) u = floorf(u * 20) / 20;
      if (how == CLUSTERED) u = 0.4f + 0.08f * u * u;
      if (how == ON_CELL_BORDERS) u = RADIUS * floorf(u * 8);
      x[k] = low + u;
    }
    assert_true(lg_particles_append(w->particles, x, none, 1, 0));
  }
}

/* One entry of a list: which particle, moved by which period. */
typedef struct entry {
  int32_t j;
  float shift[3];
} entry;

static int by_entry(const void *a, const void *b) { return memcmp(a, b, sizeof(entry)); }

static int brute_force(const lg_world *w, int32_t i, entry *out) {
  int n = 0, reach = w->def.edges[0][0] == LG_EDGE_PERIODIC;
  for (int32_t j = 0; j < (int32_t)w->particles->n; j++)
    for (int sx = -reach; sx <= reach; sx++)
      for (int sy = -reach; sy <= reach; sy++)
        for (int sz = w->dim == 3 ? -reach : 0; sz <= (w->dim == 3 ? reach : 0); sz++) {
          float shift[3] = {(float)sx, (float)sy, (float)sz}, r2 = 0; /* the bounds are 1 m wide */
          if (i == j && !sx && !sy && !sz) continue;
          for (int k = 0; k < w->dim; k++) {
            float d = w->particles->x[k][i] - (w->particles->x[k][j] + shift[k]);
            r2 += d * d;
          }
          if (!(r2 < RADIUS * RADIUS)) continue;
          out[n].j = j;
          for (int k = 0; k < 3; k++) out[n].shift[k] = shift[k] + 0.0f; /* no negative zeros */
          n++;
        }
  qsort(out, (size_t)n, sizeof *out, by_entry);
  return n;
}

static int listed(const lg_world *w, int32_t i, entry *out) {
  const lg_neighbors *nb = w->neighbors;
  int n = nb->count[i];
  for (int e = 0; e < n; e++) {
    int32_t j = nb->row[i][e];
    bool ghost = j >= (int32_t)w->particles->n;
    int32_t g = j - (int32_t)w->particles->n;
    out[e].j = ghost ? nb->source[g] : j;
    for (int k = 0; k < 3; k++) out[e].shift[k] = ghost ? nb->shift[g][k] + 0.0f : 0;
  }
  for (int e = n; e % LG_LANES; e++) assert_int_equal(nb->row[i][e], nb->pad);
  qsort(out, (size_t)n, sizeof *out, by_entry);
  return n;
}

static void same_as_brute_force(arrangement how, int dim, bool periodic) {
  const size_t n = 1500;
  float low = how == NEGATIVE ? -1.75f : 0;
  lg_world *w = make_world(dim, periodic, low, 2);
  fill(w, how, n, low);
  assert_true(lg_neighbors_sort(w, RADIUS, NULL));
  assert_true(lg_neighbors_build(w));
  assert_int_equal(w->particles->n, n);
  entry *expected = malloc(27 * n * sizeof *expected), *found = malloc(27 * n * sizeof *found);
  int pairs = 0;
  for (int32_t i = 0; i < (int32_t)n; i++) {
    int count = brute_force(w, i, expected);
    assert_int_equal(listed(w, i, found), count);
    assert_memory_equal(found, expected, (size_t)count * sizeof *found);
    pairs += count;
  }
  assert_true(pairs > (int)n); /* the case is not an empty one */
  free(expected);
  free(found);
  lg_world_free(w);
}

/* Lists equal brute force on every arrangement, 2-D and 3-D, closed and periodic. */
static void lists_equal_brute_force(void **state) {
  (void)state;
  for (int how = 0; how < ARRANGEMENTS; how++)
    for (int dim = 2; dim <= 3; dim++)
      for (int periodic = 0; periodic <= 1; periodic++)
        same_as_brute_force((arrangement)how, dim, periodic);
}

/* Sorted order and lists are the same bits for 1, 2, 3 and 7 threads. */
static void threads_do_not_matter(void **state) {
  (void)state;
  const int team[] = {1, 2, 3, 7};
  const size_t n = 4000;
  lg_world *w[4];
  for (int t = 0; t < 4; t++) {
    w[t] = make_world(3, true, 0, team[t]);
    fill(w[t], RANDOM, n, 0);
    assert_true(lg_neighbors_sort(w[t], RADIUS, NULL));
    assert_true(lg_neighbors_build(w[t]));
    assert_memory_equal(w[t]->particles->id, w[0]->particles->id, n * sizeof(int32_t));
    for (size_t i = 0; i < n; i++) {
      assert_int_equal(w[t]->neighbors->count[i], w[0]->neighbors->count[i]);
      assert_memory_equal(w[t]->neighbors->row[i], w[0]->neighbors->row[i],
                          (size_t)w[0]->neighbors->count[i] * sizeof(int32_t));
    }
  }
  for (int t = 0; t < 4; t++) lg_world_free(w[t]);
}

/* Sorting keeps each particle's columns together and drops exactly the marked ones. */
static void sorting_moves_whole_particles(void **state) {
  (void)state;
  const size_t n = 3000;
  lg_world *w = make_world(2, false, 0, 2);
  fill(w, RANDOM, n, 0);
  float *x = malloc(n * sizeof *x);
  uint8_t *dead = calloc(n, 1);
  size_t left = n;
  for (size_t i = 0; i < n; i++) {
    x[i] = w->particles->x[0][i];
    dead[i] = i % 7 == 3;
    left -= dead[i];
  }
  assert_true(lg_neighbors_sort(w, RADIUS, dead));
  assert_int_equal(w->particles->n, left);
  for (size_t i = 0; i < left; i++) {
    assert_false(dead[w->particles->id[i]]);
    assert_true(w->particles->x[0][i] == x[w->particles->id[i]]);
  }
  free(x);
  free(dead);
  lg_world_free(w);
}

/* Positions beyond a periodic edge are wrapped into the bounds before sorting. */
static void periodic_positions_are_wrapped(void **state) {
  (void)state;
  lg_world *w = make_world(2, true, 0, 1);
  const float x[3] = {-0.25f, 2.5f, 0}, v[3] = {0, 0, 0};
  assert_true(lg_particles_append(w->particles, x, v, 1, 0));
  assert_true(lg_neighbors_sort(w, RADIUS, NULL));
  assert_float_equal(w->particles->x[0][0], 0.75f, 1e-6);
  assert_float_equal(w->particles->x[1][0], 0.5f, 1e-6);
  lg_world_free(w);
}

/* After the first build, the same particles are listed again without asking for memory. */
static void second_build_allocates_nothing(void **state) {
  (void)state;
  lg_world *w = make_world(3, true, 0, 2);
  fill(w, RANDOM, 5000, 0);
  for (int round = 0; round < 3; round++) {
    size_t calls = w->mem.calls;
    assert_true(lg_neighbors_sort(w, RADIUS, NULL));
    assert_true(lg_neighbors_build(w));
    if (round > 0) assert_int_equal(w->mem.calls, calls);
  }
  lg_world_free(w);
}

LG_VARIANTS(lg_loops, path)

/* Every dispatch path that this machine has writes the same list (the plain one is the oracle). */
static void dispatch_paths_agree(void **state) {
  (void)state;
  enum { N = 20 * LG_CANDIDATE_STEP };
  _Alignas(64) float x[3][N];
  _Alignas(64) int32_t index[N];
  int32_t list[LG_ISAS][2 * N], *row[LG_ISAS][N], count[LG_ISAS][N];
  uint16_t mask[LG_MASKS(N)];
  uint32_t seed = 7;
  for (int k = 0; k < N; k++) {
    for (int d = 0; d < 3; d++) x[d][k] = uniform(&seed);
    index[k] = k;
  }
  const lg_candidates c = {N, N, 0, {x[0], x[1], x[2]}, index, mask};
  for (int i = 0; i < N; i++) {
    size_t used[LG_ISAS] = {0};
    for (int k = 0; k <= lg_isa_best(); k++) {
      const lg_listing l = {2 + i % 2, 0.2f,   (float *const[3]){x[0], x[1], x[2]},
                            -1,        row[k], count[k]};
      used[k] = path[k]->near(&l, &c, i, i + 1, list[k]);
      assert_int_equal(used[k], used[0]);
      assert_int_equal(count[k][i], count[0][i]);
      assert_memory_equal(list[k], list[0], used[0] * sizeof **list);
    }
    assert_true(count[0][i] > 0 && (size_t)count[0][i] <= used[0]);
    for (int32_t e = 0; e < count[0][i]; e++) assert_int_not_equal(list[0][e], i);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_equal_brute_force),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(sorting_moves_whole_particles),
      cmocka_unit_test(periodic_positions_are_wrapped),
      cmocka_unit_test(second_build_allocates_nothing),
      cmocka_unit_test(dispatch_paths_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
