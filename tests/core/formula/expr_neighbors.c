/* Sums over neighbours against loops over all pairs in double: in 2-D and 3-D, periodic, of two
   materials, with several radii and kernels at once; the same bits for 1, 2, 3 and 7 threads; what
   reads neighbours sees them as they were; what is refused. */
#include "kinds.h"

#include "core/base/kernel.h"
#include "core/base/rng.h"
#include "core/formula/expr.h"
#include "core/step/step.h"

#include <stdio.h>

enum { SUMS = 9 };

static double chance(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 40) / (double)(1 << 24);
}

/* A jittered cloud in a box of 1 m; 0.05 m apart on average in 2-D, 0.1 m in 3-D. */
static lg_world *cloud(int dim, bool periodic, int threads) {
  lg_world_def def = space_def(dim, 0, 1, dim == 2 ? 0.05 : 0.1);
  uint64_t state = 7;
  def.threads = threads;
  if (periodic) def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = space_of(def);
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
  assert_true(lg_column_add(w, "heat", 1));
  for (int i = 0; i < (dim == 2 ? 400 : 1000); i++) {
    float x[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++) x[k] = (float)chance(&state);
    for (int k = 0; k < dim; k++) v[k] = (float)chance(&state) - 0.5f;
    assert_true(lg_particle_add(w, x, v) >= 0);
    lg_column_edit(w, "heat").c[0][i] = (float)chance(&state);
  }
  return w;
}

static lg_node two(lg_expr *e, lg_op op, lg_node a, lg_node b) { return lg_expr_2(e, op, a, b); }

/* sum m W, sum V (T_q - T_p) laplacian, sum of grad W's x and of the offset's y, mean of T, least
   distance, greatest T, how many are hotter, and with half the radius and another kernel sum W over
   what the first sum says. */
static bool all_sums(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  const double *radius = user;
  (void)w;
  (void)t;
  (void)dt;
  lg_node mine = lg_expr_column(e, "heat", 0), out[SUMS];
  if (!lg_expr_neighbors(e, radius[0], "cubic_spline")) return false;
  lg_node heat = lg_expr_neighbor(e, "heat", 0), mass = lg_expr_neighbor(e, "mass", 0);
  out[0] = lg_expr_reduce(e, LG_SUM, two(e, LG_OP_MUL, mass, lg_expr_pair(e, LG_PAIR_W, 0)));
  out[1] = lg_expr_reduce(
      e, LG_SUM,
      two(e, LG_OP_MUL, two(e, LG_OP_SUB, heat, mine), lg_expr_pair(e, LG_PAIR_LAPLACIAN, 0)));
  out[2] = lg_expr_reduce(e, LG_SUM, lg_expr_pair(e, LG_PAIR_GRADIENT, 0));
  out[3] = lg_expr_reduce(e, LG_SUM, lg_expr_pair(e, LG_PAIR_OFFSET, 1));
  out[4] = lg_expr_reduce(e, LG_MEAN, heat);
  out[5] = lg_expr_reduce(e, LG_LEAST, lg_expr_pair(e, LG_PAIR_DISTANCE, 0));
  out[6] = lg_expr_reduce(e, LG_MOST, heat);
  out[7] = lg_expr_reduce(e, LG_COUNT, two(e, LG_OP_LT, mine, heat));
  lg_expr_neighbors_end(e);
  if (!lg_expr_neighbors(e, radius[1], "wendland_c2")) return false;
  out[8] = lg_expr_reduce(e, LG_SUM,
                          two(e, LG_OP_DIV, lg_expr_pair(e, LG_PAIR_W, 0),
                              two(e, LG_OP_ADD, out[0], lg_expr_number(e, 1))));
  lg_expr_neighbors_end(e);
  for (int i = 0; i < SUMS; i++) {
    char name[8];
    snprintf(name, sizeof name, "out%d", i);
    if (!lg_expr_store(e, name, 0, out[i])) return false;
  }
  return true;
}

