/* bricks.c - lays a sparse grid: which of its bricks have nodes. */
#include "core/base/bricks.h"

#include "core/base/par.h"

typedef struct laying {
  lg_bricks *grid;
  lg_brick_fn *classify;
  void *user;
} laying;

static void classify_block(void *user, size_t begin, size_t end) {
  const laying *job = user;
  for (size_t i = begin; i < end; i++) {
    int first[3];
    lg_bricks_first(job->grid, i, first);
    job->grid->index[i] = job->classify(job->user, first);
  }
}

bool lg_bricks_lay(lg_bricks *g, lg_mem *mem, int threads, lg_brick_fn *classify, void *user) {
  g->all = (size_t)g->count[0] * (size_t)g->count[1] * (size_t)g->count[2];
  if (!lg_mem_room(mem, &g->index, g->all, sizeof *g->index)) return false;
  lg_par_for(threads, g->all, classify_block, &(laying){g, classify, user});

  g->near = 0;
  for (size_t i = 0; i < g->all; i++)
    if (g->index[i] >= 0) g->index[i] = (int32_t)g->near++;
  return true;
}

int32_t *lg_bricks_near(const lg_bricks *g, lg_mem *mem) {
  int32_t *brick = lg_mem_realloc(mem, NULL, g->near * sizeof *brick);
  for (size_t i = 0; brick && i < g->all; i++)
    if (g->index[i] >= 0) brick[g->index[i]] = (int32_t)i;
  return brick;
}

void lg_bricks_free(lg_bricks *g, lg_mem *mem) {
  lg_mem_free(mem, g->index);
  memset(g, 0, sizeof *g);
}
