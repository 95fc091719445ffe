/* Shots of real worlds. */
#include "world.h"

static lg_world *three_particles(void) {
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3));
  const float x[3][3] = {{1, 1, 0}, {2, 1, 0}, {3, 2, 0}},
              v[3][3] = {{3, 4, 0}, {0, 0, 0}, {0, -2, 0}};
  for (int i = 0; i < 3; i++) assert_true(lg_particle_add(w, x[i], v[i]) >= 0);
  return w;
}

/* Positions are those of the world, bit for bit, and stay so when the world changes; the speed is
   the velocity's length. */
static void copies(void **state) {
  (void)state;
  lg_world *w = three_particles();
  lg_shot *s = lg_shot_new();
  assert_true(lg_shot_take(s, w, ""));
  assert_int_equal(lg_shot_count(s), 3);
  assert_int_equal(lg_shot_dim(s), 2);
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  for (size_t i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) assert_true(s->x[k][i] == x.c[k][i]);
    assert_float_equal(s->value[i], hypotf(v.c[0][i], v.c[1][i]), 1e-6);
  }
  float before = s->x[0][0];
  lg_column_edit(w, "position").c[0][0] = 3.3f;
  assert_true(s->x[0][0] == before);
  lg_shot_free(s);
  lg_world_free(w);
}

/* What is coloured: a scalar as it is, a vector by its length, whole numbers too; an unknown name
   is the speed. Units are known. */
static void values(void **state) {
  (void)state;
  lg_world *w = three_particles();
  assert_true(lg_column_add(w, "heat", 1));
  for (int i = 0; i < 3; i++) lg_column_edit(w, "heat").c[0][i] = (float)(10 + i);
  const struct {
    const char *ask, *label, *unit;
  } cases[] = {{"heat", "heat", ""},
               {"velocity", "velocity", "m/s"},
               {"id", "id", ""},
               {"", "speed", "m/s"},
               {"speed", "speed", "m/s"},
               {"no such column", "speed", "m/s"},
               {"position", "position", "m"}};
  lg_shot *s = lg_shot_new();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_true(lg_shot_take(s, w, cases[i].ask));
    assert_string_equal(s->label, cases[i].label);
    assert_string_equal(s->unit, cases[i].unit);
    if (i == 0)
      for (size_t k = 0; k < 3; k++) assert_true(s->value[k] == lg_column(w, "heat").c[0][k]);
    if (i == 2)
      for (size_t k = 0; k < 3; k++) assert_true(s->value[k] == (float)lg_column(w, "id").i32[k]);
    if (i == 1) assert_float_equal(fmaxf(s->value[0], fmaxf(s->value[1], s->value[2])), 5, 1e-5);
  }
  lg_shot_free(s);
  lg_world_free(w);
}

/* "color" of three components is a colour itself, cut to 0 .. 1, NAN is 0; of one it is a value, as
   another column of three is. */
static void colors(void **state) {
  (void)state;
  const float rgb[3][3] = {{1, 0.5f, 0}, {-2, 7, 0.25f}, {NAN, 0, 1}};
  const int32_t packed[3] = {0x0080ff, 0x40ff00, 0xff0000};
  lg_world *w = three_particles();
  uint64_t hash = lg_world_hash(w);
  lg_shot *s = lg_shot_new();
  assert_true(lg_column_add(w, "other", 3) && lg_column_scratch(w, "color", 3));
  lg_view v = lg_column_edit(w, "color");
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) v.c[k][i] = rgb[i][k];
  assert_true(lg_shot_take(s, w, "color"));
  assert_true(s->tinted);
  for (int i = 0; i < 3; i++) assert_int_equal(s->tint[i], packed[i]);
  assert_true(lg_shot_take(s, w, "other"));
  assert_false(s->tinted);
  assert_true(lg_column_scratch(w, "color", 1));
  lg_column_edit(w, "color").c[0][1] = 4;
  assert_true(lg_shot_take(s, w, "color"));
  assert_false(s->tinted);
  assert_float_equal(s->value[1], 4, 0);
  lg_shot_free(s);
  lg_world *plain = three_particles();
  assert_true(lg_column_add(plain, "other", 3));
  assert_true(lg_world_hash(w) == lg_world_hash(plain) && hash != lg_world_hash(plain));
  lg_world_free(plain);
  lg_world_free(w);
}

