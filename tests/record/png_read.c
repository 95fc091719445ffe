/* PNG of strangers: pixels as they were written, and whatever is broken is refused with a
   sentence. */
#include "record/png_read.h"

#include "record/record.h"

#include "folder.h"

#include <stdlib.h>

enum { W = 33, H = 17 };

static uint8_t *bytes_of(const char *path, size_t *n) {
  static uint8_t all[1 << 16];
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  *n = fread(all, 1, sizeof all, f);
  fclose(f);
  uint8_t *copy = malloc(*n + 1); /* of its own size, so that sanitizers see what is read beyond */
  memcpy(copy, all, *n);
  return copy;
}

static bool decode(const uint8_t *bytes, size_t n, uint8_t rgba[4 * W * H], lg_why *why) {
  int width = 0, height = 0;
  const char *at = (const char *)bytes;
  if (!lg_png_decode(NULL, at, n, &width, &height, NULL, why)) return false;
  if (width != W || height != H) return lg_explain(why, "another size");
  return lg_png_decode(NULL, at, n, &width, &height, rgba, why);
}

/* A file of noise; its bytes. */
static uint8_t *picture(uint8_t rgba[4 * W * H], size_t *n) {
  lg_why why;
  folder f = folder_new("a.png");
  for (int i = 0; i < 4 * W * H; i++) rgba[i] = (uint8_t)(i * 7 + i / 4 * 50);
  assert_true(lg_record_png(f.file, W, H, rgba, &why));
  return bytes_of(f.file, n);
}

static void round_trip(void **state) {
  (void)state;
  static uint8_t rgba[4 * W * H], back[4 * W * H];
  size_t n;
  lg_why why = {""};
  uint8_t *bytes = picture(rgba, &n);
  if (!decode(bytes, n, back, &why)) fail_msg("refused: %s", why.text);
  assert_memory_equal(rgba, back, sizeof rgba);
  free(bytes);
}

/* Cut at every byte, each byte changed in turn, and no PNG at all: a picture or one sentence. */
static void damaged(void **state) {
  (void)state;
  static uint8_t rgba[4 * W * H], back[4 * W * H];
  size_t n;
  uint8_t *bytes = picture(rgba, &n);
  int refused = 0;
  for (size_t cut = 0; cut < n; cut++) {
    lg_why why = {""};
    uint8_t *part = malloc(cut + 1);
    memcpy(part, bytes, cut);
    bool ok = decode(part, cut, back, &why);
    if (!ok) assert_true(*why.text);
    if (cut < n - 12) assert_false(ok); /* without its last chunk the pixels are there */
    free(part);
  }
  for (size_t i = 0; i < n; i++) {
    lg_why why = {""};
    bytes[i] ^= 0x55;
    bool ok = decode(bytes, n, back, &why);
    if (!ok) assert_true(*why.text);
    refused += !ok;
    bytes[i] ^= 0x55;
  }
  assert_true(refused > (int)n / 2);

  lg_why why = {""};
  assert_false(decode((const uint8_t *)"v 0 0\nv 1 0\n", 12, back, &why));
  assert_true(*why.text);
  free(bytes);
}

/* A header that promises 2^31 - 1 by 2^31 - 1 pixels says so, and has no memory by then. */
static void huge(void **state) {
  (void)state;
  static uint8_t rgba[4 * W * H];
  size_t n;
  lg_why why = {""};
  uint8_t *bytes = picture(rgba, &n);
  static const uint8_t much[8] = {0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff};
  memcpy(bytes + 16, much, sizeof much);
  int width = 0, height = 0;
  bool ok = lg_png_decode(NULL, (const char *)bytes, n, &width, &height, NULL, &why);
  assert_true(ok ? width > 16384 : *why.text != 0);
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(damaged),
                                     cmocka_unit_test(huge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
