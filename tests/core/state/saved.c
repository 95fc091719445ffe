/* Bytes of a checkpoint are a stranger's: damaged or forged ones are refused with a sentence, and
   the world that should take them up stays as it was. */
#include "core/base/numbers.h"
#include "core/param/param.h"
#include "core/state/checkpoints.h"
#include "core/step/step.h"

/* Refused with a sentence that has these words; the world's hash is what it was. */
static void refused(lg_world *w, const blob *b, const char *words) {
  uint64_t before = lg_world_hash(w);
  if (lg_world_restore(w, b->bytes, b->n)) fail_msg("not refused; expected: %s", words);
  if (!strstr(lg_error(w), words)) fail_msg("it says: %s\nexpected: %s", lg_error(w), words);
  assert_true(lg_world_hash(w) == before);
}

/* Every byte flipped in turn (every 7th of the particles'), every length: one sentence, and the
   world as it was. */
static void damage_is_seen(void **state) {
  (void)state;
  scene s = usual;
  s.height = 0.3;
  lg_world *w = build(s);
  run(w, 3);
  blob b = save(w);
  uint64_t before = lg_world_hash(w);
  for (size_t i = 0; i < b.n; i += i < 400 ? 1 : 7) {
    b.bytes[i] ^= 0x10;
    assert_false(lg_world_restore(w, b.bytes, b.n));
    assert_true(strncmp(lg_error(w), "saved world: it ", 16) == 0);
    b.bytes[i] ^= 0x10;
  }
  for (size_t n = 0; n < b.n; n += n < 400 ? 1 : 13) {
    char *cut = malloc(n + 1); /* of its own, so that a sanitizer sees a read behind the end */
    memcpy(cut, b.bytes, n);
    assert_false(lg_world_restore(w, cut, n));
    free(cut);
  }
  assert_true(lg_world_hash(w) == before);
  must(w, lg_world_restore(w, b.bytes, b.n));
  free(b.bytes);
  lg_world_free(w);
}

/* Saved with values that no scene can give - what a file with a mended checksum may hold - it is
   refused by the parameter's name, and the world that should take it up stays as it was. */
static void forged_parameters_are_refused(void **state) {
  (void)state;
  const float nan = NAN, low = -1e9f;
  const struct {
    const char *object, *row;
    const void *bytes;
    size_t n;
  } forged[] = {{"tap", "rate", &nan, sizeof nan},       {"tap", "rate", &low, sizeof low},
                {"column", "enabled", "\x10", 1},        {"ball", "slip", "\x63\0\0", 4},
                {"ball", "slip", "\xff\xff\xff\xff", 4}, {"column", "jitter", &nan, sizeof nan}};
  lg_world *fresh = build(usual);
  for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
    lg_world *w = build(usual);
    lg_object *o = lg_object_get(w, lg_find(w, forged[i].object));
    const lg_param *row = lg_param_find(o->kind, forged[i].row);
    char wanted[LG_NAME_MAX * 2];
    assert_non_null(row);
    run(w, 3);
    memcpy((char *)o->self + row->offset, forged[i].bytes, forged[i].n);
    blob b = save(w);
    snprintf(wanted, sizeof wanted, "'%s.%s' has a value", forged[i].object, forged[i].row);
    refused(fresh, &b, wanted);
    free(b.bytes);
    lg_world_free(w);
  }
  lg_world_free(fresh);
}

/* Numbers of materials that nobody has: the default's. */
static void forged_materials_become_the_default(void **state) {
  (void)state;
  lg_world *w = build(usual), *fresh = build(usual);
  run(w, 3);
  for (size_t i = 0; i < w->particles->n; i++) w->particles->material[i] = i % 2 ? 1000000 : -7;
  blob b = save(w);
  must(fresh, lg_world_restore(fresh, b.bytes, b.n));
  for (size_t i = 0; i < fresh->particles->n; i++)
    assert_int_equal(fresh->particles->material[i], 0);
  run(fresh, 2);
  free(b.bytes);
  lg_world_free(w);
  lg_world_free(fresh);
}

