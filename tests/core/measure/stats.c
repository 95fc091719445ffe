/* The rows of the statistics against the struct that they describe. */
#include "core/small.h"

/* Row after row the struct is covered up to its stages, but for what alignment leaves free: no
   field is without a row. */
static void no_field_is_forgotten(void **state) {
  (void)state;
  size_t end = 0;
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) {
    assert_int_equal(r->offset, (end + r->bytes - 1) / r->bytes * r->bytes);
    assert_true(r->bytes == sizeof(int) || r->bytes == 8);
    assert_true(r->doc[0] != 0 && r->unit != NULL);
    end = r->offset + r->bytes;
  }
  assert_int_equal(end, offsetof(lg_stats, stages));
}

static double read(const lg_stats *s, const char *name) {
  for (const lg_stat *r = lg_stats_rows(); r->name; r++)
    if (strcmp(r->name, name) == 0) return lg_stat_read(r, s).v[0];
  fail_msg("no row %s", name);
  return 0;
}

/* Every storage is read as what was put there; a missing word is an empty one; nothing is read from
   nowhere. */
static void rows_read_their_field(void **state) {
  (void)state;
  lg_stats s = {.frame = (int64_t)1 << 40,
                .time = 0.25,
                .particles = 3000000000u,
                .substeps = 7,
                .dt = 1e-4,
                .limit = "viscous",
                .iterations = 12,
                .seconds = 0.5,
                .bytes = 4096};
  assert_true(read(&s, "frame") == 1099511627776.0 && read(&s, "particles") == 3e9 &&
              read(&s, "bytes") == 4096);
  assert_true(read(&s, "substeps") == 7 && read(&s, "iterations") == 12);
  assert_true(read(&s, "time") == 0.25 && read(&s, "dt") == 1e-4 && read(&s, "seconds") == 0.5 &&
              read(&s, "removed") == 0);
  for (const lg_stat *r = lg_stats_rows(); r->name; r++) {
    lg_arg a = lg_stat_read(r, &s);
    assert_string_equal(a.name, r->name);
    assert_int_equal(a.type, r->type == LG_TEXT ? LG_TEXT : LG_FLOAT);
    if (r->type != LG_TEXT) continue;
    assert_string_equal(a.text, "viscous");
    s.limit = NULL;
    assert_string_equal(lg_stat_read(r, &s).text, "");
  }
  assert_null(lg_stat_read(NULL, &s).name);
  assert_null(lg_stat_read(lg_stats_rows(), NULL).name);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_field_is_forgotten),
                                     cmocka_unit_test(rows_read_their_field)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
