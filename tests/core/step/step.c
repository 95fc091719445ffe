/* The frame: sub-steps add up, refusals lose nothing, and no bit depends on threads. */
#include "core/dam.h"

#include <stdio.h>

/* Ten frames of a dam break have one hash for 1, 2, 3 and 7 threads, in 2-D and 3-D. */
static void bits_do_not_depend_on_threads(void **state) {
  (void)state;
  const int team[] = {1, 2, 3, 7};
  for (int dim = 2; dim <= 3; dim++) {
    uint64_t first = 0;
    for (int t = 0; t < 4; t++) {
      lg_world *w = dam(dim, dim == 2 ? 0.02f : 0.04f, team[t], "wcsph");
      assert_true(lg_world_advance(w, 10, 1 / 60.0));
      if (t == 0) first = lg_world_hash(w);
      assert_true(lg_world_hash(w) == first);
      lg_world_free(w);
    }
    lg_world *other = dam(dim, dim == 2 ? 0.02f : 0.04f, 2, "wcsph");
    assert_true(lg_world_advance(other, 9, 1 / 60.0));
    assert_false(lg_world_hash(other) == first); /* the hash does see the state */
    lg_world_free(other);
  }
}

/* n frames of dt end at n dt to 1e-12, and the statistics name what bound the sub-steps. */
static void substeps_add_up_to_the_frame(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.02f, 2, "wcsph");
  for (int f = 1; f <= 20; f++) {
    assert_true(lg_world_step(w, 0.01));
    assert_true(fabs(lg_world_time(w) - 0.01 * f) < 1e-12);
    assert_int_equal(lg_world_frame(w), f);
  }
  const lg_stats *s = lg_world_stats(w);
  assert_true(s->substeps > 1);
  assert_string_equal(s->limit, "acoustic");
  assert_int_equal(s->particles, 25 * 30);
  lg_world_free(w);
}

/* After warm-up a frame asks for no memory, with sorting, lists, walls and packs all at work. */
static void no_allocation_after_warm_up(void **state) {
  (void)state;
  lg_world *w = dam(3, 0.04f, 2, "wcsph");
  assert_true(lg_world_advance(w, 30, 1 / 60.0));
  size_t calls = w->mem.calls;
  assert_true(lg_world_advance(w, 60, 1 / 60.0));
  assert_int_equal(w->mem.calls, calls);
  lg_world_free(w);
}

static bool step_again(void *user, lg_world *w, double dt) {
  *(bool *)user = lg_world_step(w, dt);
  return true;
}

static void count_misuse(void *user, const char *what) {
  assert_non_null(what);
  ++*(int *)user;
}

/* Misuse is refused through the assert hook and does nothing. */
static void misuse_is_refused(void **state) {
  (void)state;
  int misuses = 0;
  bool inner = true;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  def.misuse = count_misuse;
  def.misuse_user = &misuses;
  lg_world *w = lg_world_new(&def);
  assert_false(lg_world_step(w, NAN));
  assert_false(lg_world_step(w, 0));
  assert_false(lg_world_step(w, -1));
  assert_false(lg_world_step(NULL, 1));
  assert_int_equal(misuses, 3);
  assert_true(lg_world_time(w) == 0);
  lg_before_step(w, step_again, &inner);
  assert_true(lg_world_step(w, 0.01));
  assert_false(inner);
  assert_int_equal(misuses, 4);
  assert_int_equal(lg_world_frame(w), 1);
  lg_world_free(w);
}

static bool refuse(void *user, lg_world *w, double dt) {
  (void)dt;
  return lg_refuse(w, "%s", (const char *)user);
}

/* A hook that refuses keeps the frame from happening, with its own sentence. */
static void a_hook_can_refuse(void **state) {
  (void)state;
  char why[] = "not today";
  lg_world *w = dam(2, 0.05f, 1, "wcsph");
  lg_before_step(w, refuse, why);
  assert_false(lg_world_step(w, 0.01));
  assert_string_equal(lg_error(w), "not today");
  assert_int_equal(lg_world_frame(w), 0);
  lg_world_free(w);
}

