/* par.h - loops on all threads. Blocks that something is summed up for are of fixed size, so that
   sums do not depend on the thread count. */
#ifndef LG_CORE_PAR_H
#define LG_CORE_PAR_H

#include "core/base/base.h"

typedef void lg_block_fn(void *user, size_t begin, size_t end);
/* fn over blocks of LG_BLOCK of [0, n), of few blocks for so many threads over parts of them. */
void lg_par_for(int threads, size_t n, lg_block_fn *fn, void *user);
/* The same over whole blocks, for who writes something for each: block begin / LG_BLOCK. */
void lg_par_blocks(int threads, size_t n, lg_block_fn *fn, void *user);
/* fn(user, i, i + 1) for each of n unequal tasks; a thread that has done its share takes of those
   of others (results must not depend on order). */
void lg_par_tasks(int threads, size_t n, lg_block_fn *fn, void *user);

/* What a loop finds beside what it writes. Each block has its own; sums are added in block
   order, so that they are the same bits for any thread count. */
typedef struct lg_tally {
  double sum, other; /* two sums, of what the loop says */
  float most;        /* the largest, 0 at least */
} lg_tally;
typedef lg_tally lg_tally_fn(void *user, size_t begin, size_t end);
/* partial: room for one a block. */
lg_tally lg_par_tally(int threads, size_t n, lg_tally_fn *fn, void *user, lg_tally *partial);

LG_INLINE size_t lg_blocks(size_t n) { return (n + LG_BLOCK - 1) / LG_BLOCK; }
#endif
