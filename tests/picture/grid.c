/* A grid in a picture: its cells' colours where they are, the sky outside, dots and arrows on top;
   in 3-D the particles' values. */
#include "world.h"

#include "picture/look.h"

static lg_world *tank(int dim) {
  lg_world *w = world_of(dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1));
  assert_true(lg_set_solver(w, "flip", LG_NO_ARGS));
  lg_arg max = lg_vec3("max", 1, 0.6, 1);
  max.n = dim;
  lg_id box = world_add(w, "shape.box", LG_ARGS(max));
  world_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
  assert_true(lg_world_step(w, 0.01));
  return w;
}

static void cells_have_their_colours(void **state) {
  (void)state;
  lg_world *w = tank(2);
  lg_shot *s = lg_shot_new();
  lg_image image;
  assert_true(lg_image_init(&image, 200, 200));
  assert_true(lg_shot_take(s, w, "grid.type"));
  assert_string_equal(s->label, "grid.type");
  lg_camera c = {.dim = 2, .target = {0.5f, 0.5f, 0}, .height = 1.2f};
  lg_style style = stage_style();
  style.colormap = "gray";
  style.high = 2;
  style.point_scale = 0.01f;
  lg_picture_draw(&image, s, &c, &style, 1);
  /* between the dots */
  int fluid = stage_pixel(&image, 117, 150, 0), air = stage_pixel(&image, 117, 50, 0);
  assert_true(abs(fluid - (int)(0.15 * 255)) <= 2);
  assert_true(abs(air - (int)(0.95 * 255)) <= 2);
  float sky[3];
  lg_sky(&(lg_style){0}, &lg_theme_dark.ground, 5.0f / 200, sky);
  assert_true(abs(stage_pixel(&image, 100, 5, 2) - (int)sky[2]) <= 1);
  lg_image_free(&image);
  lg_shot_free(s);
  lg_world_free(w);
}

static int bright(const lg_image *image) {
  int n = 0;
  for (int i = 0; i < image->width * image->height; i++) n += image->rgba[4 * i] > 200;
  return n;
}

/* Arrows of a stream to the right are lines that are longer than wide; none where nothing moves. */
static void vectors_have_arrows(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  static float u[2][5 * 5];
  for (int i = 0; i < 25; i++) u[0][i] = i < 10 ? 1 : 0;
  lg_grid_view g = {.c = {u[0], u[1]},
                    .components = 2,
                    .cells = {4, 4, 1},
                    .step = {1, 5, 0},
                    .cell = {0.25f, 0.25f, 1},
                    .location = LG_AT_CELLS};
  lg_image image;
  assert_true(lg_image_init(&image, 100, 100));
  lg_camera c = stage_camera(2);
  lg_style style = stage_style();
  style.colormap = "gray";
  for (int arrows = 0; arrows < 2; arrows++) {
    assert_true(lg_plate_take(&s->grid, &g));
    s->grid.arrows = arrows;
    if (arrows) style.high = 2;
    else style.high = 1e6f;
    lg_picture_draw(&image, s, &c, &style, 1);
    int lower = 0, upper = 0;
    for (int y = 0; y < 100; y++)
      for (int x = 0; x < 100; x++)
        *(y < 40 ? &upper : &lower) += stage_pixel(&image, x, y, 0) > 225;
    if (!arrows) assert_int_equal(bright(&image), 0);
    else assert_true(lower > 0);
    assert_true(upper == 0 || !arrows);
  }
  lg_image_free(&image);
  lg_shot_free(s);
}

static void particles_have_its_value_in_3d(void **state) {
  (void)state;
  lg_world *w = tank(3);
  lg_shot *s = lg_shot_new();
  assert_true(lg_shot_take(s, w, "grid.pressure"));
  assert_string_equal(s->unit, "Pa");
  assert_int_equal(s->grid.cells[0], 0);
  lg_grid_view g = lg_grid(w, "pressure");
  for (size_t i = 0; i < s->count; i++) {
    const float p[3] = {s->x[0][i], s->x[1][i], s->x[2][i]};
    float v[3];
    assert_true(lg_grid_sample(&g, p, v));
    assert_float_equal(s->value[i], v[0], 0);
  }
  assert_true(lg_shot_take(s, w, "grid.nothing")); /* unknown: the speed */
  assert_string_equal(s->label, "speed");
  lg_shot_free(s);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cells_have_their_colours),
                                     cmocka_unit_test(vectors_have_arrows),
                                     cmocka_unit_test(particles_have_its_value_in_3d)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
