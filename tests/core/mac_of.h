/* mac_of.h - the grid of a world whose solver is flip, for tests that look into it. */
#ifndef LG_TESTS_MAC_OF_H
#define LG_TESTS_MAC_OF_H

#include "core/mac/mac.h"
#include "core/object/object.h"

static inline lg_mac *mac_of(const lg_world *w) { /* the last member of the solver's struct */
  lg_mac *m;
  size_t size = lg_world_solver_kind(w)->size;
  memcpy(&m, (const char *)lg_world_solver_self(w) + size - sizeof m, sizeof m);
  return m;
}
#endif
