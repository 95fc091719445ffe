/* par.h - the only OpenMP loops. Blocks are of fixed size, so that sums do not depend on the thread
   count. */
#ifndef LG_CORE_PAR_H
#define LG_CORE_PAR_H

#include "core/base/base.h"

typedef void lg_block_fn(void *user, size_t begin, size_t end);
typedef double lg_sum_fn(void *user, size_t begin, size_t end);
/* fn over blocks of LG_BLOCK of [0, n). */
void lg_par_for(int threads, size_t n, lg_block_fn *fn, void *user);
/* fn(user, i, i + 1) for each of n unequal tasks, handed out as threads come free (results must not
   depend on order). */
void lg_par_tasks(int threads, size_t n, lg_block_fn *fn, void *user);
/* Sum of the blocks' results, added in block order: the same bits for any thread count. partial:
   room for one double a block. */
double lg_par_sum(int threads, size_t n, lg_sum_fn *fn, void *user, double *partial);
LG_INLINE size_t lg_blocks(size_t n) { return (n + LG_BLOCK - 1) / LG_BLOCK; }
/* The calling thread's number inside fn, 0 .. threads-1: for scratch memory only. */
int lg_par_thread(void);

#endif
