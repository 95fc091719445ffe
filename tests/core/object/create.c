/* lg_set and lg_get: all of a request or none of it. */
#include "core/small.h"

static double number(const lg_world *w, lg_id id, const char *name) {
  lg_arg a;
  if (!lg_get(w, id, name, &a)) fail_msg("%s cannot be read", name);
  return a.v[0];
}

/* One bad argument, whichever and wherever: nothing of the request is taken, and the sentence is
   about the bad one. */
static void all_or_nothing(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, 2)));
  char before[256];
  const lg_object *o = lg_object_get(w, box);
  assert_true(o->kind->size <= sizeof before);
  memcpy(before, o->self, o->kind->size);
  assert_false(lg_set(w, box, LG_ARGS(lg_vec2("max", 3, 4), lg_num("rotation", NAN))));
  assert_non_null(strstr(lg_error(w), "rotation = nan"));
  assert_memory_equal(o->self, before, o->kind->size);
  /* min above max: the kind's check */
  assert_false(lg_set(w, box, LG_ARGS(lg_num("rotation", 1), lg_vec2("min", 5, 5))));
  assert_non_null(strstr(lg_error(w), "max.x"));
  assert_memory_equal(o->self, before, o->kind->size);
  assert_false(lg_set(w, box, LG_ARGS(lg_num("rotation", 1), lg_text("name", "solver"))));
  assert_memory_equal(o->self, before, o->kind->size);
  assert_string_equal(lg_name(w, box), "box1");
  /* together they are right */
  assert_true(lg_set(w, box, LG_ARGS(lg_vec2("min", 5, 5), lg_vec2("max", 6, 7))));
  assert_true(lg_set(w, box, LG_NO_ARGS));
  assert_true(number(w, box, "min") == 5);
  lg_world_free(w);
}

/* Every kind's parameters, the world's too, through one door; choices are text; a name is one of
   them. */
static void parameters_are_set_and_read(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id world = lg_world_id(w), ball = sphere(w, 0.5);
  lg_arg a;
  assert_true(lg_set(
      w, world, LG_ARGS(lg_vec2("gravity", 1, -2), lg_text("slip", "no"), lg_num("threads", 3))));
  assert_true(w->def.gravity[0] == 1 && w->def.gravity[1] == -2 && w->def.gravity[2] == 0 &&
              w->def.slip == 1);
  assert_int_equal(lg_world_threads(w), 3);
  assert_true(lg_get(w, world, "slip", &a));
  assert_string_equal(a.text, "no");
  assert_true(lg_get(w, ball, "name", &a));
  assert_string_equal(a.text, "sphere1");
  assert_true(lg_set(w, ball, LG_ARGS(lg_text("name", "moon"), lg_num("radius", 0.25))));
  assert_int_equal(lg_find(w, "moon"), ball);
  assert_int_equal(lg_find(w, "sphere1"), 0);
  assert_true(lg_set(w, ball, LG_ARGS(lg_text("name", "moon")))); /* its own name is not taken */
  assert_true(number(w, ball, "radius") == 0.25);
  assert_false(lg_get(w, ball, "gravity", &a));
  assert_null(a.name);
  assert_false(lg_set(w, world, LG_ARGS(lg_text("name", "sea"))));
  assert_string_equal(
      lg_error(w),
      "world: unknown option 'name'; known: spacing, gravity, friction, restitution, slip, seed, "
      "threads, max_substeps, fixed_dt");
  assert_false(lg_set(w, world, LG_ARGS(lg_num("threads", -1))));
  assert_string_equal(lg_error(w), "world: threads = -1 is below its least value 0");
  lg_world_free(w);
}

/* What is fixed may be named with the value it has, as a script that runs again does, but not
   changed. */
static void fixed_rows_stay(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id world = lg_world_id(w);
  assert_true(lg_set(w, world, LG_ARGS(lg_num("spacing", 0.1), lg_num("friction", 0.5))));
  assert_false(lg_set(w, world, LG_ARGS(lg_num("friction", 0.7), lg_num("spacing", 0.2))));
  assert_string_equal(lg_error(w),
                      "world: spacing is fixed when the world is made; a change needs a restart");
  assert_true(number(w, world, "friction") == 0.5 && lg_world_spacing(w) == 0.1f);
  lg_world_free(w);
}

/* Requests to what is gone, or to no world, are refused. */
static void the_dead_do_not_answer(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1);
  lg_arg a;
  assert_true(lg_remove(w, ball));
  assert_false(lg_set(w, ball, LG_ARGS(lg_num("radius", 1))));
  assert_string_equal(lg_error(w), "lg_set: there is no such object in this world (any more)");
  assert_false(lg_get(w, ball, "radius", &a));
  assert_false(lg_set(NULL, ball, LG_NO_ARGS));
  assert_false(lg_get(NULL, ball, "radius", &a));
  assert_false(lg_get(w, lg_world_id(w), NULL, &a));
  lg_world_free(w);
}

/* Changing parameters asks for no memory: a hook may do it in every frame. */
static void setting_asks_for_no_memory(void **state) {
  (void)state;
  lg_world *w = small_world(3);
  lg_id box = lg_add(w, "shape.box", LG_NO_ARGS), world = lg_world_id(w);
  size_t calls = w->mem.calls;
  for (int i = 0; i < 100; i++) {
    assert_true(lg_set(w, box, LG_ARGS(lg_vec3("rotation", 0, 0.01 * i, 0))));
    assert_true(lg_set(w, world, LG_ARGS(lg_vec3("gravity", i, 0, 0))));
  }
  assert_int_equal(w->mem.calls, calls);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_or_nothing),
      cmocka_unit_test(parameters_are_set_and_read),
      cmocka_unit_test(fixed_rows_stay),
      cmocka_unit_test(the_dead_do_not_answer),
      cmocka_unit_test(setting_asks_for_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
