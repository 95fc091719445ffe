/* sea_own.h - the water's surface by blocks of pixels: sea.c makes it, sea_light.c draws it. */
#ifndef LG_PICTURE_SEA_OWN_H
#define LG_PICTURE_SEA_OWN_H

#include "picture/frame.h"
#include "picture/look.h"

/* what a block of pixels knows of the surface; w times the mean of the others, so that blocks
   without water do not count between blocks */
typedef struct lg_sea_block {
  float w, right, up, towards, z, thick, cover;
  float foam;
  float body; /* part of the blocks around that shows water, too: little around a drop */
} lg_sea_block;
enum { LG_SEA_FLOATS = sizeof(lg_sea_block) / sizeof(float) };

#endif
