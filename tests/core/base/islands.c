/* Matrices of bodies that hold each other, beside dense ones worked out here in full. */
#include "core/base/islands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { BODIES = 5, ALL = 6 * BODIES };

static uint32_t dice = 1;
/* Numerical Recipes' generator: any spread of values will do. */
static double roll(void) {
  dice = dice * 1664525u + 1013904223u;
  return (double)(dice >> 8) / 16777216.0 - 0.5;
}

/* Bodies 0, 2 and 4 are an island, and 1, 3 are single; blocks on the diagonal are positive. */
static void set_up(lg_mem *mem, lg_islands *m, double dense[ALL][ALL]) {
  assert_true(lg_islands_begin(mem, m, BODIES));
  lg_islands_join(m, 4, 2);
  lg_islands_join(m, 0, 4);
  assert_true(lg_islands_end(mem, m));
  assert_int_equal(m->of[4], 0);
  assert_int_equal(m->size[0], 3);

  memset(dense, 0, ALL * sizeof *dense);
  for (int b = 0; b < BODIES; b++)
    for (int i = 0; i < 6; i++) {
      const double value = 1 + roll();
      lg_islands_row(m, b, i, b)[i] = dense[6 * b + i][6 * b + i] = value;
    }
}

/* M in of islands is that of the dense matrix. */
static void agrees(const lg_islands *m, double dense[ALL][ALL]) {
  double in[BODIES][6], out[BODIES][6];
  for (int i = 0; i < ALL; i++) in[i / 6][i % 6] = roll();
  lg_islands_times(m, (const double(*)[6])in, out);
  for (int i = 0; i < ALL; i++) {
    double sum = 0;
    for (int k = 0; k < ALL; k++) sum += dense[i][k] * in[k / 6][k % 6];
    assert_true(fabs(out[i / 6][i % 6] - sum) < 1e-12);
  }
}

/* Directions of one body and of two, hard ones and a soft one: M - k k^T / (a . k + soft) each;
   what is held already changes nothing, nor do two bodies of different islands. */
static void holds_directions(void **state) {
  (void)state;
  static const int of[4][2] = {{0, 2}, {4, -1}, {2, 4}, {3, -1}};
  lg_mem mem = {0};
  lg_islands m = {0};
  double dense[ALL][ALL];
  set_up(&mem, &m, dense);
  for (int e = 0; e < 4; e++) {
    double along[2][6], a[ALL] = {0}, k[ALL] = {0}, sum = 0, soft = e == 2 ? 0.7 : 0;
    for (int i = 0; i < 12; i++) along[i / 6][i % 6] = roll();
    for (int i = 0; i < 12; i++)
      if (of[e][i / 6] >= 0) a[6 * of[e][i / 6] + i % 6] = along[i / 6][i % 6];

    for (int i = 0; i < ALL; i++)
      for (int c = 0; c < ALL; c++) k[i] += dense[i][c] * a[c];
    for (int i = 0; i < ALL; i++) sum += a[i] * k[i];
    for (int i = 0; i < ALL; i++)
      for (int c = 0; c < ALL; c++) dense[i][c] -= k[i] * k[c] / (sum + soft);

    lg_islands_hold(&m, of[e], (const double(*)[6])along, soft, 1e-9);
    if (soft == 0) lg_islands_hold(&m, of[e], (const double(*)[6])along, 0, 1e-9);
    lg_islands_hold(&m, (const int[2]){1, 3}, (const double(*)[6])along, 0, 1e-9);
    agrees(&m, dense);
  }
  lg_islands_free(&mem, &m);
}

/* M^-1 M = 1, also where pivots have to be looked for. */
static void inverts(void **state) {
  (void)state;
  lg_mem mem = {0};
  lg_islands m = {0}, other = {0};
  double dense[ALL][ALL], in[BODIES][6], there[BODIES][6], back[BODIES][6];
  set_up(&mem, &m, dense);
  for (int b = 0; b < BODIES; b++)
    for (int from = m.of[b]; from >= 0; from = m.next[from])
      for (int i = 0; i < 36; i++) lg_islands_row(&m, b, i / 6, from)[i % 6] = roll();
  lg_islands_row(&m, 0, 0, 0)[0] = 0;

  assert_true(lg_islands_like(&mem, &other, &m));
  memcpy(other.value, m.value, (36 * 9 + 2 * 36) * sizeof *m.value);
  lg_islands_invert(&other);
  for (int i = 0; i < ALL; i++) in[i / 6][i % 6] = roll();
  lg_islands_times(&m, (const double(*)[6])in, there);
  lg_islands_times(&other, (const double(*)[6])there, back);
  for (int i = 0; i < ALL; i++) assert_true(fabs(back[i / 6][i % 6] - in[i / 6][i % 6]) < 1e-10);
  lg_islands_free(&mem, &m);
  lg_islands_free(&mem, &other);
}

/* Of more bodies than one may have, there are several. */
static void islands_end_somewhere(void **state) {
  (void)state;
  lg_mem mem = {0};
  lg_islands m = {0};
  assert_true(lg_islands_begin(&mem, &m, LG_ISLAND_MOST + 5));
  for (int b = 1; b < m.n; b++) lg_islands_join(&m, b - 1, b);
  assert_true(lg_islands_end(&mem, &m));
  int most = 0, all = 0;
  for (int b = 0; b < m.n; b++) {
    most = m.size[b] > most ? m.size[b] : most;
    all += m.size[b];
    assert_true(m.place[b] < m.size[m.of[b]]);
  }
  assert_int_equal(most, LG_ISLAND_MOST);
  assert_int_equal(all, m.n);
  lg_islands_free(&mem, &m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(holds_directions), cmocka_unit_test(inverts),
                                     cmocka_unit_test(islands_end_somewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
