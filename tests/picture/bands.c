/* Bands against brute force. */
#include "picture/bands.h"
#include "stage.h"

enum { N = 3000, HEIGHT = 200, TURNS = 5 };
typedef struct items {
  float first[N], last[N];
} items;

static items *make(void) {
  items *t = malloc(sizeof *t);
  uint32_t seed = 1;
  for (int i = 0; i < N; i++) {
    t->first[i] = stage_random(&seed) * 300 - 50;
    t->last[i] = t->first[i] + stage_random(&seed) * 40 - 5; /* some are empty, some outside */
  }
  t->first[7] = NAN;
  t->first[8] = -1e30f, t->last[8] = 1e30f;
  return t;
}

/* A band holds exactly the items whose rows, cut to the picture, overlap its rows; in order of
   their turns, then of their numbers; the same for any threads. */
static void holds_what_overlaps(void **state) {
  (void)state;
  items *t = make();
  const int threads[] = {1, 2, 3, 7};
  for (int k = 0; k < 4; k++) {
    lg_bands b = {0};
    assert_true(lg_bands_room(&b, N));
    for (uint32_t i = 0; i < N; i++) {
      b.span[i] = lg_span_of(t->first[i], t->last[i], HEIGHT);
      b.span[i].turn = (uint16_t)(i * 7 % TURNS);
    }
    assert_true(lg_bands_sort(&b, HEIGHT, TURNS, N, threads[k]));
    assert_int_equal(b.bands, (HEIGHT + LG_BAND - 1) / LG_BAND);
    for (int band = 0; band < b.bands; band++) {
      size_t at = b.first[band];
      for (uint32_t j = 0; j < TURNS * N; j++) {
        uint32_t i = j % N;
        if (i * 7 % TURNS != j / N) continue;
        bool in = t->first[i] <= t->last[i] && t->last[i] >= 0 && t->first[i] < HEIGHT &&
                  floorf(fmaxf(t->first[i], 0)) < (float)((band + 1) * LG_BAND) &&
                  t->last[i] >= (float)(band * LG_BAND);
        if (in) assert_int_equal(b.item[at++], i);
      }
      assert_int_equal(at, b.first[band + 1]);
    }
    free(b.first), free(b.item), free(b.count), free(b.span);
  }
  free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(holds_what_overlaps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