/* Too many sub-steps are refused with the limit named, and nothing moves. */
static void too_many_substeps_are_refused(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.02f, 1, "wcsph");
  assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_num("max_substeps", 5))));
  assert_false(lg_world_step(w, 1));
  assert_non_null(strstr(lg_error(w), "max_substeps"));
  assert_non_null(strstr(lg_error(w), "acoustic"));
  assert_non_null(strstr(lg_error(w), "lower speeds"));
  assert_int_equal(lg_world_frame(w), 0);
  assert_int_equal(lg_world_count(w), 0); /* what this frame had emitted went back too */
  lg_world_free(w);
}

static void count_warnings(void *user, lg_level level, const char *sentence) {
  *(int *)user += level == LG_WARNING &&
                  strstr(sentence, "sub-steps (limit: viscous): lower viscosity") != NULL;
}

/* Of a frame with more than a thousand sub-steps it is said, once, what makes them so short. */
static void many_substeps_are_told(void **state) {
  (void)state;
  int warnings = 0;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.1f;
  def.log = count_warnings;
  def.log_user = &warnings;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flash", LG_ARGS(lg_num("viscosity", 1e4))));
  assert_true(lg_particle_add(w, (float[3]){0.5f, 0.5f, 0}, (float[3]){0, 0, 0}) >= 0);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(warnings, i > 1);
    assert_true(lg_world_step(w, i ? 1 : 0.1));
    assert_true((lg_world_stats(w)->substeps > 1000) == (i > 0));
  }
  assert_int_equal(warnings, 1);
  lg_world_free(w);
}

/* Asked for frame k, a world runs the frames that are missing: none that it has, and each from the
   one before. */
static void missing_frames_are_run(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.05f, 1, "wcsph"), *one_by_one = dam(2, 0.05f, 1, "wcsph");
  assert_int_equal(lg_world_frame(w), 0);
  assert_true(lg_world_advance(w, 5, 0.01));
  assert_int_equal(lg_world_frame(w), 5);
  uint64_t fifth = lg_world_hash(w);
  assert_true(lg_world_advance(w, 5, 0.01) && lg_world_advance(w, 2, 0.01) &&
              lg_world_advance(w, -1, 0.01));
  assert_true(lg_world_hash(w) == fifth);
  assert_true(lg_world_advance(w, 8, 0.01));
  for (int f = 0; f < 8; f++) assert_true(lg_world_step(one_by_one, 0.01));
  assert_int_equal(lg_world_frame(w), 8);
  assert_true(lg_world_hash(w) == lg_world_hash(one_by_one));
  lg_world_free(w);
  lg_world_free(one_by_one);
}

typedef struct seen {
  int64_t frame[2];
  size_t particles[2];
  float fall[2];
} seen;

static void look(seen *s, const lg_world *w, int when) {
  s->frame[when] = lg_world_frame(w);
  s->particles[when] = lg_world_count(w);
  s->fall[when] = lg_world_count(w) ? lg_column(w, "velocity").c[1][0] : 0;
}
static bool look_before(void *user, lg_world *w, double dt) {
  (void)dt;
  look(user, w, 0);
  return true;
}
static bool look_after(void *user, lg_world *w, double dt) {
  (void)dt;
  look(user, w, 1);
  return true;
}

/* The order of a frame: hook, emitters, forces, motion, hook. What fills space at time 0 is there
   for the first hook; what is emitted in a frame falls in it. */
static void a_frame_has_its_order(void **state) {
  (void)state;
  seen s;
  lg_world *w = dam(2, 0.05f, 1, "particles");
  lg_before_step(w, look_before, &s);
  lg_after_step(w, look_after, &s);
  assert_true(lg_world_step(w, 0.01));
  assert_true(s.frame[0] == 0 && s.particles[0] == 10 * 12);
  assert_true(s.frame[1] == 1 && s.particles[1] == 10 * 12);
  /* the top row: nothing holds it */
  assert_true(fabsf(lg_column(w, "velocity").c[1][119] + 0.0981f) < 1e-6f);
  assert_true(lg_world_step(w, 0.01));
  assert_true(s.frame[0] == 1 && s.frame[1] == 2);
  lg_world_free(w);
}

