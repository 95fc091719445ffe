/* shape.polygon: against brute force over its sides, and, as a prism, against a box. */
#include "shape/shapes.h"

#include <stdio.h>

static const double tip[][2] = {{-1, -1}, {1, -0.8}, {0.2, 0}, {1, 0.9}, {-0.9, 1.1}};
enum { CORNERS = 5 };

static bool in_outline(const double p[3]) { /* even-odd rule */
  bool in = false;
  for (int i = 0, j = CORNERS - 1; i < CORNERS; j = i++)
    if ((tip[i][1] > p[1]) != (tip[j][1] > p[1]) &&
        p[0] < (tip[j][0] - tip[i][0]) * (p[1] - tip[i][1]) / (tip[j][1] - tip[i][1]) + tip[i][0])
      in = !in;
  return in;
}

static lg_id polygon(lg_world *w, bool reversed) {
  char text[400] = "";
  for (int i = 0; i < CORNERS; i++) {
    const double *c = tip[reversed ? CORNERS - 1 - i : i];
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%s%g %g", i ? ", " : "", c[0], c[1]);
  }
  return must(w, lg_add(w, "shape.polygon", LG_ARGS(lg_text("points", text))));
}

static void distances_are_those_to_its_sides(void **state) {
  (void)state;
  cloud sides = {0};
  for (int i = 0; i < CORNERS; i++)
    for (int k = 0; k < 4000; k++) {
      const double *a = tip[i], *b = tip[(i + 1) % CORNERS], t = k / 4000.0;
      cloud_add(&sides, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), 0);
    }
  for (int reversed = 0; reversed < 2; reversed++) {
    lg_world *w = space(2, -2, 2, 0.05);
    lg_id id = polygon(w, reversed);
    for (int i = 0; i < 400; i++) {
      double p[3];
      probe(i, 2, p);
      double truth = cloud_distance(&sides, p), d = distance_at(w, id, p[0], p[1], 0);
      assert_near(fabs(d), truth, 4e-3); /* a grid of a quarter of a spacing rounds corners off */
      if (truth > 5e-3) assert_true((d < 0) == in_outline(p));
    }
    lg_world_free(w);
  }
  cloud_free(&sides);
}

static void a_prism_is_a_box(void **state) {
  (void)state;
  lg_world *w = space(3, -2, 2, 0.05);
  lg_id box = must(
      w, lg_add(w, "shape.box", LG_ARGS(lg_vec3("min", -1, -0.5, 0), lg_vec3("max", 0.5, 1, 0.7))));
  lg_id prism = must(w, lg_add(w, "shape.polygon",
                               LG_ARGS(lg_text("points", "-1 -0.5, 0.5 -0.5, 0.5 1, -1 1"),
                                       lg_num("height", 0.7))));
  float min[3], max[3];
  for (int i = 0; i < 400; i++) {
    double p[3];
    probe(i, 3, p);
    assert_near(distance_at(w, prism, p[0], p[1], p[2]), distance_at(w, box, p[0], p[1], p[2]),
                4e-3);
  }
  assert_true(lg_extent(w, prism, min, max));
  assert_near(min[0], -1, 1e-6);
  assert_near(max[2], 0.7, 1e-6);
  lg_world_free(w);
}

static void no_outlines_are_refused(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.05);
  static char many[LG_POINTS_MAX + 40];
  memset(many, ' ', sizeof many - 1);
  const char *const text[] = {"0 0, 1 0", "0 0, 1 1, 1 0, 0 1", "0 0, 1 0, x", "", many};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(lg_add(w, "shape.polygon", LG_ARGS(lg_text("points", text[i]))), 0);
    assert_true(*lg_error(w));
  }
  assert_int_equal(lg_add(w, "shape.polygon", LG_NO_ARGS), 0);
  lg_world_free(w);
}

static void equal_corners_are_named(void **state) {
  (void)state;
  static const struct {
    const char *points, *says;
  } wrong[] = {
      {"0 0, 1 0, 1 0",
       "has 3 corners, but fewer than three different ones (2 and 3 are both at 1, "
       "0 m); an outline needs three"},
      {"0 0, 1 0, 0 0", "(1 and 3 are both at 0, 0 m)"},
      {"0 0, 0 0, 0 0, 0 0", "(1 and 2 are both at 0, 0 m)"},
      {"0 0, 1 0", "has 2 corners, but fewer than three different ones; an outline needs three"},
      {"0 0", "has 1 corner, but fewer than three different ones; an outline needs three"}};
  lg_world *w = space(2, -2, 2, 0.05);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(lg_add(w, "shape.polygon", LG_ARGS(lg_text("points", wrong[i].points))), 0);
    assert_non_null(strstr(lg_error(w), wrong[i].says));
  }

  /* three are left: the line goes on, and closes */
  must(w, lg_add(w, "shape.polygon", LG_ARGS(lg_text("points", "0 0, 1 0, 1 0, 1 1, 0 0"))));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_are_those_to_its_sides), cmocka_unit_test(a_prism_is_a_box),
      cmocka_unit_test(no_outlines_are_refused), cmocka_unit_test(equal_corners_are_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
