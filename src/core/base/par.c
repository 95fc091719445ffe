/* par.c - loops over blocks, on the threads of a team. */
#include "core/base/par.h"

#include "core/base/team.h"

/* Tasks a thread has at least, if they can be so small: of 20 tasks for 16 threads some have two,
   and the others wait. */
#define EACH       4
#define PART_LEAST 128 /* particles, whole vectors of any width */

typedef struct loop {
  size_t n, part; /* part: of the particles, a task's */
  lg_block_fn *fn;
  lg_tally_fn *tally;
  void *user;
  lg_tally *partial;
} loop;

static void run_part(void *user, size_t i) {
  const loop *l = user;
  const size_t begin = i * l->part;
  l->fn(l->user, begin, l->n - begin < l->part ? l->n : begin + l->part);
}

static void run_task(void *user, size_t i) {
  const loop *l = user;
  l->fn(l->user, i, i + 1);
}

static void run_tally(void *user, size_t block) {
  const loop *l = user;
  const size_t begin = block * LG_BLOCK;
  l->partial[block] = l->tally(l->user, begin, l->n - begin < LG_BLOCK ? l->n : begin + LG_BLOCK);
}

static void run_parts(int threads, size_t n, size_t part, lg_block_fn *fn, void *user) {
  lg_team_run(threads, (n + part - 1) / part, run_part,
              &(loop){.n = n, .part = part, .fn = fn, .user = user});
}

void lg_par_for(int threads, size_t n, lg_block_fn *fn, void *user) {
  size_t part = LG_BLOCK;
  while (threads > 1 && part > PART_LEAST && n < EACH * part * (size_t)threads) part /= 2;
  run_parts(threads, n, part, fn, user);
}

void lg_par_blocks(int threads, size_t n, lg_block_fn *fn, void *user) {
  run_parts(threads, n, LG_BLOCK, fn, user);
}

void lg_par_tasks(int threads, size_t n, lg_block_fn *fn, void *user) {
  if (threads <= 1) {
    for (size_t i = 0; i < n; i++) fn(user, i, i + 1);
    return;
  }
  lg_team_run(threads, n, run_task, &(loop){.n = n, .fn = fn, .user = user});
}

lg_tally lg_par_tally(int threads, size_t n, lg_tally_fn *fn, void *user, lg_tally *partial) {
  size_t blocks = lg_blocks(n);
  lg_team_run(threads, blocks, run_tally,
              &(loop){.n = n, .tally = fn, .user = user, .partial = partial});

  lg_tally all = {0, 0, 0};
  for (size_t b = 0; b < blocks; b++) {
    all.sum += partial[b].sum;
    all.other += partial[b].other;
    all.most = lg_maxf(all.most, partial[b].most);
  }
  return all;
}
