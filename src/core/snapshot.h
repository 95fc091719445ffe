/* snapshot.h - a copy of a world's state in memory: what a rejected step returns to. */
#ifndef LG_CORE_SNAPSHOT_H
#define LG_CORE_SNAPSHOT_H

#include "core/base.h"

typedef struct lg_snapshot {
  size_t n;               /* particles */
  int32_t next_id;
  double time, emit_dt;
  int64_t frame;
  uint64_t substep;
  uint64_t layout;        /* of the columns and objects it was taken of */
  size_t bytes, capacity; /* of data: riding columns one after another, then the objects' structs */
  char *data;
} lg_snapshot;

bool lg_snapshot_take(lg_snapshot *s, lg_world *w);     /* false: no memory */
bool lg_snapshot_fits(const lg_snapshot *s, const lg_world *w); /* objects and columns are still those of the take */
void lg_snapshot_restore(const lg_snapshot *s, lg_world *w);    /* only while it fits */
void lg_snapshot_free(lg_snapshot *s, lg_world *w);

#endif
