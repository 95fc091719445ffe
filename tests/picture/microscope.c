/* The microscope: what a picture shows of one particle, told by the pixels that differ from the
   picture without it; by hand-made tellings, in 2-D and 3-D, in the water and beside it. */
#include "picture/microscope.h"

#include "stage.h"

#include <stdio.h>

enum { WIDE = 640, TALL = 480 };

/* Numbers that arrows can be drawn to: not below, and not two times as much. */
static void rounds_up(void **state) {
  (void)state;
  for (double x = 1e-7; x < 1e9; x *= 1.037) {
    double r = lg_microscope_round(x), digit = r / pow(10, floor(log10(r * (1 + 1e-9))));
    assert_true(r >= x * (1 - 1e-6) && r < 2 * x);
    assert_true(fabs(digit - round(2 * digit) / 2) < 1e-9);
  }
  assert_true(lg_microscope_round(20) == 20 && lg_microscope_round(20.1) == 30);
  assert_true(lg_microscope_round(0) == 1 && lg_microscope_round(-3) == 1);
  assert_true(lg_microscope_round((double)NAN) == 1 && lg_microscope_round((double)INFINITY) == 1);
}

static void name(lg_probe *p, const char *name, double x, double y) {
  lg_change *term = &p->term[p->terms++];
  snprintf(term->name, sizeof term->name, "%s", name);
  term->by[0] = x;
  term->by[1] = y;
}

/* No two alike, and each the one it had when another was there before it. */
static void colors_are_distinct(void **state) {
  (void)state;
  static const char *const names[] = {"gravity", "pressure", "viscosity", "tension",
                                      "xsph",    "contact",  "breeze",    "transfer"};
  lg_microscope m = {.id = 1};
  uint32_t all[LG_TERMS_MAX], alone[LG_TERMS_MAX];
  int kept = 0;
  for (int i = 0; i < 8; i++) name(&m.told, names[i], 1, 0);
  lg_microscope_colors(&m, all);
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < i; k++) assert_true(all[i] != all[k]);
    m.told.terms = 0;
    name(&m.told, names[i], 1, 0);
    lg_microscope_colors(&m, alone);
    kept += alone[0] == all[i];
  }
  assert_true(kept >= 3); /* those whose place nobody had taken */
  m.told.terms = 0;
  for (int i = 0; i < LG_TERMS_MAX; i++) name(&m.told, "many", i, 0);
  lg_microscope_colors(&m, all); /* more than there are colours */
}

typedef struct seen {
  int changed, rim; /* pixels: all that differ; those of the rim's colour */
  float x, y;       /* the middle of those in the left half */
} seen;

static bool is_rim(const uint8_t *p) {
  return p[0] > 220 && p[1] > 180 && p[1] < 225 && p[2] < 130;
}

static seen look(lg_shot *s, const lg_camera *c, int width, int height) {
  lg_image with, without;
  lg_style style = stage_style();
  seen out = {0};
  int left = 0;
  void (*closeup)(struct lg_frame *) = s->closeup;
  assert_true(lg_image_init(&with, width, height) && lg_image_init(&without, width, height));
  lg_picture_draw(&with, s, c, &style, 2);
  s->closeup = NULL;
  lg_picture_draw(&without, s, c, &style, 1);
  s->closeup = closeup;
  for (int i = 0; i < width * height; i++) {
    const uint8_t *p = with.rgba + 4 * i;
    if (memcmp(p, without.rgba + 4 * i, 4) == 0) continue;
    out.changed++;
    out.rim += is_rim(p);
    if (!is_rim(p) || i % width > width / 2) continue;
    out.x += (float)(i % width);
    out.y += (float)(i / width);
    left++;
  }
  out.x /= (float)(left ? left : 1);
  out.y /= (float)(left ? left : 1);
  lg_image_free(&with);
  lg_image_free(&without);
  return out;
}

