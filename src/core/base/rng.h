/* rng.h - counter-based random numbers: a pure function of a key, so that no state has to be saved
   or shared.

   Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"), from
   Random123. The counter is { id bits 0..31, lane << 16 | id bits 32..47, stream, sub-step } and
   the key is the world's seed. */
#ifndef LG_CORE_RNG_H
#define LG_CORE_RNG_H

#include "core/base/base.h"

typedef struct lg_random_key {
  int64_t seed;     /* of the world */
  uint32_t stream;  /* who asks: lg_random_stream of a name */
  uint64_t id;      /* of a particle, or number of a candidate; below 2^48 */
  uint32_t substep; /* 0 where the id alone never comes twice */
  uint32_t lane;    /* one key has 2^16 lanes of four numbers */
} lg_random_key;

/* FNV-1a of a name: a stream that does not change when objects are added or removed around it. */
uint32_t lg_random_stream(const char *name);
void lg_random_bits(const lg_random_key *key, uint32_t out[4]);
/* Four uniform floats in [0, 1): multiples of 2^-24. */
void lg_random(const lg_random_key *key, float u[4]);
/* Which way to part what lies in one place: e, never zero, 0 beyond dim. Returns its length. */
float lg_random_way(const lg_random_key *key, int dim, float e[3]);

#endif
