/* bands.c - sorts items into the bands of rows that they touch. */
#include "picture/bands.h"

#define CHUNKS 16 /* of the items, whatever the number of threads */

typedef struct job {
  lg_bands *b;
  int turns;
  size_t n;
} job;

static size_t chunk_begin(const job *j, int chunk) { return j->n * (size_t)chunk / CHUNKS; }
static size_t *counts_of(const job *j, int chunk) {
  return j->b->count + chunk * j->b->bands * j->turns;
}

static void count_chunk(void *user, int chunk) {
  const job *j = user;
  size_t *count = counts_of(j, chunk);
  memset(count, 0, (size_t)(j->b->bands * j->turns) * sizeof *count);
  for (size_t i = chunk_begin(j, chunk); i < chunk_begin(j, chunk + 1); i++) {
    const lg_span s = j->b->span[i];
    for (int band = s.first; band <= s.last; band++) count[band * j->turns + s.turn]++;
  }
}

/* Turns the counts into places: all of band 0 (its first turn of chunk 0, of chunk 1, ...), all of
   band 1, ... Returns their sum. */
static size_t number_places(const job *j) {
  size_t at = 0;
  for (int key = 0; key < j->b->bands * j->turns; key++) {
    if (key % j->turns == 0) j->b->first[key / j->turns] = at;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      size_t *count = &counts_of(j, chunk)[key], n = *count;
      *count = at;
      at += n;
    }
  }
  return j->b->first[j->b->bands] = at;
}

static void place_chunk(void *user, int chunk) {
  const job *j = user;
  size_t *at = counts_of(j, chunk);
  for (size_t i = chunk_begin(j, chunk); i < chunk_begin(j, chunk + 1); i++) {
    const lg_span s = j->b->span[i];
    for (int band = s.first; band <= s.last; band++)
      j->b->item[at[band * j->turns + s.turn]++] = (uint32_t)i;
  }
}

bool lg_bands_room(lg_bands *b, size_t n) {
  return lg_room(&b->span, &b->span_capacity, n, sizeof *b->span);
}

bool lg_bands_sort(lg_bands *b, int height, int turns, size_t n, int threads) {
  job j = {b, turns, n};
  b->bands = (height + LG_BAND - 1) / LG_BAND;
  if (!lg_room(&b->first, &b->first_capacity, (size_t)b->bands + 1, sizeof *b->first)) return false;
  if (!lg_room(&b->count, &b->count_capacity, (size_t)(b->bands * turns) * CHUNKS,
               sizeof *b->count))
    return false;
  lg_tasks(threads, CHUNKS, count_chunk, &j);
  if (!lg_room(&b->item, &b->item_capacity, number_places(&j), sizeof *b->item)) return false;
  lg_tasks(threads, CHUNKS, place_chunk, &j);
  return true;
}
