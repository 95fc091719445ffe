/* omp.h - OpenMP for a machine with one thread: what core/base asks of it on the page. */
#ifndef LG_WEB_OMP_H
#define LG_WEB_OMP_H

static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }

#endif
