/* Flowing text: it keeps to its column, breaks where lines of their own begin, and is measured as
   it is drawn. */
#include "picture/look.h"
#include "picture/text.h"
#include "stage.h"

enum { WIDE = 400, HIGH = 300, SIZE = 14, LEFT = 50, COLUMN = 200 };

static lg_image begin(void) {
  lg_image image;
  assert_true(lg_image_init(&image, WIDE, HIGH));
  if (lg_image_trouble(&image)) {
    lg_image_free(&image);
    skip();
  }
  return image;
}

static int height(lg_image *image, const char *text) {
  return lg_picture_prose(image, LEFT, 0, COLUMN, SIZE, 0, text);
}

/* Rows of ink, columns of ink, and whether a colour is among it. */
static void ink(lg_image *image, const char *text, int *low, int *left, int *right) {
  memset(image->rgba, 0, (size_t)4 * WIDE * HIGH);
  lg_picture_prose(image, LEFT, 0, COLUMN, SIZE, 0xffffffffU, text);
  *low = *right = -1;
  *left = WIDE;
  for (int y = 0; y < HIGH; y++)
    for (int x = 0; x < WIDE; x++) {
      if (!image->rgba[4 * (y * WIDE + x)]) continue;
      *low = y;
      if (x < *left) *left = x;
      if (x > *right) *right = x;
    }
}

static void lines(void **state) {
  (void)state;
  lg_image image = begin();
  const int line = lg_text_line(SIZE);
  const struct {
    const char *text;
    int lines, halves; /* halves: between paragraphs */
  } cases[] = {{"", 0, 0},
               {"one", 1, 0},
               {"one\ntwo", 1, 0}, /* one paragraph flows */
               {"one\n\ntwo", 2, 1},
               {"one\n\n\n\ntwo", 2, 1},
               {"  a = b\n  c = d", 2, 0}, /* formulas stay as they are */
               {"so\n  a = b\nthen", 3, 0},
               {"- one\n- two", 2, 0}, /* items */
               {"1 one\n2 two", 2, 0},
               {"at the time\n1 m/s", 1, 0}, /* no item: a paragraph goes on */
               {"so:\n\n1 one\n   and more\n2 two", 4, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_int_equal(height(&image, cases[i].text),
                     cases[i].lines * line + cases[i].halves * (line / 2));
  lg_image_free(&image);
}

/* Words that do not fit begin a new line, and nothing stands outside of the column or of its
   height. */
static void column(void **state) {
  (void)state;
  lg_image image = begin();
  const char *const texts[] = {
      "a particle's mass is spread over a disc of radius R; what it is at a distance r is W(r), "
      "and "
      "its **slope** pushes its `neighbours` away from it",
      "- first a rather long item, which must go on in a second line or a third one\n- second",
      "  W = k (6 (q^3 - q^2) + 1)      for q <= 1/2, and beyond it something else", "x\n\ny"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    int low, left, right, high = height(&image, texts[i]);
    ink(&image, texts[i], &low, &left, &right);
    assert_true(left >= LEFT - 1 && right <= LEFT + COLUMN);
    assert_true(low < high && low > high - 2 * lg_text_line(SIZE));
  }
  assert_true(height(&image, texts[0]) >= 4 * lg_text_line(SIZE));
  lg_image_free(&image);
}

/* Marks colour what stands between them, and are not seen; in a formula a star is a star. */
static void marks(void **state) {
  (void)state;
  lg_image image = begin();
  int low, left, plain, marked, formula;
  ink(&image, "some code", &low, &left, &plain);
  ink(&image, "some `code`", &low, &left, &marked);
  assert_int_equal(plain, marked);
  bool colored = false; /* of code there is less blue than red */
  for (size_t i = 0; i < (size_t)WIDE * HIGH; i++)
    colored |= image.rgba[4 * i] > 100 && image.rgba[4 * i + 2] < image.rgba[4 * i] - 50;
  assert_true(colored);
  ink(&image, "**some** code", &low, &left, &marked);
  assert_int_equal(plain, marked);
  ink(&image, "  a **b", &low, &left, &marked);
  ink(&image, "  a b", &low, &left, &formula);
  assert_true(marked > formula);
  lg_image_free(&image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(column),
                                     cmocka_unit_test(marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
