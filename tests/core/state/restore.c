/* Checkpoints of a world: it goes on as the saved one would have; what the host edits stands;
   damaged bytes change nothing. */
#include "core/state/checkpoints.h"

/* The unbroken run's hash, for every solver there is, however many threads resume. */
static void a_restored_world_goes_on_bit_for_bit(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    if (lg_kind_at(i)->family != LG_FAMILY_SOLVER) continue;
    scene s = usual;
    s.solver = lg_kind_at(i)->name;
    lg_world *whole = build(s), *half = build(s), *rest = build(s);
    run(whole, 16);
    run(half, 8);
    blob b = save(half);
    lg_set(rest, lg_world_id(rest), LG_ARGS(lg_num("threads", 3)));
    must(rest, lg_world_restore(rest, b.bytes, b.n));
    assert_int_equal(lg_world_frame(rest), 8);
    assert_true(lg_world_hash(rest) == lg_world_hash(half));
    run(rest, 16);
    if (lg_world_hash(rest) != lg_world_hash(whole))
      fail_msg("%s goes on in another way", s.solver);
    assert_int_equal(lg_world_stats(rest)->emitted, lg_world_stats(whole)->emitted);
    blob again = save(rest), never = save(whole);
    assert_int_equal(again.n, never.n);
    free(b.bytes);
    free(again.bytes);
    free(never.bytes);
    lg_world_free(whole);
    lg_world_free(half);
    lg_world_free(rest);
  }
}

/* A jet in a box: the grid holds its velocity from step to step. */
static lg_world *stirred(void) {
  lg_world_def def = small_def(2);
  lg_world *w = lg_world_new(&def);
  must(w, lg_set_solver(w, "flip",
                        LG_ARGS(lg_text("advection", "grid"), lg_num("viscosity", 0.5),
                                lg_num("cells_max_axis", 24))));
  for (int i = 0; i < 900; i++) {
    const float x = -1.95f + 0.13f * (float)(i % 30), y = -1.95f + 0.13f * (float)(i / 30),
                jet = fabsf(y) < 0.7f ? 3 : -1;
    must(w, lg_particle_add(w, (float[3]){x, y, 0}, (float[3]){jet, 0.3f * y, 0}) >= 0);
  }
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.4)));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_text("name", "ball"), lg_ref("shape", ball),
                         lg_vec2("velocity", 0.5, 0.3))) != 0);
  return w;
}

static bool poison(void *user, lg_world *w, double dt) {
  (void)user;
  (void)dt;
  lg_view v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < 100; i++) v.c[0][i] = NAN;
  return true;
}

/* In another world, in the one that saved it, and after a frame that was rejected, the flow goes on
   as if nothing had been. */
static void what_a_grid_holds_is_state(void **state) {
  (void)state;
  lg_world *whole = stirred(), *half = stirred(), *rest = stirred();
  run(whole, 16);
  run(half, 8);
  blob b = save(half);
  must(rest, lg_world_restore(rest, b.bytes, b.n));
  assert_true(lg_world_hash(rest) == lg_world_hash(half));
  lg_grid_view there = lg_grid(half, "velocity"), here = lg_grid(rest, "velocity");
  assert_true(there.components == 2 && here.components == 2);
  for (size_t i = 0; i < (size_t)here.cells[0]; i++)
    assert_true(here.c[0][12 * here.step[1] + i * here.step[0]] ==
                there.c[0][12 * there.step[1] + i * there.step[0]]);
  run(rest, 16);
  assert_true(lg_world_hash(rest) == lg_world_hash(whole));
  run(half, 12); /* and back: the world that saved */
  must(half, lg_world_restore(half, b.bytes, b.n));
  run(half, 16);
  assert_true(lg_world_hash(half) == lg_world_hash(whole));
  free(b.bytes);

  lg_world *again = stirred(); /* the guard rejects a frame that the grid has been through */
  run(again, 8);
  lg_before_step(again, poison, NULL);
  assert_false(lg_world_step(again, 0.01));
  assert_true(lg_guard_rejected(again));
  lg_before_step(again, NULL, NULL);
  run(again, 16);
  assert_true(lg_world_hash(again) == lg_world_hash(whole));
  mac_of(again)->u[0][lg_lattice_at(&mac_of(again)->lattice, 5, 5, 0)] += 1;
  assert_true(lg_world_hash(again) != lg_world_hash(whole));
  lg_world_free(again);
  lg_world_free(whole);
  lg_world_free(half);
  lg_world_free(rest);
}