/* The same by its definition, every pair of particles. */
static void by_definition(const lg_world *w, size_t p, const double radius[2], double out[SUMS]) {
  lg_view x = lg_column(w, "position"), heat = lg_column(w, "heat"), mass = lg_column(w, "mass");
  lg_bounds b = lg_world_bounds(w);
  const lg_kernel near = lg_kernel_make(LG_CUBIC_SPLINE, b.dim, radius[0]),
                  close = lg_kernel_make(LG_WENDLAND_C2, b.dim, radius[1]);
  double mine = (double)heat.c[0][p], n = 0;
  memset(out, 0, SUMS * sizeof *out);
  out[5] = HUGE_VAL;
  out[6] = -HUGE_VAL;
  for (size_t q = 0; q < x.n; q++) {
    double d[3] = {0, 0, 0}, r2 = 0;
    for (int k = 0; k < b.dim; k++) {
      d[k] = (double)x.c[k][p] - (double)x.c[k][q];
      if (k == 0 && w->def.edges[0][0] == LG_EDGE_PERIODIC) d[k] -= round(d[k]);
      r2 += d[k] * d[k];
    }
    double r = sqrt(r2), theirs = (double)heat.c[0][q];
    if (q != p && r < radius[1]) out[8] += (double)lg_kernel_w(&close, (float)r);
    if (q == p || r >= radius[0]) continue;
    double slope = (double)lg_kernel_grad(&near, (float)r);
    n++;
    out[0] += (double)mass.c[0][q] * (double)lg_kernel_w(&near, (float)r);
    out[1] += (theirs - mine) * -2 * slope * r2 / (r2 + 0.01 * radius[0] * radius[0]);
    out[2] += slope * d[0];
    out[3] += d[1];
    out[4] += theirs;
    out[5] = fmin(out[5], r);
    out[6] = fmax(out[6], theirs);
    out[7] += mine < theirs;
  }
  out[4] = n > 0 ? out[4] / n : 0;
  if (n == 0) out[5] = out[6] = 0;
  out[8] /= out[0] + 1;
}

static void sums_are_those_of_all_pairs(void **state) {
  (void)state;
  static const int threads[] = {1, 2, 3, 7};
  for (int set = 0; set < 4; set++) {
    const int dim = 2 + set / 2;
    const double radius[2] = {dim == 2 ? 0.17 : 0.31, dim == 2 ? 0.09 : 0.16};
    float *first[SUMS] = {NULL};
    for (int t = 0; t < 4; t++) {
      lg_world *w = cloud(dim, set % 2, threads[t]);
      char name[8];
      for (int i = 0; i < SUMS; i++) {
        snprintf(name, sizeof name, "out%d", i);
        assert_true(lg_column_add(w, name, 1));
      }
      if (!lg_update(w, all_sums, (void *)(uintptr_t)radius)) fail_msg("%s", lg_error(w));
      size_t n = lg_world_count(w);
      double worst[SUMS] = {0}, largest[SUMS] = {0}, want[SUMS];
      for (size_t p = 0; t == 0 && p < n; p++) {
        by_definition(w, p, radius, want);
        for (int i = 0; i < SUMS; i++) {
          snprintf(name, sizeof name, "out%d", i);
          worst[i] = fmax(worst[i], fabs((double)lg_column(w, name).c[0][p] - want[i]));
          largest[i] = fmax(largest[i], fabs(want[i]));
        }
      }
      for (int i = 0; i < SUMS; i++) {
        snprintf(name, sizeof name, "out%d", i);
        const float *now = lg_column(w, name).c[0];
        if (t == 0) {
          if (worst[i] > 3e-6 * largest[i]) fail_msg("sum %d: %g of %g", i, worst[i], largest[i]);
          assert_true(largest[i] > 0);
          first[i] = malloc(n * sizeof(float));
          memcpy(first[i], now, n * sizeof(float));
        }
        assert_memory_equal(first[i], now, n * sizeof(float));
      }
      lg_world_free(w);
    }
    for (int i = 0; i < SUMS; i++) free(first[i]);
  }
}

static bool average(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  if (!lg_expr_neighbors(e, 0, NULL)) return false;
  lg_node mean = lg_expr_reduce(e, LG_MEAN, lg_expr_neighbor(e, "heat", 0));
  lg_expr_neighbors_end(e);
  return lg_expr_store(e, "heat", 0, mean);
}

