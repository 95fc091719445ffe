/* checkpoint.h - the bytes of a checkpoint (a .lgs file, or a scene that is about to be read
   again):

     "LGSAVE02" | origin | worlds, bytes of the script's part | script's part (carry.lua) | bytes,
     world (lg_world_save) | ... | sum

   origin: sum of the scene's text, seed, fps, sets | its path | each set; texts end with a NUL.
   Numbers are 64 bits, little endian; sums are FNV-1a (Fowler, Noll, Vo 1991), the last one of all
   before it. */
#ifndef LG_BIND_CHECKPOINT_H
#define LG_BIND_CHECKPOINT_H

#include "bind/bind.h"

/* What a scene is made of, as it stands in its checkpoints; text: of the scene's file. */
void lg_checkpoint_origin(lg_bytes *b, const lg_scene_options *o, const char *text, size_t bytes);
/* False: the checkpoint is another scene's than `mine`, the bytes of an origin. */
bool lg_checkpoint_is_of(const lg_origin *origin, const char *mine, size_t bytes);
/* False: no memory, or the world is in the middle of a step (lg_error says so). Begin (origin NULL:
   of no scene), worlds in their order, end. */
void lg_checkpoint_begin(lg_bytes *b, const char *origin, size_t origin_bytes, int worlds,
                         const char *script, size_t script_bytes);
bool lg_checkpoint_world(lg_bytes *b, lg_world *w);
bool lg_checkpoint_end(lg_bytes *b);

typedef struct lg_checkpoint { /* being read */
  lg_origin origin;
  int64_t worlds;
  const char *script, *at, *end;
  size_t script_bytes;
} lg_checkpoint;
/* checks the sum, and all but the worlds */
bool lg_checkpoint_open(lg_checkpoint *c, const void *bytes, size_t n, lg_why *why);
/* false: there is none */
bool lg_checkpoint_next(lg_checkpoint *c, const char **world, size_t *bytes);

#endif
