/* Random numbers that are a function of their key: the generator against its authors' test vectors,
   floats against chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/base/rng.h"
#include "near.h"

/* Random123's kat_vectors for philox4x32-10: the counter words are { c0, c1, c2, c3 }, the key
   words { k0, k1 }. */
static void known_answers(void **state) {
  (void)state;
  static const uint32_t vector[3][10] = {
      {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
      {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d,
       0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
      {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
       0x94fdcceb, 0x5001e420, 0x24126ea1}};
  for (int i = 0; i < 3; i++) {
    const uint32_t *v = vector[i];
    lg_random_key key = {.seed = (int64_t)((uint64_t)v[5] << 32 | v[4]),
                         .stream = v[2],
                         .substep = v[3],
                         .lane = v[1] >> 16,
                         .id = (uint64_t)(v[1] & 0xffff) << 32 | v[0]};
    uint32_t out[4];
    lg_random_bits(&key, out);
    for (int k = 0; k < 4; k++) assert_int_equal(out[k], v[6 + k]);
  }
}

/* FNV-1a, 32 bit: the published values of "", "a" and "foobar". */
static void streams_are_fnv1a(void **state) {
  (void)state;
  assert_int_equal(lg_random_stream(""), 0x811c9dc5u);
  assert_int_equal(lg_random_stream("a"), 0xe40c292cu);
  assert_int_equal(lg_random_stream("foobar"), 0xbf9cf968u);
}

/* In [0, 1), with the mean, the variance and the counts in 16 bins that chance allows (5 sigma). */
static void floats_are_uniform(void **state) {
  (void)state;
  enum { KEYS = 50000, BINS = 16 };
  double sum = 0, square = 0, chi2 = 0, n = 4.0 * KEYS;
  int bin[BINS] = {0};
  for (int i = 0; i < KEYS; i++) {
    lg_random_key key = {.seed = 1, .stream = 77, .id = (uint64_t)i};
    float u[4];
    lg_random(&key, u);
    for (int k = 0; k < 4; k++) {
      assert_true(u[k] >= 0 && u[k] < 1);
      sum += (double)u[k];
      square += (double)u[k] * (double)u[k];
      bin[(int)(u[k] * BINS)]++;
    }
  }
  assert_near(sum / n, 0.5, 5 / sqrt(12 * n));
  assert_near(square / n, 1.0 / 3, 5 * sqrt(4.0 / 45 / n));
  for (int b = 0; b < BINS; b++) chi2 += (bin[b] - n / BINS) * (bin[b] - n / BINS) / (n / BINS);
  assert_near(chi2, BINS - 1, 5 * sqrt(2.0 * (BINS - 1)));
}

/* Each part of the key counts, and nothing else does. */
static void every_part_of_the_key_counts(void **state) {
  (void)state;
  lg_random_key key[7];
  for (int i = 0; i < 7; i++)
    key[i] = (lg_random_key){.seed = 5, .stream = 6, .id = 7, .substep = 8, .lane = 9};
  key[1].seed += (int64_t)1 << 40;
  key[2].stream++;
  key[3].id++;
  key[4].id += (uint64_t)1 << 40;
  key[5].substep++;
  key[6].lane++;
  uint32_t first[4], again[4], other[4];
  lg_random_bits(&key[0], first);
  lg_random_bits(&key[0], again);
  assert_memory_equal(first, again, sizeof first);
  for (int i = 1; i < 7; i++) {
    lg_random_bits(&key[i], other);
    for (int k = 0; k < 4; k++) assert_int_not_equal(first[k], other[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_answers), cmocka_unit_test(streams_are_fnv1a),
      cmocka_unit_test(floats_are_uniform), cmocka_unit_test(every_part_of_the_key_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
