/* Checkpoints with bytes of strangers and a checksum that fits: refused, and the world is as it
   was, or the world goes on. An input is places and what is put there, in a checkpoint that is
   sound. */
#define FUZZ_NAME "checkpoint"
#include "fuzz.h"

#include "core/state/checkpoints.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static blob sound[2];
static const char *const solvers[] = {"wcsph", "flip"};

static lg_world *of(int which) {
  scene s = usual;
  s.height = 0.3;
  s.solver = solvers[which];
  if (which == 0) return build(s);
  lg_world_def def = small_def(2);
  lg_world *w = lg_world_new(&def);
  MUST(lg_set_solver(w, s.solver, LG_NO_ARGS), "%s", lg_error(w));
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -2, -2), lg_vec2("max", -1, -1.7)));
  MUST(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))), "%s", lg_error(w));
  return w;
}

static void try(const uint8_t *data, size_t n) {
  feed f = {data, n};
  int which = next(&f) % 2;
  for (int i = 0; i < 2 && !sound[i].n; i++) {
    lg_world *w = of(i);
    run(w, 2);
    sound[i] = save(w);
    lg_world_free(w);
  }

  /* Changes: where (24 bits), how many bytes, which. */
  blob b = {malloc(sound[which].n), sound[which].n};
  memcpy(b.bytes, sound[which].bytes, b.n);
  while (f.left > 4) {
    size_t at = next(&f) | next(&f) << 8 | next(&f) << 16, count = 1 + next(&f) % 8;
    for (size_t i = 0; i < count; i++) b.bytes[(at + i) % b.n] = (char)next(&f);
  }
  uint64_t sum = XXH3_64bits(b.bytes, b.n - sizeof sum);
  memcpy(b.bytes + b.n - sizeof sum, &sum, sizeof sum);

  lg_world *w = of(which);
  run(w, 1);
  uint64_t before = lg_world_hash(w);
  if (lg_world_restore(w, b.bytes, b.n)) lg_world_step(w, 0.001);
  else MUST(lg_world_hash(w) == before, "refused, but the world is another one");
  lg_world_free(w);
  free(b.bytes);
}
