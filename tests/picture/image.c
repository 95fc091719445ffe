/* The image and its memory; tasks. */
#include "stage.h"

/* Sides outside 1 .. 16384 are refused and leave an image that may be freed; others have all their
   memory. */
static void sizes(void **state) {
  (void)state;
  const int bad[][2] = {{0, 5}, {5, 0}, {-1, 5}, {16385, 1}, {1, 16385}};
  for (int i = 0; i < 5; i++) {
    lg_image image;
    assert_false(lg_image_init(&image, bad[i][0], bad[i][1]));
    assert_null(image.rgba);
    lg_image_free(&image);
  }
  lg_image image;
  assert_true(lg_image_init(&image, 3, 2));
  image.rgba[4 * 3 * 2 - 1] = 7;
  lg_image_free(&image);
  assert_null(image.rgba);
  lg_image_free(&image); /* a second time does nothing */
}

/* Growing keeps what is there; room that is there is not asked for again. */
static void room_keeps_contents(void **state) {
  (void)state;
  int *p = NULL;
  size_t capacity = 0;
  for (int i = 0; i < 1000; i++) {
    assert_true(lg_room(&p, &capacity, (size_t)i + 1, sizeof *p));
    p[i] = i;
  }
  for (int i = 0; i < 1000; i++) assert_int_equal(p[i], i);
  int *before = p;
  assert_true(lg_room(&p, &capacity, 10, sizeof *p));
  assert_ptr_equal(p, before);
  /* more than there is: refused, and p lives */
  assert_false(lg_room(&p, &capacity, SIZE_MAX / 2, sizeof *p));
  assert_int_equal(p[999], 999);
  free(p);
}

static void touch(void *user, int i) { ((int *)user)[i]++; }

/* Every task runs once, for any number of threads and of tasks. */
static void tasks_run_once(void **state) {
  (void)state;
  const int threads[] = {1, 2, 3, 7}, sizes_of[] = {0, 1, 5, 100};
  for (int t = 0; t < 4; t++)
    for (int n = 0; n < 4; n++) {
      int seen[101] = {0};
      lg_tasks(threads[t], sizes_of[n], touch, seen);
      for (int i = 0; i < 101; i++) assert_int_equal(seen[i], i < sizes_of[n]);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sizes), cmocka_unit_test(room_keeps_contents),
                                     cmocka_unit_test(tasks_run_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
