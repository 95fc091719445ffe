/* fill: how full cells read. A lattice fills all of them, wherever it begins; what is open of
   cells and what is in them is handed out without loss; nothing jumps as a particle crosses a
   face. */
#include "core/mac_small.h"
#include "near.h"

#define EDGE 0.125f

/* A bench with a particle at each place of a lattice of two a cell and axis, moved along x by `by`
   cells round the edges. */
static void lattice(bench *b, int dim, lg_edge edges, double by) {
  const int side = (int)(2 / EDGE);
  const float v[3] = {0};
  bench_make(b, dim, EDGE / 2, EDGE, edges);
  for (int i = 0; i < side * side * (dim == 3 ? side : 1); i++) {
    const int n[3] = {i % side, i / side % side, i / side / side};
    float x[3] = {0};
    for (int k = 0; k < dim; k++)
      x[k] = EDGE * (float)fmod(0.5 * n[k] + 0.25 + (k == 0 ? by : 0), 0.5 * side);
    assert_true(lg_particle_add(b->w, x, v) >= 0);
  }
  bench_go(b);
  lg_mac_classify(mac_of(b->w), &b->s, LG_MAC_BY_COUNT);
}

static void a_lattice_fills_all(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int moved = 0; moved < 8; moved++) {
      bench b;
      lattice(&b, dim, moved == 0 ? LG_EDGE_WALL : LG_EDGE_PERIODIC, moved / 8.0);
      const lg_mac *m = mac_of(b.w);
      LG_EACH_CELL(&m->lattice, 0, c) {
        assert_near((double)m->room[c], 1, 1e-6);
        assert_near((double)m->fill[c], 1, 1e-5);
      }
      lg_world_free(b.w);
    }
}

/* Over a ramp: room of cells sums to what is open of them, and what counts for cells to the
   particles. */
static void nothing_is_lost(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    bench_make(&b, dim, EDGE / 2, EDGE, LG_EDGE_WALL);
    lg_arg point = lg_vec3("point", 0.9, 0.02, 0), normal = lg_vec3("normal", 0.4, 0.9, 0);
    point.n = normal.n = dim;
    lg_id ramp = lg_add(b.w, "shape.plane", LG_ARGS(point, normal));
    assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", ramp))) != 0);
    unsigned seed = 1;
    int n = 0;
    for (int i = 0; i < (dim == 2 ? 600 : 6000); i++) {
      float x[3] = {0};
      const float v[3] = {0};
      for (int k = 0; k < dim; k++) {
        seed = seed * 1664525u + 1013904223u;
        x[k] = (float)(seed >> 8) / (1 << 24);
      }
      if (lg_distance(b.w, ramp, x) < 0.5f * EDGE) continue;
      assert_true(lg_particle_add(b.w, x, v) >= 0);
      n++;
    }
    bench_go(&b);
    lg_mac_classify(mac_of(b.w), &b.s, LG_MAC_BY_COUNT);

    const lg_mac *m = mac_of(b.w);
    double open = 0, room = 0, count = 0;
    LG_EACH_CELL(&m->lattice, 0, c) {
      open += (double)m->volume[c];
      room += (double)m->room[c];
      if (m->fill[c] > 0) count += (double)(m->fill[c] * m->room[c] * m->full);
    }
    print_message("%d-D: %.4f cells open, room for %.4f; %d particles, %.3f counted\n", dim, open,
                  room, n, count);
    assert_near(room, open, 1e-4 * open);
    assert_true(count <= n + 1e-3 && count > 0.995 * n); /* a few count for empty cells */
    lg_world_free(b.w);
  }
}

/* Fill of the cells on both sides of a face, a particle at x (cells) among others. */
static void fills(double x, double out[2]) {
  bench b;
  const float v[3] = {0}, other[2][2] = {{0.25f * EDGE, 0.5f * EDGE}, {1.75f * EDGE, 0.5f * EDGE}};
  const float at[3] = {(float)x * EDGE, 0.5f * EDGE, 0};
  bench_make(&b, 2, EDGE / 2, EDGE, LG_EDGE_WALL);
  for (int i = 0; i < 2; i++)
    assert_true(lg_particle_add(b.w, (const float[3]){other[i][0], other[i][1], 0}, v) >= 0);
  assert_true(lg_particle_add(b.w, at, v) >= 0);
  bench_go(&b);
  lg_mac_classify(mac_of(b.w), &b.s, LG_MAC_BY_COUNT);
  const lg_mac *m = mac_of(b.w);
  for (int i = 0; i < 2; i++) out[i] = (double)m->fill[lg_lattice_at(&m->lattice, i, 0, 0)];
  lg_world_free(b.w);
}

static void nothing_jumps(void **state) {
  (void)state;
  double before[2], now[2];
  fills(0.5, before);
  assert_near(before[0], 0.5, 1e-6);
  assert_near(before[1], 0.25, 1e-6);
  for (int i = 1; i <= 100; i++) {
    fills(0.5 + i / 100.0, now);
    assert_near(now[0] + now[1], 0.75, 1e-5);
    assert_true(now[0] <= before[0] + 1e-6 && before[0] - now[0] <= 0.01);
    memcpy(before, now, sizeof before);
  }
  assert_near(now[0], 0.25, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_lattice_fills_all),
                                     cmocka_unit_test(nothing_is_lost),
                                     cmocka_unit_test(nothing_jumps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
