/* png_read.h - a decoder of PNG for worlds (lg_world_def.decode), in the program and in the Lua
   module. */
#ifndef LG_RECORD_PNG_READ_H
#define LG_RECORD_PNG_READ_H

#include "laguna.h"

/* lg_decode_fn */
bool lg_png_decode(void *user, const char *bytes, size_t n, int *width, int *height, uint8_t *rgba,
                   lg_why *why);
/* The pixels of a file of this program's own, top row first; free() them. NULL: there is no such
   picture. */
uint8_t *lg_record_read_png(const char *path, int *width, int *height);

#endif