typedef struct told {
  int calls, substeps, odd; /* odd: a stage out of its place */
  char last[LG_NAME_MAX];
  float moved, y; /* m: the lowest particle's way between sub-steps; its height */
} told;

static void hear(void *user, const lg_world *w, const char *stage) {
  told *t = user;
  t->calls++;
  if (strcmp(stage, "formulas") == 0) t->odd += t->substeps > 0 && strcmp(t->last, "guard") != 0;
  if (strcmp(stage, "solve") == 0) t->odd += strcmp(t->last, "solve/forces") != 0;
  snprintf(t->last, sizeof t->last, "%s", stage);
  if (strcmp(stage, "guard") != 0) return;
  float y = lg_column(w, "position").c[1][lg_particle_find(w, 0)];
  if (t->substeps > 0) t->moved = fmaxf(t->moved, fabsf(y - t->y));
  t->y = y;
  t->substeps++;
}

/* Whoever listens hears each stage of each sub-step in its order, and sees particles move within a
   frame; that no bit depends on it. */
static void stages_are_told(void **state) {
  (void)state;
  told t = {.substeps = 0};
  lg_world *w = dam(2, 0.05f, 1, "wcsph"), *alone = dam(2, 0.05f, 1, "wcsph");
  lg_on_stage(w, hear, &t);
  assert_true(lg_particle_watch(w, 0, true)); /* the ledger listens too */
  assert_true(lg_world_step(w, 1 / 60.0) && lg_world_step(alone, 1 / 60.0));
  assert_true(lg_world_stats(w)->substeps > 1);
  assert_int_equal(t.substeps, lg_world_stats(w)->substeps);
  assert_int_equal(t.odd, 0);
  assert_true(t.moved > 0);
  assert_string_equal(t.last, "guard");
  assert_true(lg_particle_changes(w, 0, NULL, 0, NULL) > 0);

  int calls = t.calls;
  lg_on_stage(w, NULL, &t);
  assert_true(lg_world_step(w, 1 / 60.0) && lg_world_step(alone, 1 / 60.0));
  assert_int_equal(t.calls, calls);
  assert_true(lg_world_hash(w) == lg_world_hash(alone));
  lg_world_free(w);
  lg_world_free(alone);
}

static bool fix(lg_world *w, double dt) {
  return lg_set(w, lg_world_id(w), LG_ARGS(lg_num("fixed_dt", dt)));
}

/* So many sub-steps as fit, equally long, whatever the solver would like: 1/60 s in parts of at
   most 1 ms are 17. What it would like is said. */
static void a_fixed_substep_is_kept(void **state) {
  (void)state;
  const struct {
    double dt;
    int count;
  } row[] = {{1e-3, 17}, {1 / 60.0, 1}, {1 / 120.0, 2}, {1, 1}, {1 / 60.0 / 40, 40}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lg_world *w = dam(2, 0.05f, 1, "wcsph");
    assert_true(fix(w, row[i].dt));
    assert_true(lg_world_step(w, 1 / 60.0));
    const lg_stats *s = lg_world_stats(w);
    assert_int_equal(s->substeps, row[i].count);
    assert_true(fabs(s->dt - 1 / 60.0 / row[i].count) < 1e-9);
    assert_string_equal(s->limit, "acoustic");
    assert_true(s->stable_dt > 1e-4 && s->stable_dt < 1 / 60.0);

    /* 0: none, as before */
    assert_true(fix(w, 0) && lg_world_step(w, 1 / 60.0));
    assert_true(s->substeps > 1 && s->dt <= s->stable_dt * (1 + 1e-6));
    lg_world_free(w);
  }
}

