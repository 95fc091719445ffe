/* range.c - the automatic range of the legend. */
#include "picture/range.h"

#include <math.h>
#include <stdlib.h>

#define SAMPLES   4096
#define OUTWARDS  0.25f /* of the way, each shot: half way in 2.4 shots */
#define INWARDS   0.01f /* half way in 69 shots */
#define NARROWEST 0.15f

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

bool lg_range_of(const float *value, size_t n, float *low, float *high) {
  float sample[SAMPLES];
  size_t m = n < SAMPLES ? n : SAMPLES, kept = 0;
  for (size_t i = 0; i < m; i++) {
    float x = value[i * n / m];
    if (isfinite(x)) sample[kept++] = x;
  }

  /* The 2nd and the 98th percentile: a few wild particles do not count. */
  if (!kept) return false;
  qsort(sample, kept, sizeof *sample, ascending);
  *low = sample[(kept - 1) * 2 / 100];
  *high = sample[(kept - 1) * 98 / 100];
  return true;
}

static void approach(float *at, float to, bool outwards) {
  *at += (to - *at) * (outwards ? OUTWARDS : INWARDS);
}

void lg_range_follow(lg_range *r, float low, float high) {
  if (low > 0 && low < 0.4f * high) low = 0; /* a legend that begins at zero is easier to read */

  /* Never narrower than a part of the widest range so far, nor than rounding. */
  r->widest = fmaxf(r->widest, high - low);
  float least =
      fmaxf(r->least, fmaxf(NARROWEST * r->widest, 1e-3f * fmaxf(fabsf(low), fabsf(high))));
  if (!(high - low > least)) { /* too narrow: about the middle, but not below zero without need */
    float middle = 0.5f * (low + high);
    low = low >= 0 && middle < 0.5f * least ? 0 : middle - 0.5f * least;
    high = low + least;
  }

  if (!r->set) {
    r->set = true;
    r->low = low;
    r->high = high;
    return;
  }

  /* Exponential smoothing: quick to widen, slow to narrow. */
  approach(&r->low, low, low < r->low);
  approach(&r->high, high, high > r->high);
}
