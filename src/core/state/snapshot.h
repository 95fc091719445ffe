/* snapshot.h - a copy of a world's state in memory: what a rejected step returns to. */
#ifndef LG_CORE_SNAPSHOT_H
#define LG_CORE_SNAPSHOT_H

#include "core/state/saved.h"

typedef struct lg_snapshot_part { /* one column or one object's struct */
  const void *kind;               /* of an object; NULL: a column */
  char name[LG_NAME_MAX];         /* of a column */
  uint32_t id;   /* of an object: slot and generation; of a column: its components */
  size_t at;     /* where it begins in data */
  size_t memory; /* bytes behind the struct: what its kind owns */
} lg_snapshot_part;

typedef struct lg_snapshot {
  lg_saved_head head; /* its counters (lg_counters_take) */
  size_t n;           /* particles */
  int parts;
  lg_snapshot_part *part;
  char *data;
} lg_snapshot;

bool lg_snapshot_take(lg_snapshot *s, lg_world *w); /* false: no memory */
/* Particles, time and counters as they were; columns and objects that are still the same get their
   values back, columns that came since are 0. False: no memory for the particles that have gone
   since. */
bool lg_snapshot_restore(const lg_snapshot *s, lg_world *w);
void lg_snapshot_free(lg_snapshot *s, lg_world *w);

#endif