/* Heat becomes the mean of the neighbours' as it was before: also behind the first block, whose
   particles have been done by then. The particles themselves stay in their places. */
static void neighbours_are_read_as_they_were(void **state) {
  (void)state;
  lg_world *w = cloud(3, false, 3);
  size_t n = lg_world_count(w);
  lg_view x = lg_column(w, "position"), heat = lg_column(w, "heat");
  float *before = malloc(n * sizeof *before);
  uint64_t places = lg_world_hash(w);
  double r = 2.8 * 0.1;
  memcpy(before, heat.c[0], n * sizeof *before);
  lg_arg support;
  assert_true(lg_get(w, lg_solver_id(w), "support", &support));
  r = support.v[0] * 0.1;
  if (!lg_update(w, average, NULL)) fail_msg("%s", lg_error(w));
  heat = lg_column(w, "heat");
  for (size_t p = 0; p < n; p++) {
    double sum = 0, near = 0;
    for (size_t q = 0; q < n; q++) {
      double d2 = 0;
      for (int k = 0; k < 3; k++) d2 += pow((double)x.c[k][p] - (double)x.c[k][q], 2);
      if (q == p || d2 >= r * r) continue;
      sum += (double)before[q];
      near++;
    }
    assert_near((double)heat.c[0][p], near > 0 ? sum / near : 0, 1e-6);
  }
  memcpy(lg_column_edit(w, "heat").c[0], before, n * sizeof *before);
  assert_true(lg_world_hash(w) == places);
  free(before);
  lg_world_free(w);
}

typedef struct wrong {
  int what;
  const char *words;
} wrong;

static bool write_wrong(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  const wrong *x = user;
  (void)w;
  (void)t;
  (void)dt;
  lg_node one = lg_expr_number(e, 1), mass;
  switch (x->what) {
    case 0: return lg_expr_neighbors(e, -1, NULL);
    case 1: return lg_expr_neighbors(e, 0, "gauss");
    case 2: return lg_expr_neighbors(e, 0, NULL) && lg_expr_neighbors(e, 0, NULL);
    case 3: return lg_expr_give(e, 0, lg_expr_neighbor(e, "mass", 0));
    case 4: return lg_expr_give(e, 0, lg_expr_reduce(e, LG_SUM, one));
    case 5:
      lg_expr_neighbors(e, 0, NULL);
      return lg_expr_give(e, 0, lg_expr_neighbor(e, "mass", 0));
    case 6:
      lg_expr_neighbors(e, 0, NULL);
      return lg_expr_give(e, 0, lg_expr_reduce(e, LG_COUNT, one));
    case 7:
      lg_expr_neighbors(e, 0, NULL);
      return lg_expr_give(e, 0, lg_expr_neighbor(e, "temperature", 0));
    case 8:
      lg_expr_neighbors(e, 0, NULL);
      return lg_expr_give(e, 0, lg_expr_pair(e, LG_PAIR_OFFSET, 2));
    default: /* q of one sum in another */
      lg_expr_neighbors(e, 0.1, NULL);
      mass = lg_expr_neighbor(e, "mass", 0);
      lg_expr_neighbors_end(e);
      lg_expr_neighbors(e, 0.2, NULL);
      return lg_expr_give(e, 0, lg_expr_reduce(e, LG_SUM, mass));
  }
}

static void slips_are_refused(void **state) {
  (void)state;
  const wrong slips[] = {{0, "16 spacings, 0.0005 to 0.8 m; got"},
                         {1, "spiky, not 'gauss'"},
                         {2, "a sum inside a sum"},
                         {3, "only known inside of its sum"},
                         {4, "only known inside of its sum"},
                         {5, "only known inside of its sum"},
                         {6, "is a condition, q.x > p.x"},
                         {7, "there is no column 'temperature'"},
                         {8, "a pair has no such number"},
                         {9, "only known inside of its sum"}};
  lg_world *w = cloud(2, false, 1);
  for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
    double out[3];
    assert_int_equal(lg_fold_all(w, LG_SUM, write_wrong, (void *)(uintptr_t)&slips[i], out), 0);
    if (!strstr(lg_error(w), slips[i].words))
      fail_msg("%zu: '%s', expected '%s'", i, lg_error(w), slips[i].words);
  }
  assert_int_equal(lg_program_add(w, average, NULL, NULL), 0); /* it stores; and a field ... */
  lg_world_free(w);
}