/* State that is no parameter: what has been born, what is owed, whether it has fired. */
static void forged_states_are_refused(void **state) {
  (void)state;
  const double nan = NAN, much = 1e12;
  const int64_t less = -1;
  const struct {
    const char *object, *field;
    const void *bytes;
    size_t n;
  } forged[] = {{"tap", "owed", &nan, sizeof nan},    {"tap", "owed", &much, sizeof much},
                {"tap", "tried", &less, sizeof less}, {"tap", "started", "\x02", 1},
                {"column", "fired", "\x10", 1},       {"column", "due", &nan, sizeof nan}};
  lg_world *fresh = build(usual);
  for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
    lg_world *w = build(usual);
    lg_object *o = lg_object_get(w, lg_find(w, forged[i].object));
    const lg_state_field *f = o->kind->state;
    char wanted[LG_NAME_MAX * 2];
    while (f->name && strcmp(f->name, forged[i].field) != 0) f++;
    assert_non_null(f->name);
    run(w, 3);
    memcpy((char *)o->self + f->offset, forged[i].bytes, forged[i].n);
    blob b = save(w);
    snprintf(wanted, sizeof wanted, "'%s.%s' has a value", forged[i].object, forged[i].field);
    refused(fresh, &b, wanted);
    free(b.bytes);
    lg_world_free(w);
  }
  lg_world_free(fresh);
}

/* The numbers of a head as they stand in a file, found by name as the tables of saved_records.c
   have them. */
static void forge(blob *b, const lg_saved_record *r, const char *name, int i, const void *value) {
  size_t at = r->text;
  const lg_state_field *f = r->fields;
  for (; f->name && strcmp(f->name, name) != 0; f++) at += lg_state_bytes(f);
  if (!f->name) fail_msg("there is no field %s", name);
  memcpy(b->bytes + at + (size_t)i * lg_state_width(f), value, lg_state_width(f));
  lg_numbers_little(b->bytes + at + (size_t)i * lg_state_width(f), lg_state_width(f), 1);
  mend(b);
}

/* What is fixed when a world is made, and its counters. */
static void forged_heads_are_refused(void **state) {
  (void)state;
  lg_world *w = build(usual), *fresh = build(usual);
  run(w, 3);
  blob good = save(w), b = save(w);
#define FORGE(field, i, type, value, words)                                                        \
  do {                                                                                             \
    type forged = value;                                                                           \
    memcpy(b.bytes, good.bytes, b.n);                                                              \
    forge(&b, &lg_saved_heads, field, i, &forged);                                                 \
    refused(fresh, &b, words);                                                                     \
  } while (0)
  FORGE("dim", 0, int64_t, 7, "its dim cannot be");
  FORGE("min", 0, float, NAN, "must be finite");
  FORGE("max", 1, float, -100, "must be above the lower");
  FORGE("spacing", 0, float, 1e-9f, "lattice points");
  FORGE("spacing", 0, float, NAN, "spacing");
  FORGE("edges", 1, int64_t, 99, "edge of x");
  FORGE("edges", 2, int64_t, LG_EDGE_PERIODIC, "periodic on one side");
  FORGE("time", 0, double, NAN, "time");
  FORGE("frame", 0, int64_t, -5, "frame");
  FORGE("next_id", 0, int64_t, (int64_t)1 << 40, "next_id");
  FORGE("particles", 0, int64_t, (int64_t)1 << 60, "particles");
  FORGE("particles", 0, int64_t, 1 << 30, "cut short");
  FORGE("iterations", 0, int64_t, INT64_MAX, "iterations");
#undef FORGE
  free(good.bytes);
  free(b.bytes);
  lg_world_free(w);
  lg_world_free(fresh);
}

/* Read by hand, byte by byte, lowest first, as saved.h and the tables say: no struct of this
   machine is in it, and nothing between the numbers. */
static uint64_t at_byte(const blob *b, size_t at, int width) {
  uint64_t x = 0;
  for (int i = width; i-- > 0;) x = x << 8 | (unsigned char)b->bytes[at + (size_t)i];
  return x;
}

