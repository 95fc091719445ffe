/* bands.c - sorts items into the bands of rows that they touch. */
#include "picture/bands.h"

#define CHUNKS 16 /* of the items, whatever the number of threads */

typedef struct job {
  lg_bands *b;
  int height;
  size_t n;
  lg_rows_fn *rows;
  const void *user;
} job;

/* Bands of an item; false: none. */
static bool span(const job *j, size_t item, int *first, int *last) {
  float y0, y1;
  j->rows(j->user, item, &y0, &y1);
  if (!(y0 <= y1) || y1 < 0 || y0 >= (float)j->height) return false;
  *first = (int)lg_clamp(y0, 0, (float)(j->height - 1)) / LG_BAND;
  *last = (int)lg_clamp(y1, 0, (float)(j->height - 1)) / LG_BAND;
  return true;
}

static size_t chunk_begin(const job *j, int chunk) { return j->n * (size_t)chunk / CHUNKS; }

static void count_chunk(void *user, int chunk) {
  const job *j = user;
  size_t *count = j->b->count + (size_t)chunk * (size_t)j->b->bands;
  memset(count, 0, (size_t)j->b->bands * sizeof *count);
  int first, last;
  for (size_t i = chunk_begin(j, chunk); i < chunk_begin(j, chunk + 1); i++)
    if (span(j, i, &first, &last))
      for (int band = first; band <= last; band++) count[band]++;
}

/* Turns the counts into places: all of band 0 (chunk 0, chunk 1, ...), all of band 1, ... Returns their sum. */
static size_t number_places(lg_bands *b) {
  size_t at = 0;
  for (int band = 0; band < b->bands; band++) {
    b->first[band] = at;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      size_t *count = &b->count[chunk * b->bands + band], n = *count;
      *count = at;
      at += n;
    }
  }
  return b->first[b->bands] = at;
}

static void place_chunk(void *user, int chunk) {
  const job *j = user;
  size_t *at = j->b->count + (size_t)chunk * (size_t)j->b->bands;
  int first, last;
  for (size_t i = chunk_begin(j, chunk); i < chunk_begin(j, chunk + 1); i++)
    if (span(j, i, &first, &last))
      for (int band = first; band <= last; band++) j->b->item[at[band]++] = (uint32_t)i;
}

bool lg_bands_sort(lg_bands *b, int height, size_t n, lg_rows_fn *rows, const void *user, int threads) {
  job j = {b, height, n, rows, user};
  b->bands = (height + LG_BAND - 1) / LG_BAND;
  if (!lg_room(&b->first, &b->first_capacity, (size_t)b->bands + 1, sizeof *b->first)) return false;
  if (!lg_room(&b->count, &b->count_capacity, (size_t)b->bands * CHUNKS, sizeof *b->count)) return false;
  lg_tasks(threads, CHUNKS, count_chunk, &j);
  if (!lg_room(&b->item, &b->item_capacity, number_places(b), sizeof *b->item)) return false;
  lg_tasks(threads, CHUNKS, place_chunk, &j);
  return true;
}
