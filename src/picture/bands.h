/* bands.h - sorts items into the bands of rows that they touch. */
#ifndef LG_PICTURE_BANDS_H
#define LG_PICTURE_BANDS_H

#include "picture/scratch.h"

/* First and last row an item touches; first > last: none. */
typedef void lg_rows_fn(const void *user, size_t item, float *first, float *last);
/* Fills b for a picture of `height` rows: a stable counting sort, the same for any number of threads. False: no memory. */
bool lg_bands_sort(lg_bands *b, int height, size_t n, lg_rows_fn *rows, const void *user, int threads);

#endif