/* APIC's gradients are taken up, as they would have been without the pause. */
static void a_solver_keeps_what_is_no_parameter(void **state) {
  (void)state;
  lg_world *world[2] = {stirred(), stirred()};
  for (int i = 0; i < 2; i++)
    must(world[i], lg_set(world[i], lg_solver_id(world[i]),
                          LG_ARGS(lg_text("advection", "particles"), lg_text("transfer", "apic"))));
  run(world[0], 6);
  blob b = save(world[0]);
  must(world[1], lg_world_restore(world[1], b.bytes, b.n));
  for (int i = 0; i < 2; i++) run(world[i], 12);
  assert_true(lg_world_hash(world[0]) == lg_world_hash(world[1]));
  free(b.bytes);
  for (int i = 0; i < 2; i++) lg_world_free(world[i]);
}

/* The state of another solver: nothing stays of what the grid here held. */
static void a_grid_does_not_outlive_its_state(void **state) {
  (void)state;
  lg_world_def def = small_def(2);
  lg_world *other = lg_world_new(&def), *fresh = stirred(), *used = stirred();
  blob b = save(other);
  run(used, 8);
  must(fresh, lg_world_restore(fresh, b.bytes, b.n));
  must(used, lg_world_restore(used, b.bytes, b.n));
  assert_true(lg_world_hash(used) == lg_world_hash(fresh));
  free(b.bytes);
  lg_world_free(other);
  lg_world_free(fresh);
  lg_world_free(used);
}

/* Rewinding: the world that saved takes its own state back. */
static void a_world_can_be_rewound(void **state) {
  (void)state;
  lg_world *w = build(usual);
  run(w, 4);
  blob b = save(w);
  run(w, 9);
  uint64_t end = lg_world_hash(w);
  lg_id late = lg_add(w, "field.vortex", LG_NO_ARGS);
  must(w, late != 0);
  must(w, lg_set(w, lg_find(w, "tap"), LG_ARGS(lg_num("rate", 1))));
  run(w, 12);
  must(w, lg_world_restore(w, b.bytes, b.n));
  assert_int_equal(lg_world_frame(w), 4);
  assert_false(lg_alive(w, late));
  assert_true(number(w, "tap", "rate") == 400);
  run(w, 9);
  assert_true(lg_world_hash(w) == end);
  free(b.bytes);
  lg_world_free(w);
}

/* A value that a hook or a hand changed comes back, unless the host declares another one than it
   did. */
static void edits_win_over_changes_and_changes_over_nothing(void **state) {
  (void)state;
  lg_adoption told;
  lg_world *old = build(usual);
  run(old, 3);
  must(old, lg_set(old, lg_solver_id(old), LG_ARGS(lg_num("viscosity", 0.9))));
  must(old, lg_set(old, lg_find(old, "tap"), LG_ARGS(lg_num("rate", 50))));
  must(old, lg_set(old, lg_world_id(old), LG_ARGS(lg_vec2("gravity", 1, 2))));
  run(old, 5);
  blob b = save(old);

  lg_world *same = build(usual);
  must(same, lg_world_adopt(same, b.bytes, b.n, &told));
  assert_string_equal(told.live, "");
  assert_string_equal(told.next, "");
  assert_string_equal(told.restart, "");
  assert_true(number(same, "solver", "viscosity") == 0.9);
  assert_true(number(same, "tap", "rate") == 50);
  assert_true(number(same, "world", "gravity") == 1);
  size_t particles = lg_world_count(old);
  run(old, 9);
  run(same, 9);
  assert_true(lg_world_hash(same) == lg_world_hash(old));

  scene edited = usual;
  edited.viscosity = 7;
  edited.height = 1.5;
  lg_world *other = build(edited);
  must(other, lg_world_adopt(other, b.bytes, b.n, &told));
  assert_string_equal(told.live, "solver.viscosity");
  assert_string_equal(told.restart, "column.shape"); /* it has fired */
  assert_true(number(other, "solver", "viscosity") == 7);
  assert_true(number(other, "tap", "rate") == 50);
  assert_int_equal(lg_world_count(other), particles);
  free(b.bytes);
  lg_world_free(old);
  lg_world_free(same);
  lg_world_free(other);
}

