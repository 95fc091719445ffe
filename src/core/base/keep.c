/* keep.c - texts that stay as long as the program. */
#include "core/base/base.h"

#include <stdatomic.h>
#include <stdlib.h>

#define MOST ((size_t)1 << 20) /* bytes */

typedef struct kept {
  struct kept *next;
  char text[];
} kept;

static struct {
  atomic_flag busy;
  kept *first;
  size_t bytes;
} all = {.busy = ATOMIC_FLAG_INIT};

static const char *keep(const char *text) {
  for (const kept *k = all.first; k; k = k->next)
    if (strcmp(k->text, text) == 0) return k->text;

  size_t bytes = strlen(text) + 1;
  kept *k = all.bytes + bytes <= MOST ? malloc(sizeof *k + bytes) : NULL;
  if (!k) return NULL;
  memcpy(k->text, text, bytes);
  k->next = all.first;
  all.first = k;
  all.bytes += bytes;
  return k->text;
}

const char *lg_text_keep(const char *text) {
  if (!text) return NULL;
  while (atomic_flag_test_and_set(&all.busy)) continue;
  text = keep(text);
  atomic_flag_clear(&all.busy);
  return text;
}
