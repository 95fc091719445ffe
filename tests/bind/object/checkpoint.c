/* Bytes of checkpoints that strangers wrote, with a sum that fits: refused, or an origin whose
   texts end within the bytes. */
#include "bind/object/checkpoint.h"
#include "folder.h"

#include <stdlib.h>
#include <string.h>

static const char *const sets[] = {"swirl=5", "solver.viscosity=2"};

static lg_bytes sound(const char *path, const char *text) {
  lg_bytes origin = {NULL, 0, 0, false}, b = {NULL, 0, 0, false};
  lg_scene_options o = {.path = path, .seed = 7, .fps = 90, .sets = sets, .set_count = 2};
  lg_checkpoint_origin(&origin, &o, text, strlen(text));
  lg_checkpoint_begin(&b, origin.at, origin.n, 0, "abc", 3);
  assert_true(lg_checkpoint_end(&b));
  lg_bytes_free(&origin);
  return b;
}

/* FNV-1a, written anew, lowest byte first. */
static void mend(lg_bytes *b) {
  uint64_t sum = 14695981039346656037u;
  for (size_t i = 0; i + 8 < b->n; i++) sum = (sum ^ (unsigned char)b->at[i]) * 1099511628211u;
  for (size_t i = 0; i < 8; i++) b->at[b->n - 8 + i] = (char)(sum >> 8 * i);
}

static void an_origin_comes_back(void **state) {
  (void)state;
  lg_bytes b = sound("pool/pool.lua", "return world");
  lg_checkpoint c;
  lg_why why = {""};
  assert_true(lg_checkpoint_open(&c, b.at, b.n, &why));
  assert_string_equal(c.origin.path, "pool/pool.lua");
  assert_int_equal(c.origin.seed, 7);
  assert_int_equal(c.origin.fps, 90);
  assert_int_equal(c.origin.set_count, 2);
  assert_string_equal(c.origin.sets, "swirl=5");
  assert_string_equal(c.origin.sets + 8, "solver.viscosity=2");
  assert_int_equal(c.script_bytes, 3);
  assert_memory_equal(c.script, "abc", 3);
  mend(&b); /* it is the sum that is there already, in the order of every machine */
  assert_true(lg_checkpoint_open(&c, b.at, b.n, &why));
  lg_bytes_free(&b);
}

/* Its own: by the name or by the text. */
static bool belongs(const char *path, const char *text) {
  lg_bytes b = sound("pool/pool.lua", "return world"), mine = {NULL, 0, 0, false};
  lg_scene_options o = {.path = path, .seed = -1};
  lg_checkpoint c;
  lg_why why;
  assert_true(lg_checkpoint_open(&c, b.at, b.n, &why));
  lg_checkpoint_origin(&mine, &o, text, strlen(text));
  bool is = lg_checkpoint_is_of(&c.origin, mine.at, mine.n);
  lg_bytes_free(&mine);
  lg_bytes_free(&b);
  return is;
}

static void another_scenes_is_told(void **state) {
  (void)state;
  assert_true(belongs("pool/pool.lua", "return world"));
  assert_true(belongs("/else/where/pool.lua", "return edited"));
  assert_true(belongs("copy.lua", "return world"));
  assert_false(belongs("copy.lua", "return edited"));
}

static void forged_origins_are_survived(void **state) {
  (void)state;
  lg_bytes good = sound("pool.lua", "x");
  int taken = 0, no = 0;
  for (size_t i = 8; i + 8 < good.n; i++)
    for (int value = 0; value < 256; value += 17) {
      char *bytes = malloc(good.n); /* of its own, so that a sanitizer sees a read behind the end */
      lg_bytes b = {bytes, good.n, good.n, false};
      lg_checkpoint c;
      lg_why why = {""};
      memcpy(bytes, good.at, good.n);
      bytes[i] = (char)value;
      mend(&b);
      bool ok = lg_checkpoint_open(&c, b.at, b.n, &why);
      taken += ok;
      no += !ok;
      if (!ok) assert_true(strstr(why.text, "damaged") != NULL);
      const char *text = c.origin.sets;
      for (int k = 0; ok && k < c.origin.set_count; k++) text += strlen(text) + 1;
      if (ok) assert_true(text <= b.at + b.n && c.origin.seed >= -1 && c.origin.fps >= 0);
      free(bytes);
    }
  assert_true(taken > 100 && no > 100);
  lg_bytes_free(&good);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_origin_comes_back),
                                     cmocka_unit_test(another_scenes_is_told),
                                     cmocka_unit_test(forged_origins_are_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