/* Another solver keeps position, velocity and id of every particle; one that a hook had chosen is
   chosen again. */
static void solvers_are_exchanged(void **state) {
  (void)state;
  lg_adoption told;
  scene pbf = usual;
  pbf.solver = "pbf";
  lg_world *old = build(usual), *edited = build(pbf), *same = build(usual);
  run(old, 5);
  blob b = save(old);
  must(edited, lg_world_adopt(edited, b.bytes, b.n, &told));
  assert_string_equal(told.next, "pbf instead of wcsph");
  assert_string_equal(lg_kind_of(edited, lg_solver_id(edited))->name, "pbf");
  static const char *const kept[] = {"position", "velocity", "mass"};
  for (int c = 0; c < 3; c++) {
    lg_view then = lg_column(old, kept[c]), now = lg_column(edited, kept[c]);
    assert_int_equal(then.n, now.n);
    for (int k = 0; k < then.components; k++)
      assert_memory_equal(then.c[k], now.c[k], then.n * sizeof(float));
  }
  assert_memory_equal(lg_column(old, "id").i32, lg_column(edited, "id").i32,
                      lg_world_count(old) * sizeof(int32_t));
  run(edited, 8);
  free(b.bytes);

  must(old, lg_set_solver(old, "dfsph", LG_ARGS(lg_num("viscosity", 0.25))));
  run(old, 8);
  b = save(old);
  must(same, lg_world_restore(same, b.bytes, b.n));
  assert_string_equal(lg_kind_of(same, lg_solver_id(same))->name, "dfsph");
  assert_true(number(same, "solver", "viscosity") == 0.25);
  run(old, 12);
  run(same, 12);
  assert_true(lg_world_hash(same) == lg_world_hash(old));
  free(b.bytes);
  lg_world_free(old);
  lg_world_free(edited);
  lg_world_free(same);
}

/* Objects that came or went after the set-up do so again; those that the host has new are new. */
static void later_objects_come_and_go(void **state) {
  (void)state;
  lg_adoption told;
  lg_world *old = build(usual);
  run(old, 3);
  lg_id shape = lg_add(
      old, "shape.box",
      LG_ARGS(lg_text("name", "late_box"), lg_vec2("min", 0, -2), lg_vec2("max", 0.2, -1.5)));
  must(old, lg_add(old, "collider.solid",
                   LG_ARGS(lg_text("name", "late"), lg_ref("shape", shape))) != 0);
  must(old,
       lg_add(old, "field.noise",
              LG_ARGS(lg_text("name", "gust"), lg_num("strength", 0.25), lg_num("seed", 5))) != 0);
  must(old, lg_remove(old, lg_find(old, "tap")));
  must(old, lg_column_add(old, "dye", 1));
  run(old, 6);
  blob b = save(old);
  lg_world *fresh = build(usual);
  lg_id extra =
      lg_add(fresh, "emitter.point", LG_ARGS(lg_text("name", "extra"), lg_num("rate", 200)));
  must(fresh, extra != 0);
  must(fresh, lg_world_adopt(fresh, b.bytes, b.n, &told));
  assert_string_equal(told.live, "new extra");
  assert_true(lg_find(fresh, "gust") != 0 && number(fresh, "gust", "strength") == 0.25);
  assert_true(lg_find(fresh, "late") != 0 && lg_find(fresh, "tap") == 0);
  assert_int_equal(lg_column(fresh, "dye").components, 1);
  must(fresh, lg_remove(fresh, extra));
  run(old, 12);
  run(fresh, 12);
  assert_true(lg_world_hash(fresh) == lg_world_hash(old));
  lg_world_free(fresh);

  fresh = build(usual);
  must(fresh, lg_remove(fresh, lg_find(fresh, "ball")));
  must(fresh, lg_world_adopt(fresh, b.bytes, b.n, &told));
  assert_string_equal(told.live, "without ball");
  free(b.bytes);
  lg_world_free(old);
  lg_world_free(fresh);
}

