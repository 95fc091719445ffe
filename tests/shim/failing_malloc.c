/* failing_malloc.c - a library to be preloaded: of all calls that ask for memory, FAULT_AT names
   the one that gets none (FAULT_ON=1: and all behind it). Without FAULT_AT it writes how many there
   were to the file FAULT_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t bytes);
void *__libc_realloc(void *old, size_t n);
void *__libc_memalign(size_t alignment, size_t n);

static atomic_long calls;
static long at = -1;
static int on;

__attribute__((constructor)) static void begin(void) {
  const char *a = getenv("FAULT_AT"), *o = getenv("FAULT_ON");
  on = o && *o == '1';
  atomic_store(&calls, 0);
  at = a ? atol(a) : -1;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *f = path ? fopen(path, "w") : NULL;
  if (!f) return;
  fprintf(f, "%ld\n", (long)atomic_load(&calls));
  fclose(f);
}

static int fails(void) {
  long n = atomic_fetch_add(&calls, 1);
  return at >= 0 && (n == at || (on && n > at));
}

void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t bytes) { return fails() ? NULL : __libc_calloc(n, bytes); }
void *realloc(void *old, size_t n) { return n && fails() ? NULL : __libc_realloc(old, n); }
void *aligned_alloc(size_t alignment, size_t n) {
  return fails() ? NULL : __libc_memalign(alignment, n);
}
int posix_memalign(void **out, size_t alignment, size_t n) {
  *out = fails() ? NULL : __libc_memalign(alignment, n);
  return *out ? 0 : 12;
}
