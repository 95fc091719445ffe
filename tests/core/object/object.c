/* Slots, ids, names and the order of objects. */
#include "core/small.h"

/* No id is 0, each is alive until it is removed, and then stays dead although its slot is used
   again. */
static void ids_do_not_come_back(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id dead[200];
  assert_true(lg_world_id(w) && lg_solver_id(w) && lg_world_id(w) != lg_solver_id(w));
  assert_string_equal(lg_name(w, lg_world_id(w)), "world");
  assert_string_equal(lg_name(w, lg_solver_id(w)), "solver");
  for (int i = 0; i < 200; i++) {
    dead[i] = sphere(w, 1);
    assert_true(lg_alive(w, dead[i]));
    assert_int_equal(dead[i] & 0xffff, dead[0] & 0xffff); /* the same slot all along */
    assert_true(lg_remove(w, dead[i]));
    for (int j = 0; j <= i; j++) assert_false(lg_alive(w, dead[j]));
  }
  lg_id id = sphere(w, 1);
  for (int j = 0; j < 200; j++) assert_int_not_equal(id, dead[j]);
  assert_false(lg_remove(w, dead[0]));
  assert_string_equal(lg_error(w), "lg_remove: there is no such object in this world (any more)");
  assert_string_equal(lg_name(w, dead[0]), "");
  assert_false(lg_alive(w, 0));
  assert_false(lg_alive(w, 0xffffffff));
  assert_null(lg_kind_of(w, dead[0]));
  lg_world_free(w);
}

/* A slot's generation goes round after 65535 removals without ever giving the id 0 or a generation
   0. */
static void generations_go_round(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id first = sphere(w, 1), id = first;
  for (int i = 0; i < 65535; i++) {
    assert_true(lg_remove(w, id));
    id = sphere(w, 1);
    assert_true(id >> 16 != 0);
  }
  assert_int_equal(id, first); /* 65535 generations: the same again */
  lg_world_free(w);
}

/* The default name is the kind and the first ordinal that is free; given names are unique; some are
   reserved. */
static void names_are_unique(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id column = lg_add(w, "shape.sphere", LG_ARGS(lg_text("name", "column"), lg_num("radius", 1)));
  assert_string_equal(lg_name(w, column), "column");
  assert_string_equal(lg_name(w, sphere(w, 1)), "sphere1");
  assert_string_equal(lg_name(w, sphere(w, 1)), "sphere2");
  assert_string_equal(lg_name(w, lg_add(w, "shape.box", LG_NO_ARGS)), "box1");
  assert_true(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "sphere3"))) != 0);
  assert_string_equal(lg_name(w, sphere(w, 1)), "sphere4");
  assert_true(lg_remove(w, lg_find(w, "sphere1")));
  lg_id again = sphere(w, 1);
  assert_int_equal(lg_find(w, lg_name(w, again)), again);
  assert_int_equal(lg_find(w, "column"), column);
  assert_int_equal(lg_find(w, "solver"), lg_solver_id(w));
  assert_int_equal(lg_find(w, "nobody"), 0);
  int count = lg_object_count(w);
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "column"))), 0);
  assert_string_equal(lg_error(w),
                      "box: the name 'column' belongs to another shape; choose another");
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "solver"))), 0);
  assert_string_equal(lg_error(w), "box: the name 'solver' is reserved; choose another");
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "world"))), 0);
  /* --set world2.gravity: the second world */
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "world2"))), 0);
  assert_string_equal(lg_error(w), "box: the name 'world2' is reserved; choose another");
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "world017"))), 0);
  assert_false(lg_set(w, column, LG_ARGS(lg_text("name", "world1"))));
  assert_string_equal(lg_name(w, column), "column");
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "a\x1b[2J"))), 0);
  assert_string_equal(
      lg_error(w),
      "box: the name must be UTF-8 without control characters, but byte 2 of it is 0x1b");
  assert_int_equal(lg_object_count(w), count);
  /* these are nobody's */
  assert_true(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "world2a"))) != 0);
  assert_true(lg_add(w, "shape.box", LG_ARGS(lg_text("name", "worlds"))) != 0);
  lg_world_free(w);
}