static void bytes_are_the_same_on_every_machine(void **state) {
  (void)state;
  lg_world *w = build(usual);
  run(w, 3);
  blob b = save(w);
  uint32_t half = 0x3f000000; /* 0.5 as a float of IEEE 754 */
  double time = lg_world_time(w);
  uint64_t time_bits;
  memcpy(&time_bits, &time, sizeof time_bits);
  assert_memory_equal(b.bytes, LG_SAVED_MAGIC, 8);
  assert_int_equal(at_byte(&b, 8, 8), 2);                   /* dimensions */
  assert_int_equal(at_byte(&b, 64, 4), 0xc0000000);         /* -2 m */
  assert_int_equal(at_byte(&b, 100, 8), lg_world_count(w)); /* particles */
  assert_int_equal(at_byte(&b, 108, 8), time_bits);         /* s */
  assert_int_equal(at_byte(&b, 124, 8), 3);                 /* frames */
  assert_int_equal(lg_saved_record_bytes(&lg_saved_heads), 236);
  assert_int_equal(lg_saved_record_bytes(&lg_saved_entries), 4 * 48 + 7 * 8);
  assert_int_equal(lg_saved_record_bytes(&lg_saved_columns), 48 + 3 * 8);

  /* The first object is the world, its name a text of 48 bytes behind the head and the count. */
  assert_int_equal(at_byte(&b, 236, 8), lg_object_count(w) + 2);
  assert_string_equal(b.bytes + 244, "world");
  lg_numbers_turn(&half, sizeof half, 1);
  assert_int_equal(half, 0x3f);
  free(b.bytes);
  lg_world_free(w);
}

/* What a kind owns is taken up last and may be refused then: a grid's velocity that is no number.
   The world has been changed by that time, and goes back to the bit. */
static void a_refusal_half_way_leaves_nothing(void **state) {
  (void)state;
  scene s = usual;
  s.solver = "flip";
  lg_world *w = build(s), *other = build(s), *alike = build(s);
  must(other, lg_set_solver(other, "flip", LG_ARGS(lg_text("advection", "grid"))));
  run(other, 2);
  must(other, lg_set(other, lg_world_id(other), LG_ARGS(lg_vec2("gravity", 5, 5))));
  must(other, lg_add(other, "field.constant", LG_ARGS(lg_vec2("value", 3, 0))) != 0);
  lg_mac *m = mac_of(other);
  m->u[0][m->capacity / 2] = NAN;
  blob b = save(other);
  run(w, 3);
  run(alike, 3);
  int count = lg_object_count(w);
  refused(w, &b, "cannot take up what it had saved");
  assert_int_equal(lg_object_count(w), count);
  run(w, 6);
  run(alike, 6);
  assert_true(lg_world_hash(w) == lg_world_hash(alike));
  free(b.bytes);
  lg_world_free(alike);
  lg_world_free(other);
  lg_world_free(w);
}

/* Any byte, any value: refused, or a world that steps or refuses to. Under the sanitizers it shows
   what nobody thought of. */
static void any_byte_may_be_forged(void **state) {
  (void)state;
  const char *solvers[] = {"wcsph", "flip"};
  uint64_t random = 12345;
  int taken = 0, no = 0;
  for (int round = 0; round < 600; round++) {
    scene s = usual;
    s.solver = solvers[round % 2];
    s.height = 0.2;
    lg_world *w = build(s);
    run(w, 2);
    blob b = save(w);
    for (int i = 0; i < 1 + round % 3; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      size_t fields = b.n < 12000 ? b.n - 8 : 12000;
      b.bytes[(random >> 33) % fields] = (char)(random >> 25);
    }
    mend(&b);
    if (lg_world_restore(w, b.bytes, b.n)) {
      taken++;
      for (int i = 0; i < 2; i++) (void)lg_world_step(w, 0.01);
    } else {
      no++;
      assert_true(*lg_error(w));
    }
    free(b.bytes);
    lg_world_free(w);
  }
  printf("%d taken up, %d refused\n", taken, no);
  assert_true(taken > 50 && no > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(damage_is_seen),
                                     cmocka_unit_test(forged_parameters_are_refused),
                                     cmocka_unit_test(forged_materials_become_the_default),
                                     cmocka_unit_test(forged_states_are_refused),
                                     cmocka_unit_test(forged_heads_are_refused),
                                     cmocka_unit_test(bytes_are_the_same_on_every_machine),
                                     cmocka_unit_test(a_refusal_half_way_leaves_nothing),
                                     cmocka_unit_test(any_byte_may_be_forged)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
