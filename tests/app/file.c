/* Tests of src/app/file.c: numbered names and files that appear whole or not at all. */
#include "app/app.h"
#include "folder.h"

/* A pattern holds no number, one, or is refused: the user's text never reaches printf. */
static void patterns(void **state) {
  (void)state;
  static const struct {
    const char *pattern;
    int want;
  } cases[] = {
      {"p.csv", 0},          {"p-%d.csv", 1},  {"p-%04d.csv", 1},
      {"p-%12d.csv", 1},     {"%d", 1},        {"", 0},
      {"p-%s.csv", -1},      {"p-%n.csv", -1}, {"100%.csv", -1},
      {"p-%d-%d.csv", -1},   {"p-%.csv", -1},  {"%", -1},
      {"p-%99999d.csv", -1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    if (lg_file_pattern(cases[i].pattern) != cases[i].want)
      print_error("pattern '%s'\n", cases[i].pattern);
    assert_int_equal(lg_file_pattern(cases[i].pattern), cases[i].want);
  }
}

/* Names equal what printf makes of the same pattern; a world's name stands before the extension,
   not before a folder's dot. */
static void numbers(void **state) {
  (void)state;
  char path[64], want[64];
  assert_true(lg_file_number("p-%04d.csv", 7, NULL, path, sizeof path));
  snprintf(want, sizeof want, "p-%04d.csv", 7);
  assert_string_equal(path, want);
  assert_true(lg_file_number("p-%04d.csv", 123456, "world2", path, sizeof path));
  assert_string_equal(path, "p-123456-world2.csv");
  assert_true(lg_file_number("a.b/last", 7, "world1", path, sizeof path));
  assert_string_equal(path, "a.b/last-world1");
  assert_false(lg_file_number("a-name-too-long-for-its-room-%d.csv", 1, NULL, path, 16));
}

static void extensions(void **state) {
  (void)state;
  assert_string_equal(lg_file_extension("a/b.c/p.csv"), "csv");
  assert_string_equal(lg_file_extension("a.b/c"), "");
  assert_string_equal(lg_file_extension("p"), "");
}

static char *contents(const char *path) {
  static char text[64];
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  text[fread(text, 1, sizeof text - 1, f)] = '\0';
  fclose(f);
  return text;
}

/* Until it is closed, the old file stands under the name; after an abort it still does; after a
   close the new one does. */
static void whole_or_not(void **state) {
  (void)state;
  folder f = folder_new("a.csv");
  lg_file file;
  assert_true(lg_file_open(&file, f.file));
  fputs("old", file.f);
  assert_null(contents(f.file));
  assert_true(lg_file_close(&file));
  assert_string_equal(contents(f.file), "old");
  assert_true(lg_file_open(&file, f.file));
  fputs("new", file.f);
  assert_string_equal(contents(f.file), "old");
  lg_file_abort(&file);
  assert_string_equal(contents(f.file), "old");
  assert_true(lg_file_open(&file, f.file));
  fputs("new", file.f);
  assert_true(lg_file_close(&file));
  assert_string_equal(contents(f.file), "new");
  folder_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(patterns),
      cmocka_unit_test(numbers),
      cmocka_unit_test(extensions),
      cmocka_unit_test(whole_or_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
