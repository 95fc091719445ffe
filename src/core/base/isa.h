/* isa.h - dispatch paths: which of the instruction sets that hot files are compiled for runs on
   this machine. */
#ifndef LG_CORE_ISA_H
#define LG_CORE_ISA_H

#include "core/base/base.h"

/* the path in use: 0, 1, ... from the plainest on; chosen at the first use */
int lg_isa_path(void);
/* Which of the paths 0..best to take when `asked` (may be NULL) is asked for. */
int lg_isa_pick(const char *asked, int best);

#endif
