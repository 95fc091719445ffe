/* Tests of src/app/json.c: what it writes is RFC 8259, for texts and numbers of any kind. (Whole
   objects are read back by the strict reader of tests/json.lua in run.sh and others.) */
#include "app/app.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct page {
  lg_json j;
  char *text;
  size_t bytes;
} page;

static void begin(page *p) {
  p->j = (lg_json){open_memstream(&p->text, &p->bytes), false};
  assert_non_null(p->j.f);
}

static void holds(page *p, const char *want) {
  fclose(p->j.f);
  assert_string_equal(p->text, want);
  free(p->text);
}

/* Quotes, backslashes and control characters are escaped, UTF-8 stays, and bytes that are none
   become U+FFFD. */
static void texts(void **state) {
  (void)state;
  page p;
  begin(&p);
  lg_json_text(&p.j, NULL, "a\"b\\c\n\x01");
  lg_json_text(&p.j, NULL, "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x8c\x8a");
  lg_json_text(&p.j, NULL, "\xff|\xc3|\xe2\x82|\xc0\x80");
  lg_json_text(&p.j, NULL, "\xed\xa0\x80");
  holds(&p, "\"a\\\"b\\\\c\\u000a\\u0001\", \"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x8c\x8a\", "
            "\"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\", "
            "\"\\ufffd\\ufffd\\ufffd\"");
}

/* JSON has no NaN and no infinity. */
static void numbers(void **state) {
  (void)state;
  page p;
  begin(&p);
  lg_json_num(&p.j, NULL, 0.25);
  lg_json_num(&p.j, NULL, -1e-30);
  lg_json_num(&p.j, NULL, (double)NAN);
  lg_json_num(&p.j, NULL, -HUGE_VAL);
  lg_json_int(&p.j, NULL, INT64_MIN);
  lg_json_hash(&p.j, NULL, 0xabcULL);
  holds(&p, "0.25, -1e-30, null, null, -9223372036854775808, \"0000000000000abc\"");
}

static void nesting(void **state) {
  (void)state;
  page p;
  begin(&p);
  lg_json_open(&p.j, NULL, '{');
  lg_json_open(&p.j, "empty", '[');
  lg_json_close(&p.j, ']');
  lg_json_open(&p.j, "list", '[');
  lg_json_bool(&p.j, NULL, true);
  lg_json_bool(&p.j, NULL, false);
  lg_json_close(&p.j, ']');
  lg_json_int(&p.j, "n", 2);
  lg_json_close(&p.j, '}');
  holds(&p, "{\"empty\": [], \"list\": [true, false], \"n\": 2}");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(texts), cmocka_unit_test(numbers),
                                     cmocka_unit_test(nesting)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
