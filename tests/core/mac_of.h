/* mac_of.h - the grid of a world whose solver is flip, for tests that look into it. */
#ifndef LG_TESTS_MAC_OF_H
#define LG_TESTS_MAC_OF_H

#include "core/mac/mac.h"
#include "core/object/object.h"

static inline lg_mac *mac_of(const lg_world *w) {
  return ((const lg_mac_fields *)lg_world_solver_self(w))->mac;
}
#endif
