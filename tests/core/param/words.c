/* Which name was meant, and which names are names. */
#include "core/param/param.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

/* The definition itself, without a table: the least number of single edits, each pair of letters
   edited once. */
static int by_definition(const char *a, int na, const char *b, int nb) {
  if (na == 0 || nb == 0) return na + nb;
  int best = by_definition(a, na - 1, b, nb) + 1;
  int insert = by_definition(a, na, b, nb - 1) + 1,
      replace = by_definition(a, na - 1, b, nb - 1) + (a[na - 1] != b[nb - 1]);
  if (insert < best) best = insert;
  if (replace < best) best = replace;
  if (na > 1 && nb > 1 && a[na - 1] == b[nb - 2] && a[na - 2] == b[nb - 1]) {
    int swap = by_definition(a, na - 2, b, nb - 2) + 1;
    if (swap < best) best = swap;
  }
  return best;
}

/* The table against the definition, on 2000 pairs of words of up to 6 letters out of 3 (so that
   swaps are common). */
static void distances_are_by_definition(void **state) {
  (void)state;
  uint32_t dice = 1;
  for (int i = 0; i < 2000; i++) {
    char word[2][8] = {"", ""};
    for (int w = 0; w < 2; w++)
      for (int k = 0, n = (int)((dice = dice * 1664525u + 1013904223u) >> 16) % 7; k < n; k++)
        word[w][k] = (char)('a' + ((dice = dice * 1664525u + 1013904223u) >> 16) % 3);
    int want = by_definition(word[0], (int)strlen(word[0]), word[1], (int)strlen(word[1]));
    assert_int_equal(lg_edit_distance(word[0], word[1]), want);
  }
  assert_int_equal(
      lg_edit_distance("a", "0123456789012345678901234567890123456789012345678901234567890"),
      INT_MAX);
}

/* The nearest of several, the first of equals, and none beyond a third of the longer name and 1. */
static void nearest_is_near(void **state) {
  (void)state;
  const char *const names[] = {"density", "viscosity", "kernel", NULL, "stiffness"};
  assert_string_equal(lg_nearest("viscocity", names, 5), "viscosity");
  assert_string_equal(lg_nearest("visocsity", names, 5), "viscosity");
  assert_string_equal(lg_nearest("ker", names, 5), "kernel"); /* 3 edits, 6 / 3 + 1 = 3 */
  assert_null(lg_nearest("ke", names, 5));                    /* 4 edits */
  assert_null(lg_nearest("colour", names, 5));
  assert_null(lg_nearest("x", names, 0));
  assert_null(lg_nearest(NULL, names, 5));
  const char *const equals[] = {"ab", "ac"};
  assert_string_equal(lg_nearest("a", equals, 2), "ab");
  const char *const letters[] = {"x", "q"};
  assert_null(lg_nearest("k", letters, 2)); /* no letter of it is the same */
}

/* Another word for the same thing, though its letters are far off, or nearer to another name. */
static void meaning_counts(void **state) {
  (void)state;
  const char *const sphere[] = {"translation", "rotation", "center", "radius"}, *const box[] = {
                                                                                    "translation",
                                                                                    "rotation",
                                                                                    "min", "max"};
  assert_string_equal(lg_nearest("position", sphere, 4), "center");
  assert_string_equal(lg_nearest("at", sphere, 4), "center");
  assert_string_equal(lg_nearest("size", sphere, 4), "radius");
  assert_string_equal(lg_nearest("position", box, 4), "translation");
  assert_string_equal(lg_nearest("rotatoin", box, 4), "rotation");
  assert_null(lg_nearest("posit", box, 2));
  const char *const columns[] = {"x", "mass", "density"};
  assert_string_equal(lg_nearest("m", columns, 3), "mass");
  assert_string_equal(lg_nearest("rho", columns, 3), "density");
  assert_null(lg_nearest("", box, 4));
}

