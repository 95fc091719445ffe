/* rng.c - random numbers of a key, and what is drawn with them: see rng.h. */
#include "core/base/rng.h"

#include "core/base/vec.h"

#include <Random123/philox.h>

uint32_t lg_random_stream(const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
  return hash;
}

void lg_random_bits(const lg_random_key *key, uint32_t out[4]) {
  uint32_t high = (uint32_t)(key->id >> 32) & 0xffffu;
  philox4x32_ctr_t counter = {
      {(uint32_t)key->id, key->lane << 16 | high, key->stream, key->substep}};
  philox4x32_key_t seed = {{(uint32_t)key->seed, (uint32_t)((uint64_t)key->seed >> 32)}};
  philox4x32_ctr_t bits = philox4x32(counter, seed);
  for (int k = 0; k < 4; k++) out[k] = bits.v[k];
}

void lg_random(const lg_random_key *key, float u[4]) {
  uint32_t bits[4];
  lg_random_bits(key, bits);
  for (int k = 0; k < 4; k++) u[k] = (float)(bits[k] >> 8) * 0x1p-24f;
}

float lg_random_way(const lg_random_key *key, int dim, float e[3]) {
  float u[4];
  lg_random(key, u);
  for (int k = 0; k < 3; k++) e[k] = k < dim ? u[k] - 0.4999f : 0; /* not 0.5, which u may be */
  return lg_length(e);
}
