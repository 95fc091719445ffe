/* Faces of the colliders on the picture. */
#include "stage.h"

/* Gives the shot one collider of `faces` faces with room for their corners; fill in contour.corner
   and contour.normal. */
static lg_contour *hull(lg_shot *s, int corners, size_t faces) {
  s->hulls.hull = calloc(1, sizeof *s->hulls.hull);
  s->hulls.slots = 1;
  s->hulls.count = 1;
  lg_contour *c = &s->hulls.hull[0].contour;
  c->corners = corners;
  c->faces = faces;
  assert_true(lg_room(&c->corner, &c->corner_capacity, faces * (size_t)corners, sizeof *c->corner));
  assert_true(lg_room(&c->normal, &c->normal_capacity, faces * (size_t)corners, sizeof *c->normal));
  return c;
}

/* Two squares back to back, in the plane z = 0.5: only the one that looks at the eye is drawn; from
   behind, only the other. */
static void back_faces(void **state) {
  (void)state;
  const float square[4][3] = {
      {0.2f, 0.2f, 0.5f}, {0.8f, 0.2f, 0.5f}, {0.8f, 0.8f, 0.5f}, {0.2f, 0.8f, 0.5f}};
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.1f);
  lg_contour *c = hull(s, 4, 2);
  for (int k = 0; k < 4; k++)
    for (int axis = 0; axis < 3; axis++) {
      c->corner[k][axis] = square[k][axis];
      c->corner[4 + k][axis] = square[3 - k][axis];
      c->normal[k][axis] = axis == 2 ? 1 : 0.0f;
      c->normal[4 + k][axis] = axis == 2 ? -1 : 0.0f;
    }
  for (int behind = 0; behind < 2; behind++) {
    lg_image image;
    assert_true(lg_image_init(&image, 100, 100));
    lg_camera camera = stage_camera(3);
    camera.yaw = behind ? 3.14159265f : 0;
    lg_style style = stage_style();
    style.colliders = true;
    lg_frame f = lg_frame_begin(&image, s, &camera, &style, 2);
    lg_faces_make(&f);
    assert_int_equal(f.faces, 2);
    const lg_bands *b = &f.scratch->faces;
    for (size_t i = 0; i < b->first[b->bands]; i++) assert_int_equal(b->item[i], behind);
    assert_true(b->first[b->bands] >= 4); /* 60 rows are at least 4 bands */
    float(*corner)[4] = f.scratch->corner + 4 * behind;
    assert_float_equal(corner[0][0], (behind ? 80 : 20), 0.01);
    assert_float_equal(corner[0][1], (behind ? 20 : 80), 0.01);
    assert_float_equal(corner[0][2], f.lens.focus, 1e-4);
    assert_true(corner[0][3] > 0.5f && corner[0][3] <= 1);
    style.colliders = false;
    lg_faces_make(&f);
    assert_int_equal(f.faces, 0);
    lg_image_free(&image);
  }
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(back_faces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
