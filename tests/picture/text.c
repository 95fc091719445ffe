/* Text: UTF-8, widths, breaking, pixels. */
#include "picture/text.h"
#include "stage.h"

/* The examples of RFC 3629, and what is not UTF-8: a stray or missing continuation, an overlong
   form, a surrogate's neighbour. */
static void utf8(void **state) {
  (void)state;
  const struct {
    const char *text;
    uint32_t code;
    int bytes;
  } cases[] = {{"A", 0x41, 1},
               {"\xc3\xa9", 0xe9, 2},
               {"\xe2\x89\xa2", 0x2262, 3},
               {"\xe6\x97\xa5", 0x65e5, 3},
               {"\xf0\xa3\x8e\xb4", 0x233b4, 4},
               {"\x80", 0xfffd, 1},
               {"\xc3", 0xfffd, 1},
               {"\xc3"
                "A",
                0xfffd, 1},
               {"\xc0\x80", 0xfffd, 1},
               {"\xff", 0xfffd, 1},
               {"\xe2\x89", 0xfffd, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *p = cases[i].text;
    assert_int_equal(lg_utf8_next(&p, cases[i].text + strlen(cases[i].text)), cases[i].code);
    assert_int_equal(p - cases[i].text, cases[i].bytes);
  }
}

static lg_image begin(void) {
  lg_image image;
  assert_true(lg_image_init(&image, 400, 60));
  if (lg_image_trouble(&image)) { /* one sentence that names the cure */
    assert_non_null(strstr(lg_image_trouble(&image), "fonts-dejavu-core"));
    lg_image_free(&image);
    skip();
  }
  return image;
}

/* Widths add up, grow with the size, and measuring draws nothing. */
static void widths(void **state) {
  (void)state;
  lg_image image = begin();
  int a = lg_picture_text_width(&image, 20, "speed "),
      b = lg_picture_text_width(&image, 20, "(m/s)");
  assert_true(a > 0 && b > 0);
  assert_int_equal(lg_picture_text_width(&image, 20, "speed (m/s)"), a + b);
  assert_true(lg_picture_text_width(&image, 40, "speed") >
              3 * lg_picture_text_width(&image, 20, "speed") / 2);
  assert_int_equal(lg_picture_text_width(&image, 20, ""), 0);
  for (int i = 0; i < 400 * 60 * 4; i++) assert_int_equal(image.rgba[i], 0);
  lg_image_free(&image);
}

/* The ink lies in the box that starts at the corner and is `width` wide and a line high; there is a
   sensible amount of it. */
static void ink(void **state) {
  (void)state;
  lg_image image = begin();
  int width = lg_picture_text(&image, 100, 10, 24, 0xffffffffU, "Waves: \xc3\xa9\xc2\xb3"), lit = 0;
  for (int y = 0; y < 60; y++)
    for (int x = 0; x < 400; x++) {
      bool inside = x >= 99 && x <= 101 + width && y >= 10 && y < 10 + lg_text_line(24);
      if (!inside) assert_int_equal(stage_pixel(&image, x, y, 0), 0);
      lit += stage_pixel(&image, x, y, 0) > 128;
    }
  assert_true(lit > 200 && lit < width * 24 / 2);
  lg_picture_text(&image, -1000, -1000, 24, 0xffffffffU, "outside");
  lg_picture_text(&image, 390, 50, 24, 0xffffffffU, "partly outside");
  lg_image_free(&image);
}

/* A line breaks after a space where one fits, inside a word where none does, and at a newline; it
   never stands still. */
static void fit(void **state) {
  (void)state;
  lg_image image = begin();
  const char *text = "one two three";
  int two = lg_picture_text_width(&image, 16, "one two");
  assert_int_equal(lg_text_fit(&image, 16, 1000, text), (int)strlen(text));
  assert_int_equal(lg_text_fit(&image, 16, two + 8, text), (int)strlen("one two "));
  assert_int_equal(lg_text_fit(&image, 16, 1000, "one\ntwo"), 3);
  int word = lg_text_fit(&image, 16, 50, "unbreakable");
  assert_true(word > 0 && word < 11);
  assert_int_equal(lg_text_fit(&image, 16, 1, "wide"), 1);
  assert_int_equal(lg_text_fit(&image, 16, 50, ""), 0);
  lg_image_free(&image);
}

/* More different glyphs than are kept: the first ones still have their width. */
static void many_glyphs(void **state) {
  (void)state;
  lg_image image = begin();
  int width = lg_picture_text_width(&image, 17, "Laguna");
  for (int size = 8; size < 60; size++)
    lg_picture_text_width(&image, size, "abcdefghijklmnopqrstuvwxyz0123456789");
  assert_int_equal(lg_picture_text_width(&image, 17, "Laguna"), width);
  lg_image_free(&image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(utf8), cmocka_unit_test(widths),
                                     cmocka_unit_test(ink), cmocka_unit_test(fit),
                                     cmocka_unit_test(many_glyphs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
