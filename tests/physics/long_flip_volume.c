/* FLIP keeps its volume for 60 s: a tank at rest within 1 %, a sloshing one within 2 %. Volume =
   sum over cells of min(1, n / 4), n the mean over 1 s of the particles in the cell, counted here
   from their places. */
#include "physics.h"

#define SPACING 0.0125
#define CELL    (2 * SPACING)
enum { NX = 40, NY = 40 };

static double mean_over_a_second(lg_world *w, double *fastest) {
  static double count[NX * NY];
  double sum = 0;
  memset(count, 0, sizeof count);
  for (int f = 0; f < 60; f++) {
    step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position");
    for (size_t i = 0; i < x.n; i++) {
      int cx = (int)((double)x.c[0][i] / CELL), cy = (int)((double)x.c[1][i] / CELL);
      if (cx >= 0 && cx < NX && cy >= 0 && cy < NY) count[cy * NX + cx] += 1 / 60.0;
    }
    *fastest = fmax(*fastest, lg_world_stats(w)->max_speed);
  }
  for (int c = 0; c < NX * NY; c++) sum += fmin(1, count[c] / 4.0);
  return sum * CELL * CELL;
}

static void still_tank(void **state) {
  (void)state;
  const float fill[3] = {1, 0.6f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1), (float)SPACING, "flip", LG_NO_ARGS, fill);
  double first = 0.6, worst = 0, fastest = 0;
  for (int second = 0; second < 60; second++) {
    if (second == 59) fastest = 0;
    double v = mean_over_a_second(w, &fastest);
    if (getenv("LAGUNA_TRACE")) print_message("%d s: volume %.4f\n", second + 1, v);
    worst = fmax(worst, fabs(v / first - 1));
  }
  print_message(
      "still tank: volume within %.2f %% for 60 s; fastest particle at the end %.3f m/s\n",
      100 * worst, fastest);
  assert_true(worst <= 0.01);
  assert_true(fastest < 1e-3);
  lg_world_free(w);
}

/* The column of a third of the tank falls and sloshes; after the splash has come down, against what
   there was. */
static void sloshing_tank(void **state) {
  (void)state;
  const float fill[3] = {0.4f, 0.8f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1), (float)SPACING, "flip", LG_NO_ARGS, fill);
  double first = 0.32, worst = 0, fastest = 0;
  for (int second = 0; second < 60; second++) {
    fastest = 0;
    double v = mean_over_a_second(w, &fastest);
    if (getenv("LAGUNA_TRACE"))
      print_message("%d s: volume %.4f, fastest %.2f\n", second + 1, v, fastest);
    if (second >= 5) worst = fmax(worst, fabs(v / first - 1));
  }
  print_message("sloshing tank: volume within %.2f %% from 5 s to 60 s\n", 100 * worst);
  assert_true(worst <= 0.02);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(still_tank), cmocka_unit_test(sloshing_tank)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
