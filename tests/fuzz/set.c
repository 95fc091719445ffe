/* --set of strangers: taken, or refused with a sentence. */
#define FUZZ_NAME "set"
#include "fuzz.h"
#include "text.h"

static void try(const uint8_t *data, size_t n) {
  text scene = {.n = 0};
  put(&scene, "local lg = require 'laguna'\n"
              "lg.slider { name = 'swirl', default = 1, min = 0, max = 2 }\n"
              "local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1,"
              " solver = lg.solver.wcsph {} }\n"
              "w:add(lg.emitter.point { name = 'tap', center = {0.5, 0.5} })\nreturn w\n");
  char *set = malloc(n + 1);
  MUST(set, "no memory");
  memcpy(set, data, n);
  set[n] = 0;
  const char *sets[] = {set};
  lg_why why = {""};
  lg_scene *s = scene_of(&scene, sets, 1, &why);
  MUST(s || *why.text, "refused without a sentence");
  if (s) lg_scene_step(s, 0.01);
  lg_scene_free(s);
  free(set);
}