static bool own_sums(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  if (!lg_expr_neighbors(e, 0, NULL)) return false;
  lg_node weight = lg_expr_reduce(e, LG_SUM, lg_expr_pair(e, LG_PAIR_W, 0)),
          rate = lg_expr_reduce(e, LG_SUM, lg_expr_pair(e, LG_PAIR_LAPLACIAN, 0)),
          slope = lg_expr_reduce(e, LG_SUM, lg_expr_pair(e, LG_PAIR_GRADIENT, 1)),
          far = lg_expr_reduce(e, LG_MOST, lg_expr_pair(e, LG_PAIR_DISTANCE, 0));
  lg_expr_neighbors_end(e);
  return lg_expr_store(e, "out0", 0, weight) && lg_expr_store(e, "out1", 0, rate) &&
         lg_expr_store(e, "out2", 0, slope) && lg_expr_store(e, "out3", 0, far);
}

/* lg_neighbors_of, which looks at every particle, has the same numbers as the cells. */
static void one_by_one_they_are_the_same(void **state) {
  (void)state;
  for (int set = 0; set < 4; set++) {
    lg_world *w = cloud(2 + set / 2, set % 2, 1);
    static const char *const names[] = {"out0", "out1", "out2", "out3"};
    for (int i = 0; i < 4; i++) assert_true(lg_column_add(w, names[i], 1));
    assert_true(lg_update(w, own_sums, NULL));
    for (size_t p = 0; p < lg_world_count(w); p++) {
      lg_neighbor list[400];
      int64_t n = lg_neighbors_of(w, p, 0, NULL, list, 400), last = -1;
      double sum[4] = {0}, size = 0;
      assert_true(n >= 0 && n <= 400);
      assert_int_equal(n, lg_neighbors_of(w, p, 0, NULL, NULL, 0));
      for (int64_t i = 0; i < n; i++) {
        assert_true(list[i].index >= last);
        last = list[i].index;
        sum[0] += list[i].w;
        sum[1] += list[i].laplacian;
        sum[2] += list[i].gradient[1];
        size += fabs(list[i].gradient[1]);
        sum[3] = fmax(sum[3], list[i].distance);
      }
      for (int i = 0; i < 4; i++) {
        double got = (double)lg_column(w, names[i]).c[0][p];
        assert_true(fabs(got - sum[i]) <= 1e-6 * (i == 2 ? size : fabs(sum[i])));
      }
    }
    assert_int_equal(lg_neighbors_of(w, lg_world_count(w), 0, NULL, NULL, 0), -1);
    assert_int_equal(lg_neighbors_of(w, 0, 100, NULL, NULL, 0), -1);
    lg_world_free(w);
  }
}

/* One by itself weighs as sums do, and needs no world; of what is none, nothing is a number. */
static void a_kernel_stands_alone(void **state) {
  (void)state;
  lg_world *w = cloud(2, false, 1);
  lg_smoothing own, other;
  assert_true(lg_smoothing_of(w, 0, NULL, &own));
  double whole = lg_weight(w, 0, 0, NULL);
  assert_true(fabs(lg_smoothing_w(&own, 0.04) - lg_weight(w, 0.04, 0, NULL)) < 1e-6 * whole);
  assert_true(lg_smoothing_of(w, 0.2, "poly6", &other));
  assert_true(other.calibration == 1);
  whole = lg_weight(w, 0, 0.2, "poly6");
  assert_true(fabs(lg_smoothing_w(&other, 0) - whole) < 1e-6 * whole);
  assert_false(lg_smoothing_of(w, 0.2, "poly7", &other));

  lg_smoothing none = {.name = "poly6", .dim = 4, .radius = 1, .calibration = 1};
  assert_true(isnan(lg_smoothing_w(&none, 0)) && isnan(lg_smoothing_slope(&none, 0)));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_those_of_all_pairs), cmocka_unit_test(a_kernel_stands_alone),
      cmocka_unit_test(neighbours_are_read_as_they_were),
      cmocka_unit_test(one_by_one_they_are_the_same), cmocka_unit_test(slips_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
