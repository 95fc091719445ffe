/* kind.h - the registry from inside. */
#ifndef LG_CORE_KIND_H
#define LG_CORE_KIND_H

#include "core/base/base.h"

/* The kind that "family.name" or a bare "name" may have meant, as "family.name" in out; with
   `family` a bare name of that family. False: none is near. */
bool lg_kind_nearest(const char *asked, const char *family, char *out, size_t bytes);

#endif