/* By material every particle has its material's colour, and the legend their names; only those that
   are there count. */
static void materials(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 4, 3));
  assert_true(lg_add(w, "material.fluid", LG_ARGS(lg_text("name", "unused"))) != 0);
  lg_arg red = lg_vec3("color", 1, 0, 0);
  lg_id oil = lg_add(w, "material.fluid", LG_ARGS(lg_text("name", "oil"), red)),
        left = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, 1)));
  lg_id right = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 1, 0), lg_vec2("max", 2, 1)));
  assert_true(
      lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", left), lg_ref("material", oil))) != 0);
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", right))) != 0);
  assert_true(lg_world_step(w, 1e-4));
  lg_shot *s = lg_shot_new();
  assert_true(lg_shot_take(s, w, "material"));
  assert_int_equal(s->materials, 2);
  assert_true(lg_shot_take(s, w, "speed"));
  assert_int_equal(s->materials, 0);
  assert_true(lg_shot_take(s, w, "")); /* nobody says: as if by material */
  assert_int_equal(s->materials, 2);
  assert_string_equal(s->material[0].name, "default");
  assert_string_equal(s->material[1].name, "oil");
  assert_true(s->material[1].color[0] == 1 && s->material[1].color[1] == 0);
  for (size_t i = 0; i < s->count; i++) assert_true(s->value[i] == (s->x[0][i] < 1 ? 1.5f : 0.5f));
  assert_true(lg_shot_take(s, w, "speed") && s->materials == 0);
  lg_shot_free(s);
  lg_world_free(w);
}

/* Speeds of nearly nothing stay at the dark end of the colours. */
static void rest(void **state) {
  (void)state;
  lg_world *w = three_particles();
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) lg_column_edit(w, "velocity").c[k][i] = 1e-6f * (float)(i + k);
  lg_shot *s = lg_shot_new();
  float low, high;
  assert_true(lg_shot_take(s, w, ""));
  lg_shot_range(s, &low, &high);
  assert_true(low == 0);
  assert_float_equal(high, lg_world_spacing(w), 1e-6);
  lg_shot_free(s);
  lg_world_free(w);
}

/* The range belongs to what is coloured: another column begins anew, the same one is followed
   smoothly. */
static void range(void **state) {
  (void)state;
  lg_world *w = three_particles();
  lg_column_add(w, "heat", 1);
  for (int i = 0; i < 3; i++) lg_column_edit(w, "heat").c[0][i] = (float)(100 * i);
  lg_shot *s = lg_shot_new();
  float low, high, again;
  assert_true(lg_shot_take(s, w, ""));
  lg_shot_range(s, &low, &high);
  assert_true(low == 0 && high <= 5);
  assert_true(lg_shot_take(s, w, "heat"));
  lg_shot_range(s, &low, &again);
  assert_true(again > 50);
  for (int i = 0; i < 3; i++) lg_column_edit(w, "heat").c[0][i] *= 10;
  assert_true(lg_shot_take(s, w, "heat"));
  lg_shot_range(s, &low, &high);
  assert_true(high > again && high < 5 * again);
  lg_shot_free(s);
  lg_world_free(w);
}

/* An empty world, and a shot that nothing was taken into, can be drawn. */
static void empty(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds3(0, 0, 0, 1, 1, 1));
  lg_shot *s = lg_shot_new();
  lg_image image;
  assert_true(lg_image_init(&image, 64, 48));
  lg_style style = lg_default_style();
  lg_camera c = lg_camera_fit(s, 64, 48);
  lg_picture_draw(&image, s, &c, &style, 1);
  assert_true(lg_shot_take(s, w, ""));
  assert_true(lg_shot_take(s, w, "age")); /* whose column has no memory yet */
  assert_int_equal(lg_shot_count(s), 0);
  c = lg_camera_fit(s, 64, 48);
  assert_int_equal(c.dim, 3);
  lg_picture_draw(&image, s, &c, &style, 2);
  lg_image_free(&image);
  lg_shot_free(s);
  lg_shot_free(NULL);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(copies), cmocka_unit_test(values),
                                     cmocka_unit_test(colors), cmocka_unit_test(materials),
                                     cmocka_unit_test(range),  cmocka_unit_test(rest),
                                     cmocka_unit_test(empty)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
