/* References between objects: checked, counted, never dangling, never in a ring. */
#include "core/small.h"

static lg_arg list(const char *name, lg_id a, lg_id b) {
  lg_arg arg = lg_ref(name, a);
  arg.ref[1] = b;
  arg.n = b ? 2 : 1;
  return arg;
}

static lg_id joined(lg_world *w, lg_id a, lg_id b) {
  lg_id id = lg_add(w, "shape.union", LG_ARGS(list("shapes", a, b)));
  if (!id) fail_msg("no union: %s", lg_error(w));
  return id;
}

static void refused(lg_world *w, const lg_arg *args, const char *sentence) {
  int before = lg_object_count(w);
  assert_int_equal(lg_add(w, "emitter.volume", args), 0);
  assert_string_equal(lg_error(w), sentence);
  assert_int_equal(lg_object_count(w), before);
}

/* A reference must be alive, of this world, and of the right family. */
static void references_are_checked(void **state) {
  (void)state;
  lg_world *w = small_world(2), *other = small_world(2);
  lg_id ball = sphere(w, 1), wind = lg_add(w, "field.constant", LG_ARGS(lg_text("name", "wind"))),
        gone = sphere(w, 1);
  for (int i = 0; i < 9; i++) sphere(other, 1);
  assert_true(lg_remove(w, gone));
  refused(w, LG_NO_ARGS, "volume: shape is required");
  refused(w, LG_ARGS(lg_ref("shape", 0)), "volume: shape is required");
  refused(w, LG_ARGS(lg_ref("shape", gone)),
          "volume: option 'shape' refers to an object that is not in this world (any more)");
  refused(w, LG_ARGS(lg_ref("shape", lg_object_at(other, 8))),
          "volume: option 'shape' refers to an object that is not in this world (any more)");
  refused(w, LG_ARGS(lg_ref("shape", wind)),
          "volume: option 'shape' must be a shape, got field 'wind'");
  refused(w, LG_ARGS(lg_ref("shape", lg_world_id(w))),
          "volume: option 'shape' must be a shape, got world 'world'");
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", ball))) != 0);
  assert_int_equal(lg_add(w, "shape.union", LG_ARGS(list("shapes", ball, wind))), 0);
  /* a hole in a list is no object */
  assert_int_equal(lg_add(w, "shape.union", LG_ARGS(list("shapes", 0, ball))), 0);
  lg_world_free(w);
  lg_world_free(other);
}

/* What is referred to cannot be removed; the sentence names who refers to it. Once let go, it can.
   */
static void what_is_used_stays(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1), other = sphere(w, 2), both = joined(w, ball, other);
  lg_id column =
      lg_add(w, "emitter.volume", LG_ARGS(lg_text("name", "column"), lg_ref("shape", both)));
  assert_false(lg_remove(w, both));
  assert_string_equal(
      lg_error(w),
      "cannot remove 'union1': 'column' refers to it as its shape; remove or change that first");
  assert_false(lg_remove(w, ball));
  assert_string_equal(
      lg_error(w),
      "cannot remove 'sphere1': 'union1' refers to it as its shapes; remove or change that first");
  assert_true(lg_set(w, both, LG_ARGS(list("shapes", other, 0)))); /* lets go of ball */
  assert_true(lg_remove(w, ball));
  assert_true(lg_set(w, column, LG_ARGS(lg_ref("shape", other))));
  assert_true(lg_remove(w, both));
  assert_false(lg_alive(w, both));
  lg_world_free(w);
}

/* A field acts on its own account exactly while nobody refers to it. */
static void referred_fields_do_not_act(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id wind = lg_add(w, "field.constant", LG_NO_ARGS);
  assert_true(lg_field_acts(w, wind));
  lg_id drag = lg_add(w, "field.drag", LG_ARGS(lg_ref("wind", wind)));
  assert_false(lg_field_acts(w, wind));
  assert_true(lg_field_acts(w, drag));
  assert_true(lg_set(w, drag, LG_ARGS(lg_ref("wind", 0))));
  assert_true(lg_field_acts(w, wind));
  assert_true(lg_set(w, drag, LG_ARGS(lg_ref("wind", wind))));
  assert_true(lg_remove(w, drag));
  assert_true(lg_field_acts(w, wind));
  assert_false(lg_field_acts(w, drag));
  lg_world_free(w);
}

/* A shape cannot come to contain itself, directly or through others; the distance would never end.
   */
static void rings_are_refused(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1), inner = joined(w, ball, 0), middle = joined(w, inner, ball),
        outer = joined(w, middle, 0);
  assert_false(lg_set(w, inner, LG_ARGS(list("shapes", ball, inner))));
  assert_string_equal(lg_error(w), "union: 'union1' would contain itself");
  assert_false(lg_set(w, inner, LG_ARGS(list("shapes", ball, outer))));
  lg_arg now;
  assert_true(lg_get(w, inner, "shapes", &now) && now.n == 1 && now.ref[0] == ball); /* as before */
  /* the same shape twice is no ring */
  assert_true(lg_set(w, outer, LG_ARGS(list("shapes", inner, middle))));
  assert_true(lg_distance(w, outer, (const float[3]){3, 0, 0}) == 2);
  lg_world_free(w);
}

static uint64_t edits(const lg_world *w, lg_id id) { return lg_object_get(w, id)->edits; }

/* A change of a shape counts as a change of all that is made of it, and of nothing else: caches of
   walls rely on it. */
static void edits_reach_what_is_built_on_them(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1), apart = sphere(w, 1), inner = joined(w, ball, 0);
  lg_id solid = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", inner)));
  lg_id still = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", apart)));
  uint64_t a = edits(w, ball), b = edits(w, inner), c = edits(w, solid), d = edits(w, still),
           e = edits(w, apart);
  assert_true(lg_set(w, ball, LG_ARGS(lg_num("radius", 0.5))));
  assert_true(edits(w, ball) > a && edits(w, inner) > b && edits(w, solid) > c);
  assert_true(edits(w, still) == d && edits(w, apart) == e);
  a = edits(w, ball);
  assert_false(lg_set(w, ball, LG_ARGS(lg_num("radius", -1))));
  assert_true(edits(w, ball) == a); /* refused: no change */
  /* slots against the nesting */
  lg_id late = joined(w, apart, 0), later = joined(w, sphere(w, 1), 0), last = sphere(w, 2);
  assert_true(lg_set(w, late, LG_ARGS(list("shapes", later, 0))) &&
              lg_set(w, later, LG_ARGS(list("shapes", last, 0))));
  b = edits(w, late);
  assert_true(lg_set(w, last, LG_ARGS(lg_num("radius", 3))));
  assert_true(edits(w, late) > b);
  /* and the ring that this would be is seen */
  assert_false(lg_set(w, later, LG_ARGS(list("shapes", late, 0))));
  int slot = (int)(still & 0xffff);
  assert_true(lg_remove(w, still));
  lg_id next = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball)));
  assert_int_equal(next & 0xffff, slot);
  assert_true(edits(w, next) > d); /* a new tenant of a slot is not taken for the old one */
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(references_are_checked),
      cmocka_unit_test(what_is_used_stays),
      cmocka_unit_test(referred_fields_do_not_act),
      cmocka_unit_test(rings_are_refused),
      cmocka_unit_test(edits_reach_what_is_built_on_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
