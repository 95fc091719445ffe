/* Colliders of real worlds. */
#include "picture/look.h"
#include "world.h"

#include <stdio.h>

/* Area of a flat hull by the shoelace formula. */
static double area(const lg_contour *c) {
  double sum = 0;
  for (size_t f = 0; f < c->faces; f++) {
    const float *a = c->corner[2 * f], *b = c->corner[2 * f + 1];
    sum += 0.5 * ((double)a[0] * (double)b[1] - (double)b[0] * (double)a[1]);
  }
  return sum;
}

/* A box collider, one half of it outside the bounds: what is inside is drawn, 0.5 x 1 m. */
static void clipped_to_bounds(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3));
  lg_id box = world_add(w, "shape.box", LG_ARGS(lg_vec2("min", 1, -0.5), lg_vec2("max", 2, 0.5)));
  lg_id solid = world_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box)));
  lg_hulls h = {0};
  assert_true(lg_hulls_take(&h, w));
  assert_int_equal(h.count, 1);
  assert_true(fabs(area(&h.hull[0].contour) - 0.5) < 0.005);

  /* one that is off is not shown */
  assert_true(lg_set(w, solid, LG_ARGS(lg_bool("enabled", false))) && lg_hulls_take(&h, w));
  assert_int_equal(h.count, 0);
  lg_hulls_free(&h);
  lg_world_free(w);
}

/* Every kind of collider has a color, which is that of the hull as it is now, whether or not its
   faces are made anew. */
static void colors(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3));
  lg_id box = world_add(w, "shape.box", LG_ARGS(lg_vec2("min", 1, 1), lg_vec2("max", 2, 2)));
  int n = 0;
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *kind = lg_kind_at(i);
    if (kind->family != LG_FAMILY_COLLIDER) continue;
    char name[2 * LG_NAME_MAX];
    snprintf(name, sizeof name, "collider.%s", kind->name);
    lg_id id = world_add(w, name, LG_ARGS(lg_ref("shape", box)));
    lg_hulls h = {0};
    assert_true(lg_hulls_take(&h, w));
    assert_int_equal(h.hull[n].color, LG_SOLID_FILL);
    assert_true(lg_set(w, id, LG_ARGS(lg_vec3("color", 1, 0.5, 0))));
    assert_true(lg_hulls_take(&h, w));
    assert_int_equal(h.hull[n++].color, 0xff8000ffU);
    lg_hulls_free(&h);
  }
  assert_true(n > 2);
  lg_world_free(w);
}

/* Solids without end: a floor that rises to y = 1 fills 4 x 1 m of the bounds; in 3-D what the
   bounds cut is left open, so only the floor's 4 x 3 m surface remains. */
static void unbounded(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3)), *deep = world_of(lg_bounds3(0, 0, 0, 4, 2, 3));
  lg_id flat =
      world_add(w, "shape.plane", LG_ARGS(lg_vec2("normal", 0, 1), lg_vec2("point", 0, 1)));
  world_add(w, "collider.solid", LG_ARGS(lg_ref("shape", flat)));
  lg_id plane = world_add(deep, "shape.plane",
                          LG_ARGS(lg_vec3("normal", 0, 1, 0), lg_vec3("point", 0, 1, 0)));
  world_add(deep, "collider.solid", LG_ARGS(lg_ref("shape", plane)));
  lg_hulls h = {0}, d = {0};
  assert_true(lg_hulls_take(&h, w) && lg_hulls_take(&d, deep));
  assert_true(fabs(area(&h.hull[0].contour) - 4) < 0.02);
  const lg_contour *c = &d.hull[0].contour;
  double covered = 0;
  for (size_t f = 0; f < c->faces; f++) {
    const float(*p)[3] = (const float(*)[3])(c->corner + 4 * f);
    for (int k = 0; k < 4; k++) assert_true(fabsf(p[k][1] - 1) < 0.01f);
    for (int k = 0; k < 4; k++) {
      const float *a = p[k], *b = p[(k + 1) % 4];
      covered += 0.5 * ((double)a[2] * (double)b[0] - (double)b[2] * (double)a[0]);
    }
  }
  assert_true(fabs(covered - 12) < 0.3); /* positive: seen from above */
  lg_hulls_free(&h), lg_hulls_free(&d);
  lg_world_free(w), lg_world_free(deep);
}

/* Faces are made once: a mark put into them stays as long as the collider does, also when an older
   one goes; it is gone once the collider has moved, and then the faces are where it is. */
static void made_when_moved(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3));
  lg_id shape[2], solid[2];
  for (int i = 0; i < 2; i++) {
    shape[i] = world_add(w, "shape.sphere",
                         LG_ARGS(lg_vec2("center", 1 + 2 * i, 1.5), lg_num("radius", 0.4)));
    solid[i] = world_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape[i])));
  }
  lg_hulls h = {0};
  assert_true(lg_hulls_take(&h, w));
  assert_int_equal(h.count, 2);
  h.hull[1].contour.normal[0][2] = 42;
  assert_true(lg_hulls_take(&h, w));
  assert_float_equal(h.hull[1].contour.normal[0][2], 42, 0);
  assert_true(lg_remove(w, solid[0]));
  assert_true(lg_hulls_take(&h, w));
  assert_int_equal(h.count, 1);
  assert_float_equal(h.hull[0].contour.normal[0][2], 42, 0);
  assert_true(lg_set(w, shape[1], LG_ARGS(lg_vec2("center", 2, 1))));
  assert_true(lg_hulls_take(&h, w));
  const lg_contour *c = &h.hull[0].contour;
  assert_float_equal(c->normal[0][2], 0, 0);
  for (size_t i = 0; i < 2 * c->faces; i++)
    assert_true(fabsf(hypotf(c->corner[i][0] - 2, c->corner[i][1] - 1) - 0.4f) < 0.003f);
  /* out of the bounds, and back */
  assert_true(lg_set(w, shape[1], LG_ARGS(lg_vec2("center", 20, 20))));
  assert_true(lg_hulls_take(&h, w));
  assert_int_equal(h.hull[0].contour.faces, 0);
  assert_true(lg_set(w, shape[1], LG_ARGS(lg_vec2("center", 2, 1))));
  assert_true(lg_hulls_take(&h, w));
  assert_true(h.hull[0].contour.faces > 50);
  lg_hulls_free(&h);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(clipped_to_bounds), cmocka_unit_test(colors),
                                     cmocka_unit_test(unbounded),
                                     cmocka_unit_test(made_when_moved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