static void other_bounds_are_refused_or_kept(void **state) {
  (void)state;
  lg_adoption told;
  lg_world *old = build(usual);
  run(old, 3);
  blob b = save(old);
  lg_world_def def = small_def(2);
  def.bounds.max[0] = 3;
  def.spacing = 0.2f;
  lg_world *w = lg_world_new(&def);
  uint64_t before = lg_world_hash(w);
  assert_false(lg_world_restore(w, b.bytes, b.n));
  assert_string_equal(
      lg_error(w),
      "saved world: its bounds are not those of this world; restore it where it was saved");
  assert_true(lg_world_hash(w) == before);
  must(w, lg_world_adopt(w, b.bytes, b.n, &told));
  assert_string_equal(told.restart, "world.bounds, world.spacing");
  assert_true(lg_world_spacing(w) == 0.1f && lg_world_bounds(w).max[0] == 2);
  lg_world_free(w);
  def = small_def(3);
  w = lg_world_new(&def);
  assert_false(lg_world_adopt(w, b.bytes, b.n, &told));
  assert_string_equal(
      lg_error(w),
      "saved world: it has 2 dimensions and this world 3; start anew (key R in the window)");
  lg_world_free(w);
  free(b.bytes);
  lg_world_free(old);
}

static bool in_hook(void *user, lg_world *w, double dt) {
  blob *b = user;
  (void)dt;
  if (lg_world_frame(w) == 3 && b->n == 0) must(w, lg_world_save(w, take, b));
  if (lg_world_frame(w) == 6) must(w, lg_world_restore(w, b->bytes, b->n));
  return true;
}

/* A hook stands at the boundary of a frame. */
static void hooks_may_save_and_restore(void **state) {
  (void)state;
  blob b = {NULL, 0};
  lg_world *w = build(usual);
  lg_after_step(w, in_hook, &b);
  for (int i = 0; i < 6; i++) must(w, lg_world_step(w, 0.01));
  assert_int_equal(lg_world_frame(w), 3);
  free(b.bytes);
  lg_world_free(w);
}

/* An allocator that fails at any one request: refused, nothing leaks. */
static void no_memory_is_refused(void **state) {
  (void)state;
  scene s = usual;
  s.height = 0.3;
  lg_world *old = build(s);
  run(old, 2);
  blob b = save(old);
  for (long grants = 0, done = 0; !done; grants++) {
    purse p = {.left = -1};
    lg_world *w = purse_world(2, &p);
    p.left = grants;
    done = lg_world_restore(w, b.bytes, b.n);
    assert_true(done || strstr(lg_error(w), "out of memory"));
    lg_world_free(w);
    assert_int_equal(p.held, 0);
    assert_true(grants < 200);
  }
  free(b.bytes);
  lg_world_free(old);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_restored_world_goes_on_bit_for_bit),
      cmocka_unit_test(what_a_grid_holds_is_state),
      cmocka_unit_test(a_solver_keeps_what_is_no_parameter),
      cmocka_unit_test(a_grid_does_not_outlive_its_state),
      cmocka_unit_test(a_world_can_be_rewound),
      cmocka_unit_test(edits_win_over_changes_and_changes_over_nothing),
      cmocka_unit_test(solvers_are_exchanged),
      cmocka_unit_test(later_objects_come_and_go),
      cmocka_unit_test(other_bounds_are_refused_or_kept),
      cmocka_unit_test(hooks_may_save_and_restore),
      cmocka_unit_test(no_memory_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
