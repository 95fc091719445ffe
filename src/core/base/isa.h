/* isa.h - dispatch paths: hot files are compiled once per instruction set, and one of those is
   chosen at the start. isas.inc, which the Makefile writes from its ISAS, lists them from the
   plainest on: LG_EACH_ISA(X, ...) is X(sse2, ...) X(avx2, ...) and so on. */
#ifndef LG_CORE_ISA_H
#define LG_CORE_ISA_H

#include "core/base/base.h"

#include "isas.inc"

#define LG_ONE_ISA(...) 1 +
enum { LG_ISAS = LG_EACH_ISA(LG_ONE_ISA, ) 0 };

/* A table of what every path defines as LG_PER_ISA(type), a constant of that type. */
#define LG_VARIANTS(type, table)                                                                   \
  LG_EACH_ISA(LG_DECLARE_VARIANT, type)                                                            \
  static const type *const table[] = {LG_EACH_ISA(LG_POINT_AT_VARIANT, type)};
#define LG_DECLARE_VARIANT(isa, name)  extern const name name##_##isa;
#define LG_POINT_AT_VARIANT(isa, name) &name##_##isa,

/* the path in use: 0, 1, ... from the plainest on; chosen at the first use */
int lg_isa_path(void);
/* the best one that this machine runs */
int lg_isa_best(void);
/* Which of the paths 0..best to take when `asked` (may be NULL) is asked for. */
int lg_isa_pick(const char *asked, int best);

#endif
