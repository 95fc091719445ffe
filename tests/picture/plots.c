/* Plots in a picture, told by the pixels of their colours: curves are where their values are,
   stacks have room, gaps are gaps. */
#include "stage.h"

#include <math.h>
#include <string.h>

enum { W = 800, H = 600 };

static lg_plot plots[3]; /* large */

static void fill(lg_plot *p, int curves, int n, float (*f)(int curve, float t)) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "energy [J]");
  p->curves = curves;
  p->n = n;
  for (int i = 0; i < n; i++) {
    p->t[i] = (float)i / (float)(n - 1);
    for (int k = 0; k < curves; k++) p->v[k][i] = f(k, p->t[i]);
  }
}

static float ramps(int curve, float t) { return curve == 0 ? t : 1 - t; }
static float constant(int curve, float t) {
  (void)t;
  return (float)(3 + curve);
}

static bool near(const lg_image *image, int x, int y, uint32_t rgba) {
  for (int k = 0; k < 3; k++) /* edges are smooth */
    if (abs(stage_pixel(image, x, y, k) - (int)(rgba >> (24 - 8 * k) & 0xff)) > 110) return false;
  return true;
}

/* The mean row of a colour's pixels in a column of the picture; -1: there is none. */
static float row_of(const lg_image *image, int x, uint32_t rgba) {
  int sum = 0, n = 0;
  for (int y = H / 4 + 21; y < H; y++) /* below the names, which have the curves' colours */
    if (near(image, x, y, rgba)) sum += y, n++;
  return n ? (float)sum / (float)n : -1;
}

static int foot, aside;
static const char *title = "";
static int glass[4]; /* the microscope's panel; 0: it is not there */
static void cover(struct lg_frame *f) { memcpy(f->glass, glass, sizeof glass); }
static lg_image draw(int count) {
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_camera c = stage_camera(2);
  lg_style style = stage_style();
  lg_image image;
  style.plots = plots;
  style.plot_count = count;
  style.foot = foot;
  style.aside = aside;
  strcpy(style.title, title);
  s->closeup = glass[2] ? cover : NULL;
  assert_true(lg_image_init(&image, W, H));
  lg_picture_draw(&image, s, &c, &style, 1);
  lg_shot_free(s);
  return image;
}

/* A ramp up and a ramp down cross in the middle, and their heights add up to the same
   everywhere. */
static void curves_are_where_their_values_are(void **state) {
  (void)state;
  fill(&plots[0], 2, 200, ramps);
  lg_image image = draw(1);
  int x0 = -1, x1 = -1;
  for (int x = 0; x < W; x++) /* the ticks look like the other */
    if (row_of(&image, x, lg_theme_dark.curve[1]) > 0) x1 = x, x0 = x0 < 0 ? x : x0;
  assert_true(x1 - x0 > 100);
  int third = x0 + (x1 - x0) / 3;
  float sum = row_of(&image, third, lg_theme_dark.curve[0]) +
              row_of(&image, third, lg_theme_dark.curve[1]);
  for (int i = 1; i < 8; i++) {
    if (i == 4) continue; /* there one curve covers the other */
    int x = x0 + (x1 - x0) * i / 8;
    float up = row_of(&image, x, lg_theme_dark.curve[0]),
          down = row_of(&image, x, lg_theme_dark.curve[1]);
    assert_true(up > 0 && down > 0 && fabsf(up + down - sum) <= 3);
    assert_true(i < 4 ? up > down : up < down);
  }
  lg_image_free(&image);
}

static void a_value_that_is_no_number_is_a_gap(void **state) {
  (void)state;
  fill(&plots[0], 1, 101, ramps);
  lg_image whole = draw(1);
  for (int i = 45; i <= 55; i++) plots[0].v[0][i] = NAN;
  lg_image gap = draw(1);
  int with = 0, without = 0, middle = 0;
  for (int x = 0; x < W; x++) {
    bool a = row_of(&whole, x, lg_theme_dark.curve[0]) > 0,
         b = row_of(&gap, x, lg_theme_dark.curve[0]) > 0;
    with += a, without += b, middle += a && !b;
  }
  assert_true(middle >= with / 20 && middle <= with / 5 && with - without == middle);
  lg_image_free(&whole), lg_image_free(&gap);
}

