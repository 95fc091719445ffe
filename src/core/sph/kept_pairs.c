/* kept_pairs.c - see kept_pairs.h. Compiled once per dispatch path. */
#include "core/sph/kept_pairs.h"

static size_t eights_of(const lg_neighbors *neighbors, size_t i) {
  return (size_t)(neighbors->count[i] + LG_LANES - 1) / LG_LANES;
}

/* Of the numbers of n particles; doubles may lie behind them. */
static size_t bytes_of_numbers(size_t n) { return (n + n % 2) * sizeof(uint32_t); }

size_t lg_kept_pairs_bytes(const lg_neighbors *neighbors, int dim) {
  const size_t one = (size_t)(dim + 2) * sizeof(lg_v8);
  size_t eights = 0;
  for (size_t i = 0; i < neighbors->n && eights * one <= LG_KEPT_MOST; i++)
    eights += eights_of(neighbors, i);
  return eights * one <= LG_KEPT_MOST ? eights * one + bytes_of_numbers(neighbors->n) : 0;
}

void *lg_kept_pairs_place(lg_kept_pairs *pairs, const lg_neighbors *neighbors, int dim,
                          void *room) {
  const size_t bytes = lg_kept_pairs_bytes(neighbors, dim);
  *pairs = (lg_kept_pairs){.neighbors = neighbors};
  if (bytes == 0) return room;

  /* the numbers lie behind the terms */
  pairs->keeping = LG_TO_KEEP;
  pairs->kept = room;
  pairs->first = (uint32_t *)(void *)((char *)room + bytes - bytes_of_numbers(neighbors->n));
  size_t before = 0;
  for (size_t i = 0; i < neighbors->n; i++) {
    pairs->first[i] = (uint32_t)before;
    before += eights_of(neighbors, i);
  }
  return (char *)room + bytes;
}
