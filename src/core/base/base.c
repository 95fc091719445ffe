/* base.c - memory of a world: 64-byte aligned, counted, from the host's allocator if it gave one.
   */
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

void *lg_mem_realloc(lg_mem *m, void *old, size_t old_bytes, size_t new_bytes) {
  if (!old) old_bytes = 0;
  if (!old && new_bytes == 0) return NULL;
  if (new_bytes) m->calls++;
  void *fresh = m->alloc ? m->alloc(m->user, old, old_bytes, new_bytes)
                         : library_realloc(old, old_bytes, new_bytes);
  if (new_bytes && !fresh) return NULL;
  m->held += new_bytes;
  m->held -= old_bytes;
  return new_bytes ? fresh : NULL;
}

bool lg_mem_room(lg_mem *m, void *array, size_t *capacity, size_t n, size_t element) {
  void *old;
  memcpy(&old, array, sizeof old); /* array is the address of a pointer of some type */
  if (n <= *capacity && old) return true;
  size_t room = n + n / 4 + 64;
  void *grown = lg_mem_realloc(m, NULL, 0, room * element);
  if (!grown) return false;
  if (old) lg_mem_realloc(m, old, *capacity * element, 0);
  memcpy(array, &grown, sizeof grown);
  *capacity = room;
  return true;
}