/* Ten frames have one hash for 1, 2 and 3 threads; that of sub-steps which the solver chose, where
   they are the same ones, and another one where they are not. */
static void a_fixed_substep_keeps_the_bits(void **state) {
  (void)state;
  uint64_t free_hash, hash[4], other;
  lg_world *w = dam(3, 0.05f, 2, "particles");
  assert_true(lg_world_advance(w, 10, 1 / 60.0));
  free_hash = lg_world_hash(w);
  lg_world_free(w);
  for (int threads = 1; threads <= 3; threads++) {
    w = dam(3, 0.05f, threads, "particles");
    assert_true(fix(w, 1 / 60.0) && lg_world_advance(w, 10, 1 / 60.0));
    assert_true(lg_world_hash(w) == free_hash);
    lg_world_free(w);
    w = dam(3, 0.05f, threads, "wcsph");
    assert_true(fix(w, 2e-4) && lg_world_advance(w, 10, 1 / 60.0));
    hash[threads] = lg_world_hash(w);
    lg_world_free(w);
  }
  assert_true(hash[1] == hash[2] && hash[2] == hash[3]);
  w = dam(3, 0.05f, 1, "wcsph");
  assert_true(lg_world_advance(w, 10, 1 / 60.0));
  other = lg_world_hash(w);
  assert_true(other != hash[1]);
  lg_world_free(w);
}

static double kinetic(const lg_world *w) {
  double e[3];
  assert_true(lg_measure((lg_world *)(uintptr_t)w, "kinetic_energy", LG_NO_ARGS, e));
  return e[0];
}

/* It is for seeing what becomes of too long a step: 10 times what is stable has the fluid explode,
   or the guard refuse it. */
static void a_fixed_substep_may_be_unsafe(void **state) {
  (void)state;
  double energy[2];
  for (int i = 0; i < 2; i++) {
    lg_world *w = dam(2, 0.05f, 1, "wcsph");
    assert_true(lg_world_advance(w, 5, 1 / 60.0));
    assert_true(fix(w, i ? 10 * lg_world_stats(w)->stable_dt : 0));
    bool ran = lg_world_advance(w, 24, 1 / 60.0);
    assert_true(ran || i);
    energy[i] = ran ? kinetic(w) : (double)INFINITY;
    lg_world_free(w);
  }
  assert_true(energy[1] > 3 * energy[0]);
}

static void a_fixed_substep_is_refused(void **state) {
  (void)state;
  const double odd[] = {-1e-9, (double)NAN, (double)INFINITY, 1.01};
  lg_world *w = dam(2, 0.05f, 1, "wcsph");
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    assert_false(fix(w, odd[i]));
    assert_non_null(strstr(lg_error(w), "fixed_dt"));
  }
  assert_true(fix(w, 1e-9));
  assert_false(lg_world_step(w, 1 / 60.0));
  assert_non_null(strstr(lg_error(w), "sub-steps of fixed_dt = 1e-09 s, more than max_substeps"));
  assert_int_equal(lg_world_frame(w), 0);
  assert_true(fix(w, 0) && lg_world_step(w, 1 / 60.0));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bits_do_not_depend_on_threads),
      cmocka_unit_test(substeps_add_up_to_the_frame),
      cmocka_unit_test(no_allocation_after_warm_up),
      cmocka_unit_test(misuse_is_refused),
      cmocka_unit_test(a_hook_can_refuse),
      cmocka_unit_test(too_many_substeps_are_refused),
      cmocka_unit_test(many_substeps_are_told),
      cmocka_unit_test(missing_frames_are_run),
      cmocka_unit_test(a_frame_has_its_order),
      cmocka_unit_test(stages_are_told),
      cmocka_unit_test(a_fixed_substep_is_kept),
      cmocka_unit_test(a_fixed_substep_keeps_the_bits),
      cmocka_unit_test(a_fixed_substep_may_be_unsafe),
      cmocka_unit_test(a_fixed_substep_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
