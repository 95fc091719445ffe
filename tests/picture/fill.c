/* 2-D colliders against the areas of polygons. */
#include "picture/look.h"
#include "stage.h"

enum { SIDE = 100 };

/* A closed polygon as the shot's collider; corners in metres, counter-clockwise. */
static void polygon(lg_shot *s, const float (*p)[2], int n) {
  s->hulls.hull = calloc(1, sizeof *s->hulls.hull);
  s->hulls.slots = 1;
  s->hulls.count = 1;
  s->hulls.hull[0].color = LG_SOLID_FILL;
  lg_contour *c = &s->hulls.hull[0].contour;
  c->corners = 2;
  c->faces = (size_t)n;
  assert_true(lg_room(&c->corner, &c->corner_capacity, 2 * c->faces, sizeof *c->corner));
  assert_true(lg_room(&c->normal, &c->normal_capacity, 2 * c->faces, sizeof *c->normal));
  memset(c->corner, 0, 2 * c->faces * sizeof *c->corner);
  memset(c->normal, 0, 2 * c->faces * sizeof *c->normal);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++) {
      c->corner[2 * i][k] = p[i][k];
      c->corner[2 * i + 1][k] = p[(i + 1) % n][k];
    }
}

static void draw(stage *s) {
  s->camera = stage_camera(2);
  s->style = stage_style();
  s->style.colliders = true;
  assert_true(lg_image_init(&s->image, SIDE, SIDE));
  s->frame = lg_frame_begin(&s->image, s->shot, &s->camera, &s->style, 1);
  lg_faces_make(&s->frame);
  for (int band = 0; band < (SIDE + LG_BAND - 1) / LG_BAND; band++) lg_fill_band(&s->frame, band);
}

/* Covered pixels: the picture was black, so red over the fill's red is how much of a pixel is
   filled. The bright outline adds half its width of about 1.8 pixels all around. */
static double area(const stage *s) {
  double sum = 0, full = 0.92 * (double)lg_channel(LG_SOLID_FILL, 0);
  for (int i = 0; i < SIDE * SIDE; i++) sum += fmin(s->image.rgba[4 * i] / full, 1);
  return sum;
}

/* Squares of 50 pixels, straight, turned, and half outside the picture on each side: their area, to
   1 % and half an outline. */
static void squares(void **state) {
  (void)state;
  const struct {
    float x, y, turn;
    double inside, edge;
  } cases[] = {{0.5f, 0.5f, 0, 2500, 200}, {0.503f, 0.497f, 0.3f, 2500, 200},
               {0, 0.5f, 0, 1250, 100},    {1, 0.5f, 0, 1250, 100},
               {0.5f, 0, 0, 1250, 100},    {0.5f, 1, 0, 1250, 100},
               {0, 0, 0.7853982f, 625, 50}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    stage s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.1f)};
    float p[4][2];
    for (int k = 0; k < 4; k++) {
      float a = cases[i].turn + 1.5707963f * (float)k + 0.7853982f;
      p[k][0] = cases[i].x + 0.3535534f * cosf(a);
      p[k][1] = cases[i].y + 0.3535534f * sinf(a);
    }
    polygon(s.shot, (const float(*)[2])p, 4);
    draw(&s);
    assert_true(fabs(area(&s) - cases[i].inside - 0.9 * cases[i].edge) <
                0.01 * cases[i].inside + 0.25 * cases[i].edge);
    lg_image_free(&s.image);
    lg_shot_free(s.shot);
  }
}

/* A ring (outer boundary one way round, inner the other) keeps its hole; a pixel of the ring has
   the colour of the fill. */
static void hole(void **state) {
  (void)state;
  stage s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.1f)};
  /* one polygon with a seam: around outside, in along the seam, around inside backwards, out
     again */
  const float p[][2] = {{0.1f, 0.1f}, {0.9f, 0.1f}, {0.9f, 0.9f}, {0.1f, 0.9f}, {0.1f, 0.1f},
                        {0.3f, 0.3f}, {0.3f, 0.7f}, {0.7f, 0.7f}, {0.7f, 0.3f}, {0.3f, 0.3f}};
  polygon(s.shot, p, 10);
  draw(&s);
  assert_int_equal(stage_pixel(&s.image, 50, 50, 0), 0);
  float fill = 0.92f * lg_channel(LG_SOLID_FILL, 0);
  assert_true(fabsf((float)stage_pixel(&s.image, 80, 50, 0) - fill) < 1.5f);
  assert_true(stage_pixel(&s.image, 50, 10, 0) > (int)fill + 20); /* the outline */
  lg_image_free(&s.image);
  lg_shot_free(s.shot);
}

/* Two solids, red and blue, the blue one on top: each has its colour, and neither takes the other's
   outline into its inside. */
static void colors(void **state) {
  (void)state;
  const float p[][2] = {{0.1f, 0.1f}, {0.6f, 0.1f}, {0.6f, 0.9f}, {0.1f, 0.9f}},
              q[][2] = {{0.4f, 0.1f}, {0.9f, 0.1f}, {0.9f, 0.9f}, {0.4f, 0.9f}};
  stage s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.1f)};
  lg_shot *other = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.1f);
  polygon(s.shot, p, 4);
  polygon(other, q, 4);
  s.shot->hulls.hull = realloc(s.shot->hulls.hull, 2 * sizeof *s.shot->hulls.hull);
  assert_non_null(s.shot->hulls.hull);
  s.shot->hulls.hull[1] = other->hulls.hull[0];
  s.shot->hulls.count = 2;
  s.shot->hulls.slots = 2;
  s.shot->hulls.hull[0].color = 0xff0000ffU;
  s.shot->hulls.hull[1].color = 0x0000ffffU;
  draw(&s);
  const int full = (int)(0.92f * 255);
  const struct {
    int x, red, blue;
  } at[] = {{25, full, 0}, {50, (int)(0.08f * 0.92f * 255), full}, {80, 0, full}};
  for (int i = 0; i < 3; i++) {
    assert_true(abs(stage_pixel(&s.image, at[i].x, 50, 0) - at[i].red) <= 1);
    assert_true(abs(stage_pixel(&s.image, at[i].x, 50, 2) - at[i].blue) <= 1);
    assert_int_equal(stage_pixel(&s.image, at[i].x, 50, 1), 0);
  }
  free(other->hulls.hull);
  other->hulls = (lg_hulls){0};
  lg_shot_free(other);
  lg_image_free(&s.image);
  lg_shot_free(s.shot);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(squares), cmocka_unit_test(hole),
                                     cmocka_unit_test(colors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