static lg_world *dam(int dim, const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = dim == 2 ? 0.02f : 0.05f;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_id box = lg_add(w, "shape.box",
                     LG_ARGS(dim == 2 ? lg_vec2("max", 0.5, 0.4) : lg_vec3("max", 0.5, 0.4, 0.5)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  assert_true(lg_world_step(w, 1 / 60.0));
  return w;
}

/* Beside what lies on the left, and on the right where that leaves no room. */
static void goes_aside(void **state) {
  (void)state;
  lg_world *w = dam(2, "wcsph");
  lg_shot *s = lg_shot_new();
  const lg_camera c = stage_camera(2);
  for (int aside = 0; aside <= 400; aside += 100) {
    lg_image with, without;
    lg_style style = stage_style();
    style.aside = aside;
    assert_true(lg_particle_watch(w, 400, true) && lg_shot_take(s, w, ""));
    assert_true(lg_shot_watch(s, w, 400));
    assert_true(lg_image_init(&with, 960, 480) && lg_image_init(&without, 960, 480));
    s->scope.at[0] = 0.95f; /* under its usual place */
    lg_picture_draw(&with, s, &c, &style, 1);
    s->closeup = NULL;
    lg_picture_draw(&without, s, &c, &style, 1);
    int first = 960;
    for (int i = 0; i < 960 * 480; i++)
      if (memcmp(with.rgba + 4 * i, without.rgba + 4 * i, 4) != 0 && i % 960 < first)
        first = i % 960;
    assert_true(first >= aside && first < 700);
    lg_image_free(&with);
    lg_image_free(&without);
  }
  lg_shot_free(s);
  lg_world_free(w);
}

/* Under solvers with a support, with a grid and without either: a picture that is another one where
   the particle is looked at, and the same as before once it is not, or gone. */
static void shows_one(void **state) {
  static const char *const solvers[] = {"wcsph", "flip", "particles", "mpm", "pbf"};
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
      lg_world *w = dam(dim, solvers[i]);
      lg_shot *s = lg_shot_new();
      const float at[3] = {0.2f, 0.2f, 0.2f};
      int64_t id = lg_particle_pick(w, at, NULL, 0);
      assert_true(lg_particle_watch(w, id, true) && lg_shot_take(s, w, ""));
      assert_true(lg_shot_watch(s, w, id) && lg_shot_waits(s));
      assert_true(lg_world_step(w, 1 / 60.0) && lg_shot_take(s, w, "") && !s->closeup);
      assert_true(lg_shot_watch(s, w, id) && !lg_shot_waits(s));
      lg_camera c = lg_camera_fit(s, WIDE, TALL);
      seen far = look(s, &c, WIDE, TALL);
      assert_true(far.changed > 8000 && far.rim > 200);

      /* near: no glass beside it, but the rim in the water */
      memcpy(c.target, s->scope.at, sizeof c.target);
      c.height = 4 * s->scope.reach;
      seen near = look(s, &c, WIDE, TALL);
      assert_true(near.rim > 200);

      for (int small = 1; small < 240; small += 61) /* no room: nothing, or less */
        look(s, &c, small, 7 + small);
      assert_true(lg_shot_watch(s, w, -1) && look(s, &c, WIDE, TALL).changed == 0);
      assert_true(lg_shot_watch(s, w, 123456) && look(s, &c, WIDE, TALL).changed == 0);
      lg_shot_free(s);
      lg_world_free(w);
    }
}

/* One whose terms nobody has told since is shown as the shot before has it, neighbours and all;
   another one is not. */
static void shows_what_was_told(void **state) {
  enum { BYTES = 4 * WIDE * TALL };
  (void)state;
  for (int other = 0; other < 2; other++) {
    lg_world *w = dam(2, "wcsph");
    lg_shot *before = lg_shot_new(), *now = lg_shot_new();
    const lg_style style = stage_style();
    lg_image image[2];
    assert_true(lg_particle_watch(w, 5 + other, true) && lg_world_step(w, 1 / 60.0));
    assert_true(lg_shot_take(before, w, "") && lg_shot_watch(before, w, 5 + other));
    assert_true(before->scope.told.neighbors > 5);
    assert_true(lg_particle_watch(w, 5 + other, false) && lg_particle_watch(w, 5, true));
    assert_true(lg_shot_take(now, w, "") && lg_shot_watch(now, w, 5) && lg_shot_waits(now));
    assert_true(lg_shot_watch_as(now, before) && lg_shot_waits(now) == other);

    const lg_camera c = lg_camera_fit(now, WIDE, TALL);
    for (int i = 0; i < 2; i++) {
      assert_true(lg_image_init(&image[i], WIDE, TALL));
      lg_picture_draw(&image[i], i ? now : before, &c, &style, 1);
    }
    assert_true((memcmp(image[0].rgba, image[1].rgba, BYTES) != 0) == other);
    for (int i = 0; i < 2; i++) lg_image_free(&image[i]);
    lg_shot_free(before), lg_shot_free(now);
    lg_world_free(w);
  }
}

/* The ring is where the particle is. */
static void ring_is_there(void **state) {
  (void)state;
  lg_world *w = dam(2, "wcsph");
  lg_shot *s = lg_shot_new();
  int64_t id = lg_particle_pick(w, (float[3]){0.25f, 0.25f, 0}, NULL, 0);
  assert_true(lg_particle_watch(w, id, true) && lg_world_step(w, 1 / 60.0) &&
              lg_shot_take(s, w, "") && lg_shot_watch(s, w, id));
  lg_camera c = {.dim = 2, .target = {0.5f, 0.5f, 0}, .height = 1};
  seen found = look(s, &c, 2 * TALL, TALL); /* 480 pixels are 1 m */
  assert_true(fabsf(found.x - ((s->scope.at[0] + 0.5f) * TALL)) < 4);
  assert_true(fabsf(found.y - ((1 - s->scope.at[1]) * TALL)) < 4);
  lg_shot_free(s);
  lg_world_free(w);
}

/* Hostile numbers: nothing is drawn that is none, and nothing hangs. */
static void bears_anything(void **state) {
  static const double odd[] = {(double)NAN, (double)INFINITY, -1e300, 1e300, 0};
  (void)state;
  lg_world *w = dam(2, "flip");
  lg_shot *s = lg_shot_new();
  assert_true(lg_particle_watch(w, 5, true) && lg_world_step(w, 1 / 60.0) &&
              lg_shot_take(s, w, "") && lg_shot_watch(s, w, 5));
  lg_camera c = lg_camera_fit(s, WIDE, TALL);
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 3; k++) {
      s->scope.told.term[0].by[k] = s->scope.told.rate[k] = odd[i];
      s->scope.told.cell.face[k].after = odd[i];
      s->scope.told.cell.pressure[k] = s->scope.told.position[k] = odd[i];
    }
    look(s, &c, WIDE, TALL);
  }
  lg_shot_free(s);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounds_up),           cmocka_unit_test(colors_are_distinct),
      cmocka_unit_test(goes_aside),          cmocka_unit_test(shows_one),
      cmocka_unit_test(shows_what_was_told), cmocka_unit_test(ring_is_there),
      cmocka_unit_test(bears_anything)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
