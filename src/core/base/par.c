/* par.c - loops over blocks, on the threads of a team. */
#include "core/base/par.h"

#include "core/base/team.h"

typedef struct loop {
  size_t n;
  lg_block_fn *fn;
  lg_tally_fn *tally;
  void *user;
  lg_tally *partial;
} loop;

static size_t end_of(const loop *l, size_t block) {
  return block + 1 < lg_blocks(l->n) ? (block + 1) * LG_BLOCK : l->n;
}

static void run_block(void *user, size_t block) {
  const loop *l = user;
  l->fn(l->user, block * LG_BLOCK, end_of(l, block));
}

static void run_task(void *user, size_t i) {
  const loop *l = user;
  l->fn(l->user, i, i + 1);
}

static void run_tally(void *user, size_t block) {
  const loop *l = user;
  l->partial[block] = l->tally(l->user, block * LG_BLOCK, end_of(l, block));
}

void lg_par_for(int threads, size_t n, lg_block_fn *fn, void *user) {
  lg_team_run(threads, lg_blocks(n), run_block, &(loop){.n = n, .fn = fn, .user = user});
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