/* Behind an unknown name: the one that was meant, or all of them, as far as there is room. */
static void what_there_is_is_told(void **state) {
  (void)state;
  const char *const names[] = {"density", "viscosity", "kernel"};
  char out[40];
  assert_string_equal(lg_meant("viscocity", names, 3, out, sizeof out),
                      " (did you mean 'viscosity'?)");
  assert_string_equal(lg_meant("colour", names, 3, out, sizeof out),
                      "; known: density, viscosity, ...");
  assert_string_equal(lg_meant("colour", names, 2, out, sizeof out), "; known: density, viscosity");
  assert_string_equal(lg_meant("colour", names, 0, out, sizeof out), "");
}

/* A name must survive --set name.param=value. */
static void names_are_for_people(void **state) {
  (void)state;
  lg_why why;
  char longest[LG_NAME_MAX + 1];
  const char *const good[] = {"tap", "left-wall", "tap_2", "\xe6\xb0\xb4", "7"};
  const char *const bad[] = {"", "a b", "a.b", "a=b", "a\"b", "a'b", "a b c"};
  for (int i = 0; i < 5; i++) assert_true(lg_name_check("volume", good[i], &why));
  for (int i = 0; i < 7; i++) assert_false(lg_name_check("volume", bad[i], &why));
  assert_string_equal(why.text,
                      "volume: the name 'a b c' must not hold blanks, quotes, '.' or '='");
  memset(longest, 'x', LG_NAME_MAX);
  longest[LG_NAME_MAX] = 0;
  assert_false(lg_name_check("volume", longest, &why));
  assert_non_null(strstr(why.text, "48 bytes long, more than 47"));
  longest[LG_NAME_MAX - 1] = 0;
  assert_true(lg_name_check("volume", longest, &why));
}

/* Names go to terminals, tables and files: control characters (C0, DEL, C1) and bytes that are no
   UTF-8 (RFC 3629: cut off, overlong, half a surrogate, above U+10FFFF) are refused, by number and
   place; the neighbours of each are names. */
static void names_are_text(void **state) {
  (void)state;
  lg_why why;
  const char *const bad[] = {"a\n",
                             "a\x1b[2J",
                             "a\x7f",
                             "a\xc2\x85",
                             "a\xff",
                             "a\xc3",
                             "a\xe6\xb0",
                             "a\xc0\x80",
                             "a\xe0\x9f\xbf",
                             "a\xed\xa0\x80",
                             "a\xf0\x8f\xbf\xbf",
                             "a\xf4\x90\x80\x80",
                             "a\x80"};
  const char *const good[] = {"a\xc2\xa0",        "a\xc3\xa9",     "a\xe0\xa0\x80",
                              "a\xed\x9f\xbf",    "a\xee\x80\x80", "a\xf0\x90\x80\x80",
                              "a\xf4\x8f\xbf\xbf"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char want[LG_ERROR_MAX];
    snprintf(want, sizeof want,
             "box: the name must be UTF-8 without control characters, but byte 2 of it is 0x%02x",
             (unsigned)(unsigned char)bad[i][1]);
    assert_false(lg_name_check("box", bad[i], &why));
    assert_string_equal(why.text, want);
  }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_true(lg_name_check("box", good[i], &why));
    assert_int_equal(lg_utf8(good[i] + 1), strlen(good[i] + 1));
  }
}

/* A sentence that is too long for its buffer is cut, never overrun. */
static void sentences_fit(void **state) {
  (void)state;
  static struct {
    lg_why why;
    char behind;
  } small = {.behind = '7'};
  assert_false(lg_explain(&small.why, "%*s", 2 * LG_WHY_MAX, "a long sentence"));
  assert_int_equal(strlen(small.why.text), LG_WHY_MAX - 1);
  assert_int_equal(small.behind, '7');
  assert_false(lg_explain(NULL, "nobody reads this"));
  lg_why why;
  assert_false(lg_explain_near(&why, "no 'x'", "y"));
  assert_string_equal(why.text, "no 'x' (did you mean 'y'?)");
  assert_false(lg_explain_near(&why, "no 'x'", NULL));
  assert_string_equal(why.text, "no 'x'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_are_by_definition),
      cmocka_unit_test(nearest_is_near),
      cmocka_unit_test(meaning_counts),
      cmocka_unit_test(what_there_is_is_told),
      cmocka_unit_test(names_are_for_people),
      cmocka_unit_test(names_are_text),
      cmocka_unit_test(sentences_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
