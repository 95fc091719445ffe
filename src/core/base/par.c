/* par.c - the only OpenMP loops of the library. */
#include "core/base/par.h"

#include <omp.h>

static int team(int threads, size_t tasks) {
  return (size_t)threads < tasks ? threads : (int)tasks;
}

void lg_par_for(int threads, size_t n, lg_block_fn *fn, void *user) {
  size_t blocks = lg_blocks(n);
  if (threads <= 1 || blocks <= 1) {
    for (size_t b = 0; b < blocks; b++)
      fn(user, b * LG_BLOCK, b + 1 < blocks ? (b + 1) * LG_BLOCK : n);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(team(threads, blocks))
  for (size_t b = 0; b < blocks; b++)
    fn(user, b * LG_BLOCK, b + 1 < blocks ? (b + 1) * LG_BLOCK : n);
}

void lg_par_tasks(int threads, size_t n, lg_block_fn *fn, void *user) {
  if (threads <= 1 || n <= 1) {
    for (size_t i = 0; i < n; i++) fn(user, i, i + 1);
    return;
  }
#pragma omp parallel for schedule(dynamic, 1) num_threads(team(threads, n))
  for (size_t i = 0; i < n; i++) fn(user, i, i + 1);
}

lg_tally lg_par_tally(int threads, size_t n, lg_tally_fn *fn, void *user, lg_tally *partial) {
  size_t blocks = lg_blocks(n);
#pragma omp parallel for schedule(static)                                                          \
    num_threads(team(threads, blocks)) if (threads > 1 && blocks > 1)
  for (size_t b = 0; b < blocks; b++)
    partial[b] = fn(user, b * LG_BLOCK, b + 1 < blocks ? (b + 1) * LG_BLOCK : n);

  lg_tally all = {0, 0, 0};
  for (size_t b = 0; b < blocks; b++) {
    all.sum += partial[b].sum;
    all.other += partial[b].other;
    all.most = lg_maxf(all.most, partial[b].most);
  }
  return all;
}

int lg_par_thread(void) { return omp_get_thread_num(); }
