/* files.h - files that a world names: its host reads them, and decodes what is a picture. */
#ifndef LG_CORE_FILES_H
#define LG_CORE_FILES_H

#include "core/base/world.h"

/* The whole file in memory of the world, for the caller to free, with a NUL behind its n bytes.
   NULL: refused; who: who wants it ("mesh"), for the sentence. */
char *lg_file_read(lg_world *w, const char *who, const char *path, size_t *n, lg_why *why);

#endif
