/* Scenes by a grammar: statements about a world, whose numbers, names and functions the bytes of
   the input choose. They end with a sentence, or run. */
#define FUZZ_NAME "scene"
#include "fuzz.h"
#include "text.h"

static const char *const numbers[] = {"0",
                                      "1",
                                      "0.1",
                                      "0.5",
                                      "-1",
                                      "2",
                                      "100",
                                      "1e-3",
                                      "1e9",
                                      "-0.0",
                                      "0/0",
                                      "1/0",
                                      "-1/0",
                                      "1e38",
                                      "1e-38",
                                      "math.maxinteger",
                                      "math.mininteger",
                                      "#w.particles",
                                      "w.time",
                                      "'x'",
                                      "nil",
                                      "true"};
static const char *const kinds[] = {
    "shape.box",        "shape.sphere",  "shape.plane",   "shape.union",    "shape.capsule",
    "emitter.volume",   "emitter.point", "emitter.inlet", "collider.solid", "collider.body",
    "field.noise",      "field.formula", "field.drag",    "field.vortex",   "solver.wcsph",
    "solver.pcisph",    "solver.pbf",    "solver.dfsph",  "solver.flip",    "solver.flash",
    "solver.particles", "material"};
static const char *const options[] = {"shape",
                                      "radius",
                                      "min",
                                      "max",
                                      "rate",
                                      "speed",
                                      "center",
                                      "velocity",
                                      "viscosity",
                                      "density",
                                      "name",
                                      "strength",
                                      "support",
                                      "iterations",
                                      "stiffness",
                                      "cfl",
                                      "translation",
                                      "material",
                                      "shapes",
                                      "filter",
                                      "spread",
                                      "size",
                                      "surface_tension",
                                      "jitter"};
static const char *const columns[] = {"x",  "y",       "vx",       "vy",   "mass",     "age",
                                      "id", "density", "velocity", "none", "material", "position"};
#define ONE(f, list) list[next(f) % (sizeof list / sizeof *list)]

static void value(text *t, feed *f, int depth);

static void formula(text *t, feed *f, int depth) {
  unsigned how = depth > 4 ? next(f) % 2 : next(f) % 8;
  if (how == 0) put(t, "%s", ONE(f, numbers));
  else if (how == 1) put(t, "p.%s", ONE(f, columns));
  else if (how == 2) {
    put(t, "lg.math.%s(", next(f) % 2 ? "sin" : "sqrt");
    formula(t, f, depth + 1);
    put(t, ")");
  } else if (how == 3) {
    put(t, "p:%s(function(q) return q.%s - ", next(f) % 2 ? "sum" : "max", ONE(f, columns));
    formula(t, f, depth + 1);
    put(t, " end)");
  } else {
    put(t, "(");
    formula(t, f, depth + 1);
    put(t, " %c ", "+-*/^%<"[next(f) % 7]);
    formula(t, f, depth + 1);
    put(t, ")");
  }
}

static void object(text *t, feed *f, int depth) {
  put(t, "lg.%s { ", ONE(f, kinds));
  for (unsigned n = next(f) % 4; n > 0; n--) {
    put(t, "%s = ", ONE(f, options));
    value(t, f, depth + 1);
    put(t, ", ");
  }
  put(t, "}");
}

static void value(text *t, feed *f, int depth) {
  switch (depth > 3 ? 0 : next(f) % 5) {
    case 0: put(t, "%s", ONE(f, numbers)); break;
    case 1: put(t, "{%s, %s}", ONE(f, numbers), ONE(f, numbers)); break;
    case 2: object(t, f, depth); break;
    case 3:
      put(t, "{ ");
      object(t, f, depth);
      put(t, " }");
      break;
    default:
      put(t, "function(p) return ");
      formula(t, f, depth);
      put(t, " end");
  }
}

static void statement(text *t, feed *f, int depth) {
  switch (next(f) % 12) {
    case 0:
    case 1:
      put(t, "w:add(");
      object(t, f, 0);
      put(t, ")");
      break;
    case 2:
      put(t, "w.solver = ");
      object(t, f, 0);
      break;
    case 3:
      put(t, "w:update(function(p) p.%s = ", ONE(f, columns));
      formula(t, f, 0);
      put(t, " end)");
      break;
    case 4:
      put(t, "w:%s(function(p) return ", next(f) % 2 ? "sum" : "remove_if");
      formula(t, f, 0);
      put(t, " end)");
      break;
    case 5: put(t, "w:step(%s)", ONE(f, numbers)); break;
    case 6: put(t, "w.particles:add({%s, %s})", ONE(f, numbers), ONE(f, numbers)); break;
    case 7: put(t, "w.particles.%s[1] = %s", ONE(f, columns), ONE(f, numbers)); break;
    case 8: put(t, "w.gravity = {%s, %s}", ONE(f, numbers), ONE(f, numbers)); break;
    case 9:
      put(t, "w:each(function(p) p.%s = ", ONE(f, columns));
      formula(t, f, 3);
      put(t, " end)");
      break;
    case 10:
      if (depth > 2) break;
      put(t, "pcall(function() ");
      statement(t, f, depth + 1);
      put(t, " end)");
      break;
    default:
      if (depth > 2) break;
      put(t, "function w:%s() ", next(f) % 2 ? "before_step" : "on_load");
      statement(t, f, depth + 1);
      put(t, " end");
  }
  put(t, "\n");
}

static void try(const uint8_t *data, size_t n) {
  text t = {.n = 0};
  feed f = {data, n < 200 ? n : 200};
  put(&t, "local lg = require 'laguna'\nlocal w = lg.world { bounds = {{0, 0}, {1, 1}}, "
          "spacing = 0.1, solver = lg.solver.wcsph {} }\nw.particles:add({0.5, 0.5})\n"
          "w.particles:add({0.55, 0.5})\n");
  while (f.left) statement(&t, &f, 0);
  put(&t, "\nreturn w\n");
  if (getenv("FUZZ_SHOW")) printf("%s", t.bytes);

  lg_why why = {""};
  lg_scene *s = scene_of(&t, NULL, 0, &why);
  MUST(s || *why.text, "refused without a sentence");
  for (int i = 0; s && i < 2; i++)
    if (!lg_scene_step(s, 0.01)) MUST(*lg_scene_error(s), "stopped without a sentence");
  lg_scene_free(s);
}
