/* Files that are whole or not there. */
#include "record/part.h"

#include "folder.h"

#include <errno.h>

/* Until it is kept the final name holds what it held; then the new content; and nothing else is
   left in the folder. */
static void kept(void **state) {
  (void)state;
  folder f = folder_new("a.txt");
  lg_why why = {""};
  lg_part p;
  put_file(f.file, "old");
  assert_true(lg_part_begin(&p, f.file, &why));
  put_file(p.temp, "new and longer");
  assert_true(file_holds(f.file, "old"));
  assert_true(lg_part_keep(&p, &why));
  assert_true(file_holds(f.file, "new and longer"));
  assert_int_equal(folder_count(&f), 1);
  lg_part_drop(&p); /* nothing is left to drop */
  assert_int_equal(folder_count(&f), 1);
  folder_end(&f);
}

static void dropped(void **state) {
  (void)state;
  folder f = folder_new("a.txt");
  lg_why why = {""};
  lg_part p, q;
  assert_true(lg_part_begin(&p, f.file, &why));
  assert_true(lg_part_begin(&q, f.file, &why)); /* two at once do not meet */
  assert_string_not_equal(p.temp, q.temp);
  lg_part_drop(&p);
  lg_part_drop(&q);
  assert_int_equal(folder_count(&f), 0);
  folder_end(&f);
}

/* Each refusal is one sentence that begins with the path, and leaves nothing. */
static void refused(void **state) {
  (void)state;
  folder f = folder_new("a.txt");
  lg_why why;
  char missing[400], endless[5000];
  snprintf(missing, sizeof missing, "%s/no/b.txt", f.path);
  memset(endless, 'x', sizeof endless);
  endless[sizeof endless - 1] = 0;
  const struct {
    const char *path, *says;
  } cases[] = {{missing, "does not exist; create it first"},
               {"/dev/null", "not a plain file"},
               {f.path, "not a plain file"},
               {"", "cannot be written"},
               {endless, "cannot be written"}};
  for (int i = 0; i < 5; i++) {
    lg_part p;
    why.text[0] = 0;
    assert_false(lg_part_begin(&p, cases[i].path, &why));
    if (i < 4) assert_non_null(strstr(why.text, cases[i].says));
    assert_int_equal(
        strncmp(why.text, cases[i].path, 40 < strlen(cases[i].path) ? 40 : strlen(cases[i].path)),
        0);
    assert_null(strchr(why.text, '\n'));
    assert_int_equal(p.temp[0], 0);
  }
  lg_part_refuse("out.png", ENOSPC, &why);
  assert_string_equal(why.text, "out.png: cannot be written: the disk is full; free some space");
  assert_int_equal(folder_count(&f), 0);
  folder_end(&f);
}

/* The file has vanished meanwhile: refused, and the old one stays. */
static void vanished(void **state) {
  (void)state;
  folder f = folder_new("a.txt");
  lg_why why = {""};
  lg_part p;
  put_file(f.file, "old");
  assert_true(lg_part_begin(&p, f.file, &why));
  remove(p.temp);
  assert_false(lg_part_keep(&p, &why));
  assert_true(file_holds(f.file, "old"));
  folder_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kept), cmocka_unit_test(dropped),
                                     cmocka_unit_test(refused), cmocka_unit_test(vanished)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
