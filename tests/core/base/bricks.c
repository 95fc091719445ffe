/* Sparse grids: which bricks have nodes, and which node a point finds, in 2-D and 3-D. */
#include "core/base/bricks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { CELLS = 4, COUNT = 5, WORD = -3 };

/* A ball of 6 cells around the middle of the grid has its surface in what is near. */
static int32_t classify(void *user, const int first[3]) {
  const lg_bricks *g = user;
  double r2 = 0;
  for (int k = 0; k < g->dim; k++) {
    double d = first[k] + 0.5 * CELLS - 0.5 * CELLS * COUNT;
    r2 += d * d;
  }
  return fabs(sqrt(r2) - 6) <= 0.5 * CELLS * sqrt(g->dim) ? 0 : WORD;
}

static lg_bricks laid(lg_mem *mem, int dim, int threads) {
  lg_bricks g = {.dim = dim, .cells = CELLS, .cell = 1, .count = {COUNT, COUNT, COUNT}};
  if (dim == 2) g.count[2] = 1;
  assert_true(lg_bricks_lay(&g, mem, threads, classify, &g));
  return g;
}

/* Proves that bricks are numbered in their order, that the list of those with nodes is them, and
   that no number of threads matters. */
static void numbers_are_in_order(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_mem mem = {0};
    lg_bricks g = laid(&mem, dim, 1), other = laid(&mem, dim, 7);
    assert_int_equal(g.all, dim == 2 ? 25 : 125);
    assert_true(g.near > 0 && g.near < g.all);
    assert_memory_equal(g.index, other.index, g.all * sizeof *g.index);

    int32_t *near = lg_bricks_near(&g, &mem), seen = 0;
    for (size_t i = 0; i < g.all; i++) {
      int first[3];
      lg_bricks_first(&g, i, first);
      if (classify(&g, first) == WORD) {
        assert_int_equal(g.index[i], WORD);
        continue;
      }
      assert_int_equal(g.index[i], seen);
      assert_int_equal(near[seen++], i);
    }
    assert_int_equal(seen, g.near);
    lg_mem_free(&mem, near);
    lg_bricks_free(&g, &mem);
    lg_bricks_free(&other, &mem);
    assert_int_equal(mem.held, 0);
  }
}

/* Proves that a point finds the first node of its own cell and where in it it is: together they are
   the point again. On the upper border it is in the last cell; outside it finds nothing. */
static void points_find_their_cell(void **state) {
  (void)state;
  const float points[][3] = {{0.5f, 9.25f, 10}, {3, 9, 9.5f}, {4, 10.75f, 8}, {19.75f, 10, 10.5f}};
  for (int dim = 2; dim <= 3; dim++) {
    lg_mem mem = {0};
    lg_bricks g = laid(&mem, dim, 1);
    int32_t *near = lg_bricks_near(&g, &mem);
    int hits = 0;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
      size_t node, nodes = lg_bricks_nodes(&g);
      float t[3];
      int first[3];
      int32_t index = lg_bricks_find(&g, points[i], &node, t);
      if (index < 0) continue;
      hits++;
      assert_int_equal(node / nodes, index);
      lg_bricks_first(&g, (size_t)near[index], first);
      size_t in = node % nodes;
      for (int k = 0; k < dim; k++, in /= CELLS + 1)
        assert_true((float)(first[k] + (int)(in % (CELLS + 1))) + t[k] == points[i][k]);
    }
    assert_true(hits >= 2);

    size_t node;
    float t[3];
    const float below[3] = {-0.01f, 5, 5}, above[3] = {5, 20, 5}, none[3] = {NAN, 5, 5};
    assert_int_equal(lg_bricks_find(&g, below, &node, t), LG_BRICKS_BEYOND);
    assert_int_equal(lg_bricks_find(&g, above, &node, t), LG_BRICKS_BEYOND);
    assert_int_equal(lg_bricks_find(&g, none, &node, t), LG_BRICKS_BEYOND);
    lg_mem_free(&mem, near);
    lg_bricks_free(&g, &mem);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(numbers_are_in_order),
                                     cmocka_unit_test(points_find_their_cell)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
