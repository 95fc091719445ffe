/* bands.h - sorts items into the bands of rows that they touch. */
#ifndef LG_PICTURE_BANDS_H
#define LG_PICTURE_BANDS_H

#include "picture/scratch.h"

/* The bands that hold rows first .. last of a picture of `height` rows; none if first > last or
   outside of it. */
static inline lg_span lg_span_of(float first, float last, int height) {
  if (!(first <= last) || last < 0 || first >= (float)height) return LG_SPAN_NONE;
  float end = (float)(height - 1);
  return (lg_span){(uint16_t)((int)lg_clamp(first, 0, end) / LG_BAND),
                   (uint16_t)((int)lg_clamp(last, 0, end) / LG_BAND), 0};
}

/* Room for the spans of n items, which the caller then fills; false: no memory. */
bool lg_bands_room(lg_bands *b, size_t n);
/* Fills b for a picture of `height` rows: a stable counting sort, the same for any number of
   threads. Each band has its items in the order of their turns, which are below `turns`. False: no
   memory. */
bool lg_bands_sort(lg_bands *b, int height, int turns, size_t n, int threads);

#endif
