/* checkpoint.h - the bytes of a checkpoint (a .lgs file, or a scene that is about to be read
   again):

     "LGSAVE01" | worlds, bytes of the script's part | script's part (carry.lua) | bytes, world
     (lg_world_save) | ... | sum

   Numbers are 64 bits in the machine's order; `sum` is FNV-1a (Fowler, Noll, Vo 1991) of all before
   it. */
#ifndef LG_BIND_CHECKPOINT_H
#define LG_BIND_CHECKPOINT_H

#include "bind/bind.h"

/* False: no memory, or the world is in the middle of a step (lg_error says so). Begin, worlds in
   their order, end. */
void lg_checkpoint_begin(lg_bytes *b, int worlds, const char *script, size_t script_bytes);
bool lg_checkpoint_world(lg_bytes *b, lg_world *w);
bool lg_checkpoint_end(lg_bytes *b);

typedef struct lg_checkpoint { /* being read */
  int64_t worlds;
  const char *script, *at, *end;
  size_t script_bytes;
} lg_checkpoint;
/* checks the sum */
bool lg_checkpoint_open(lg_checkpoint *c, const void *bytes, size_t n, lg_why *why);
/* false: there is none */
bool lg_checkpoint_next(lg_checkpoint *c, const char **world, size_t *bytes);

#endif
