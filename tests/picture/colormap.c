/* Colour maps against their published tables. */
#include "picture/colormap.h"
#include "stage.h"

typedef struct sample {
  int index;
  float rgb[3];
} sample; /* index 0 .. 255 of the table */

/* The viridis table (S. van der Walt and N. Smith, CC0), at its usual five colours. */
static const sample viridis[] = {{0, {0x44, 0x01, 0x54}},
                                 {64, {0x3b, 0x52, 0x8b}},
                                 {128, {0x21, 0x91, 0x8c}},
                                 {191, {0x5e, 0xc9, 0x62}},
                                 {255, {0xfd, 0xe7, 0x25}}};
/* The turbo table (A. Mikhailov, 2019) half way between the knots, where a spline is worst. */
static const sample turbo[] = {
    {8, {57.4f, 41.7f, 115}},        {25, {68.8f, 88.9f, 203.1f}},   {42, {69.8f, 132.8f, 249.6f}},
    {59, {49.3f, 175.5f, 245.3f}},   {76, {24.9f, 213.5f, 204.9f}},  {93, {41.6f, 238.7f, 161}},
    {110, {101.2f, 252.7f, 104.8f}}, {127, {161.5f, 252.9f, 61}},    {144, {205.2f, 235.8f, 52.2f}},
    {161, {239.5f, 205.1f, 58}},     {178, {253.8f, 166.6f, 49.9f}}, {195, {248.7f, 116.6f, 28.8f}},
    {212, {229.2f, 71, 10.8f}},      {229, {197.3f, 38.3f, 2.9f}},   {246, {151.9f, 13.8f, 1.2f}}};

static void compare(const char *name, const sample *table, size_t n, float tolerance) {
  float rgb[LG_COLORS][3];
  lg_colormap_fill(name, rgb);
  for (size_t i = 0; i < n; i++) {
    int at = lg_clampi((int)((float)table[i].index / 255 * LG_COLORS), 0, LG_COLORS - 1);
    for (int k = 0; k < 3; k++) assert_true(fabsf(255 * rgb[at][k] - table[i].rgb[k]) <= tolerance);
  }
}

static void near_the_tables(void **state) {
  (void)state;
  compare("viridis", viridis, 5, 2);
  compare("turbo", turbo, sizeof turbo / sizeof *turbo, 4);
}

/* A missing or unknown name is viridis. */
static void unknown_is_viridis(void **state) {
  (void)state;
  compare(NULL, viridis, 5, 2);
  compare("no such map", viridis, 5, 2);
}

/* Gray is without colour and grows; all maps stay within 0 .. 1. */
static void gray_grows(void **state) {
  (void)state;
  static const char *const names[] = {"gray", "turbo", "viridis"};
  for (int m = 0; m < 3; m++) {
    float rgb[LG_COLORS][3];
    lg_colormap_fill(names[m], rgb);
    for (int i = 0; i < LG_COLORS; i++) {
      for (int k = 0; k < 3; k++) assert_true(rgb[i][k] >= 0 && rgb[i][k] <= 1);
      if (m == 0)
        assert_true(rgb[i][0] == rgb[i][1] && rgb[i][1] == rgb[i][2] &&
                    (i == 0 || rgb[i][0] > rgb[i - 1][0]));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(near_the_tables),
                                     cmocka_unit_test(unknown_is_viridis),
                                     cmocka_unit_test(gray_grows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