/* Ranges: of finite values only, and never empty. */
static void ranges(void **state) {
  float t[2], v[2];
  (void)state;
  fill(&plots[0], 2, 11, ramps);
  plots[0].v[1][3] = INFINITY;
  lg_plot_ranges(&plots[0], t, v);
  assert_true(t[0] == 0 && t[1] == 1 && v[0] == 0 && v[1] == 1);
  fill(&plots[0], 1, 5, constant);
  lg_plot_ranges(&plots[0], t, v);
  assert_true(v[0] < 3 && v[1] > 3 && v[1] - v[0] < 2);
  plots[0].n = 0;
  lg_plot_ranges(&plots[0], t, v);
  assert_true(t[0] < t[1] && v[0] < v[1]);
  lg_image image = draw(1); /* an empty plot and one of a single sample draw without trouble */
  lg_image_free(&image);
  plots[0].n = 1;
  image = draw(1);
  lg_image_free(&image);
}

/* Three plots stand below each other, none outside of the picture; what has no room is left out. */
static void stack(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) fill(&plots[i], 1, 50, constant);
  int last = 0;
  for (int count = 1; count <= 3; count++) {
    lg_image image = draw(count), plain = draw(0);
    int bottom = 0;
    for (int y = 0; y < H; y++)
      if (memcmp(image.rgba + 4 * (size_t)(y * W), plain.rgba + 4 * (size_t)(y * W), 4 * W) != 0)
        bottom = y;
    assert_true(bottom > last && bottom < H);
    last = bottom;
    lg_image_free(&image), lg_image_free(&plain);
  }
}

/* They are right of what lies at the left edge, and end above what lies at the foot. */
static void plots_leave_the_edges(void **state) {
  (void)state;
  enum { FOOT = 180, ASIDE = 300 };
  for (int i = 0; i < 3; i++) fill(&plots[i], 2, 11, ramps);
  foot = FOOT;
  aside = ASIDE;
  lg_image plain = draw(0), image = draw(3);
  foot = aside = 0;
  int inside = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      bool same = !memcmp(image.rgba + 4 * (y * W + x), plain.rgba + 4 * (y * W + x), 4);
      assert_true(same || (x >= ASIDE && y < H - FOOT));
      inside += !same;
    }
  assert_true(inside > 1000);
  lg_image_free(&image), lg_image_free(&plain);
}

/* They end above the title. */
static void plots_leave_the_title(void **state) {
  (void)state;
  enum { FOOT = 100 };
  for (int i = 0; i < 3; i++) fill(&plots[i], 2, 11, ramps);
  foot = FOOT;
  lg_image none = draw(0);
  title = "A: a title that is as long as a name may be";
  lg_image plain = draw(0), image = draw(3);
  foot = 0;
  title = "";
  int inside = 0, shared = 0;
  for (int i = 0; i < W * H; i++) {
    bool titled = memcmp(plain.rgba + 4 * i, none.rgba + 4 * i, 4) != 0,
         plotted = memcmp(plain.rgba + 4 * i, image.rgba + 4 * i, 4) != 0;
    inside += plotted;
    shared += titled && plotted;
  }
  assert_true(inside > 1000 && shared == 0);
  lg_image_free(&none), lg_image_free(&plain), lg_image_free(&image);
}

/* No pixel of them lies on the microscope's panel: they go below it, or beside it, or are left
   out. */
static void plots_make_way(void **state) {
  (void)state;
  static const struct {
    int glass[4];
    bool shown;
  } cases[] = {
      {{8, 20, 260, 320}, true}, {{8, 20, 260, H - 8}, true}, {{8, 20, W - 60, H - 8}, false}};
  for (int i = 0; i < 2; i++) fill(&plots[i], 2, 11, ramps);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const int *g = cases[i].glass;
    memcpy(glass, g, sizeof glass);
    lg_image plain = draw(0), image = draw(2);
    int inside = 0;
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        bool same = !memcmp(image.rgba + 4 * (y * W + x), plain.rgba + 4 * (y * W + x), 4);
        assert_true(same || x < g[0] || x >= g[2] || y < g[1] || y >= g[3]);
        inside += !same;
      }
    assert_true((inside > 1000) == cases[i].shown);
    lg_image_free(&image), lg_image_free(&plain);
  }
  memset(glass, 0, sizeof glass);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(curves_are_where_their_values_are),
      cmocka_unit_test(a_value_that_is_no_number_is_a_gap),
      cmocka_unit_test(ranges),
      cmocka_unit_test(stack),
      cmocka_unit_test(plots_leave_the_edges),
      cmocka_unit_test(plots_leave_the_title),
      cmocka_unit_test(plots_make_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