/* Kinds that are not there, or not to be added, are refused with what was meant. */
static void unknown_kinds_are_refused(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  assert_int_equal(lg_add(w, "shape.sfere", LG_NO_ARGS), 0);
  assert_string_equal(lg_error(w), "unknown kind 'shape.sfere' (did you mean 'shape.sphere'?)");
  assert_int_equal(lg_add(w, "a_very_strange_thing", LG_NO_ARGS), 0);
  assert_string_equal(
      lg_error(w),
      "unknown kind 'a_very_strange_thing'; kinds are written family.name, as in shape.box");
  assert_int_equal(lg_add(w, NULL, LG_NO_ARGS), 0);
  assert_int_equal(lg_add(w, "solver.particles", LG_NO_ARGS), 0);
  assert_string_equal(lg_error(w),
                      "solver.particles: a world has one solver; choose it with lg_set_solver");
  assert_int_equal(lg_add(w, "shape.sphere", LG_ARGS(lg_num("radios", 1))), 0);
  assert_string_equal(lg_error(w), "sphere: unknown option 'radios' (did you mean 'radius'?)");
  /* the kind's own check */
  assert_int_equal(lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 1, 1), lg_vec2("max", 0, 2))), 0);
  assert_int_equal(strncmp(lg_error(w), "box: max.x", 10), 0);
  assert_int_equal(lg_object_count(w), 0);
  assert_false(lg_remove(w, lg_world_id(w)));
  assert_string_equal(lg_error(w), "the world cannot be removed");
  assert_false(lg_remove(w, lg_solver_id(w)));
  assert_int_equal(lg_add(NULL, "shape.sphere", LG_NO_ARGS), 0);
  lg_world_free(w);
}

/* The order is that of addition, whatever slots are used again: against a plain list kept here,
   over 2000 changes. */
static void order_is_that_of_addition(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  static lg_id list[3000];
  int n = 0;
  uint32_t dice = 5;
  for (int i = 0; i < 2000; i++) {
    dice = dice * 1664525u + 1013904223u;
    if (n > 0 && (dice >> 24) % 3 == 0) {
      int gone = (int)((dice >> 8) % (uint32_t)n);
      assert_true(lg_remove(w, list[gone]));
      memmove(&list[gone], &list[gone + 1], sizeof *list * (size_t)(--n - gone));
    } else {
      list[n++] = sphere(w, 1 + i);
    }
  }
  assert_int_equal(lg_object_count(w), n);
  for (int i = 0; i < n; i++) assert_int_equal(lg_object_at(w, i), list[i]);
  assert_int_equal(lg_object_at(w, n), 0);
  assert_int_equal(lg_object_at(w, -1), 0);
  lg_world_free(w);
}

/* Memory that runs out at any request of an addition: 0, a sentence, the world as it was; and
   nothing is lost at the end. */
static void failing_memory_adds_nothing(void **state) {
  (void)state;
  int failures = 0;
  for (long grant = 0; grant < 12; grant++) {
    purse account = {.left = -1};
    lg_world_def def = small_def(2);
    def.alloc = purse_realloc;
    def.alloc_user = &account;
    lg_world *w = lg_world_new(&def);
    assert_non_null(w);
    /* slots are full: the next addition asks for more of them */
    for (int i = 0; i < 14; i++) sphere(w, 1);
    account.left = grant;
    for (int i = 0; i < 8; i++) {
      int before = lg_object_count(w);
      lg_id id = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 1)));
      assert_int_equal(lg_object_count(w), before + (id != 0));
      if (id) continue;
      failures++;
      assert_non_null(strstr(lg_error(w), "out of memory"));
      assert_int_equal(account.held, w->mem.held);
    }
    account.left = -1;
    assert_true(sphere(w, 1) != 0);
    lg_world_free(w);
    assert_int_equal(account.held, 0);
  }
  assert_true(failures > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ids_do_not_come_back),      cmocka_unit_test(generations_go_round),
      cmocka_unit_test(names_are_unique),          cmocka_unit_test(unknown_kinds_are_refused),
      cmocka_unit_test(order_is_that_of_addition), cmocka_unit_test(failing_memory_adds_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
