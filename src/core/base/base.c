/* base.c - memory of a world: 64-byte aligned, counted, from the host's allocator if it has one. */
#include "core/base/base.h"

#include <stdlib.h>

/* The C library's: aligned blocks cannot be resized in place, so a change of size is a copy. */
static void *library_realloc(void *old, size_t old_bytes, size_t new_bytes) {
  if (new_bytes == 0) {
    free(old);
    return NULL;
  }

  if (new_bytes > SIZE_MAX - LG_ALIGN) return NULL;
  void *fresh = aligned_alloc(LG_ALIGN, (new_bytes + LG_ALIGN - 1) / LG_ALIGN * LG_ALIGN);
  if (fresh && old) {
    memcpy(fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
    free(old);
  }
  return fresh;
}

/* Before each piece, in an alignment's worth of bytes of its own, stands its size. */
static size_t bytes_of(const void *piece) {
  size_t bytes;
  memcpy(&bytes, (const char *)piece - LG_ALIGN, sizeof bytes);
  return bytes;
}

static void *request(lg_mem *m, void *old, size_t old_bytes, size_t new_bytes) {
  return m->alloc ? m->alloc(m->user, old, old_bytes, new_bytes)
                  : library_realloc(old, old_bytes, new_bytes);
}

void *lg_mem_realloc(lg_mem *m, void *old, size_t bytes) {
  if (bytes > SIZE_MAX - 2 * LG_ALIGN) return NULL;
  size_t old_total = old ? bytes_of(old) + LG_ALIGN : 0, total = bytes + LG_ALIGN;

  m->calls++;
  char *fresh = request(m, old ? (char *)old - LG_ALIGN : NULL, old_total, total);
  if (!fresh) return NULL;

  memcpy(fresh, &bytes, sizeof bytes);
  m->held += total - old_total;
  return fresh + LG_ALIGN;
}

void lg_mem_free(lg_mem *m, void *old) {
  if (!old) return;
  size_t total = bytes_of(old) + LG_ALIGN;
  request(m, (char *)old - LG_ALIGN, total, 0);
  m->held -= total;
}

/* The address of a pointer of some type, whose own type is not known here. */
static void *pointer_at(const void *array) {
  void *piece;
  memcpy(&piece, array, sizeof piece);
  return piece;
}

bool lg_mem_room(lg_mem *m, void *array, size_t n, size_t element) {
  void *old = pointer_at(array);
  if (old && n <= bytes_of(old) / element) return true;

  void *grown = lg_mem_realloc(m, NULL, (n + n / 4 + 64) * element);
  if (!grown) return false;

  lg_mem_free(m, old);
  memcpy(array, &grown, sizeof grown);
  return true;
}

bool lg_mem_grow(lg_mem *m, void *array, size_t n, size_t element) {
  void *old = pointer_at(array);
  size_t held = old ? bytes_of(old) : 0, wish = (n + n / 2 + 64) * element;
  if (old && n <= held / element) return true;

  char *grown = lg_mem_realloc(m, old, wish);
  if (!grown) return false;

  memset(grown + held, 0, wish - held);
  memcpy(array, &grown, sizeof grown);
  return true;
}
