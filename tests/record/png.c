/* Pictures, read back by libpng's own simplified reader. */
#include "record/png_read.h"
#include "record/record.h"

#include "folder.h"

#include <png.h>

static void fill(uint8_t *rgba, int n, bool opaque) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      rgba[4 * i + k] = k == 3 && opaque ? 255 : (uint8_t)(i * 7 + k * 50);
}

/* Every pixel comes back, with alpha where there is some; an opaque picture is stored without
   it. */
static void round_trip(void **state) {
  (void)state;
  enum { W = 33, H = 17 };
  for (int opaque = 0; opaque < 2; opaque++) {
    folder f = folder_new("a.png");
    uint8_t rgba[4 * W * H], back[4 * W * H];
    lg_why why = {""};
    fill(rgba, W * H, opaque);
    assert_true(lg_record_png(f.file, W, H, rgba, &why));
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, f.file));
    assert_int_equal(image.width, W);
    assert_int_equal(image.height, H);
    assert_int_equal(!(image.format & PNG_FORMAT_FLAG_ALPHA), opaque);
    image.format = PNG_FORMAT_RGBA;
    assert_true(png_image_finish_read(&image, NULL, back, 0, NULL));
    assert_memory_equal(back, rgba, sizeof rgba);
    int width, height;
    uint8_t *read = lg_record_read_png(f.file, &width, &height);
    assert_true(read && width == W && height == H);
    assert_memory_equal(read, rgba, sizeof rgba);
    free(read);
    put_file(f.file, "no picture");
    assert_null(lg_record_read_png(f.file, &width, &height));
    assert_int_equal(folder_count(&f), 1);
    folder_end(&f);
  }
}

/* No folder, no pixels, no room on the disk: one sentence, no file, and an older file is as it
   was. */
static void refused(void **state) {
  (void)state;
  folder f = folder_new("a.png");
  uint8_t *rgba = malloc(4 * 200 * 200);
  lg_why why = {""};
  char missing[400];
  uint32_t noise = 1;
  for (int i = 0; i < 4 * 200 * 200; i++)
    rgba[i] = (uint8_t)((noise = noise * 1664525U + 1013904223U) >> 24);
  snprintf(missing, sizeof missing, "%s/no/a.png", f.path);
  assert_false(lg_record_png(missing, 200, 200, rgba, &why));
  assert_non_null(strstr(why.text, "does not exist"));
  assert_false(lg_record_png(f.file, 0, 5, rgba, &why));
  assert_non_null(strstr(why.text, "0 x 5"));
  put_file(f.file, "old");
  limit_files(10000);
  assert_false(lg_record_png(f.file, 200, 200, rgba, &why));
  limit_files(RLIM_INFINITY);
  assert_int_equal(strncmp(why.text, f.file, strlen(f.file)), 0);
  assert_true(file_holds(f.file, "old"));
  assert_int_equal(folder_count(&f), 1);
  free(rgba);
  folder_end(&f);
}

/* A device, here behind a link, is refused before anything is written to it: a rename would put a
   file in its place. */
static void no_device(void **state) {
  (void)state;
  folder f = folder_new("a.png");
  uint8_t rgba[4] = {0};
  lg_why why = {""};
  assert_int_equal(symlink("/dev/full", f.file), 0);
  assert_false(lg_record_png(f.file, 1, 1, rgba, &why));
  assert_non_null(strstr(why.text, "not a plain file"));
  folder_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(refused),
                                     cmocka_unit_test(no_device)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
