/* contract.h - what the contract tests share: a world to put a kind into, and arguments made from
   its rows alone. */
#ifndef LG_TESTS_CONTRACT_H
#define LG_TESTS_CONTRACT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "laguna_kind.h"

#define MAX_ARGS 64

typedef struct args {
  lg_arg a[MAX_ARGS + 1];
  int n;
  char text[MAX_ARGS][LG_TEXT_MAX];
} args;

/* "shape.box"; good until the next call but three */
static inline const char *full_name(const lg_kind *k) {
  static char name[4][96];
  static int turn;
  char *s = name[turn++ & 3];
  snprintf(s, 96, "%s.%s", lg_family_name(k->family), k->name);
  return s;
}

/* What kinds that need a file are given. */
static const memory_file flat_files[] = {{"sample", SQUARE_OBJ}, {NULL, NULL}};
static const memory_file solid_files[] = {{"sample", CUBE_OBJ}, {NULL, NULL}};

/* A tank of 1 m a side in which the kind under test lives. Open above, so that emitters and sinks
   can do as they like. */
static inline lg_world *tank(int dim, int64_t threads) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.edges[1][1] = LG_EDGE_OPEN;
  def.spacing = dim == 2 ? 0.025f : 0.0625f;
  def.threads = threads;
  def.seed = 7;
  def.read = read_memory;
  def.read_user = (void *)(uintptr_t)(dim == 2 ? flat_files : solid_files);
  static pattern picture = {.width = 3, .height = 2};
  def.decode = decode_pattern;
  def.decode_user = &picture;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  return w;
}

static inline lg_id must(const lg_world *w, lg_id id) {
  if (!id) fail_msg("refused: %s", lg_error(w));
  return id;
}

static inline lg_arg point(const char *name, int dim, double x, double y, double z) {
  return dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static inline lg_id box_of(lg_world *w, double x0, double x1, double y0, double y1) { /* z as x */
  int dim = lg_world_dim(w);
  return must(w, lg_add(w, "shape.box",
                        LG_ARGS(point("min", dim, x0, y0, x0), point("max", dim, x1, y1, x1))));
}

/* What kinds that need a shape are given: it stands in the middle of the tank. */
static inline lg_id box(lg_world *w) { return box_of(w, 0.25, 0.5, 0.25, 0.5); }

static inline void pour_block(lg_world *w, double x0, double x1, double y0, double y1) {
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box_of(w, x0, x1, y0, y1)))));
}

/* A block of water above the box, so that it falls on it. */
static inline void pour(lg_world *w) { pour_block(w, 0.3, 0.6, 0.55, 0.85); }

/* The `which`-th choice of "a|b|c" into out; false: there are fewer. */
static inline bool choice(const char *choices, int which, char *out, size_t bytes) {
  const char *s = choices;
  for (int i = 0; i < which; i++) {
    s = strchr(s, '|');
    if (!s) return false;
    s++;
  }
  snprintf(out, bytes, "%.*s", (int)strcspn(s, "|"), s);
  return true;
}

static inline int axial_numbers(const lg_param *p, int dim) {
  return (p->flags & LG_AXIAL) ? (dim == 2 ? 1 : 3) : dim;
}

/* The position times 2 + t. */
static inline bool stretch(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  bool ok = true;
  (void)user;
  (void)dt;
  for (int k = 0; k < lg_world_dim(w); k++)
    ok = ok && lg_expr_give(e, k,
                            lg_expr_2(e, LG_OP_MUL, lg_expr_column(e, "position", k),
                                      lg_expr_number(e, 2 + t)));
  return ok;
}

/* The distance to a ball. */
static inline bool ball(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  lg_node f = lg_expr_number(e, 0);
  (void)user;
  (void)t;
  (void)dt;
  for (int k = 0; k < lg_world_dim(w); k++) {
    lg_node x = lg_expr_column(e, "position", k);
    f = lg_expr_2(e, LG_OP_ADD, f, lg_expr_2(e, LG_OP_MUL, x, x));
  }
  return lg_expr_give(e, 0,
                      lg_expr_2(e, LG_OP_SUB, lg_expr_1(e, LG_OP_SQRT, f), lg_expr_number(e, 0.5)));
}

/* A sensible value of a required row, in a world that can hold what it refers to. */
static inline lg_arg required_value(lg_world *w, const lg_kind *k, const lg_param *p) {
  int dim = lg_world_dim(w);
  switch (p->type) {
    case LG_BOOL: return lg_bool(p->name, true);
    case LG_INT: return lg_num(p->name, p->min > 1 ? ceil(p->min) : p->max < 1 ? floor(p->max) : 1);
    case LG_FLOAT: return lg_num(p->name, p->min > 0.2 ? p->min : p->max < 0.2 ? p->max : 0.2);
    case LG_VEC:
      return axial_numbers(p, dim) == 1 ? lg_num(p->name, 0.5) : point(p->name, dim, 0.5, 0.5, 0.5);
    case LG_FILE: return lg_text(p->name, "sample");
    case LG_POINTS: return lg_text(p->name, "0.2 0.2, 0.8 0.2, 0.5 0.9");
    case LG_SHAPE: return lg_ref(p->name, box(w));
    case LG_FIELD: return lg_ref(p->name, must(w, lg_add(w, "field.constant", LG_NO_ARGS)));
    case LG_COLLIDER: {
      const char *kind = k->family == LG_FAMILY_JOINT ? "collider.body" : "collider.solid";
      return lg_ref(p->name, must(w, lg_add(w, kind, LG_ARGS(lg_ref("shape", box(w))))));
    }
    case LG_MATERIAL: return lg_ref(p->name, must(w, lg_add(w, "material.fluid", LG_NO_ARGS)));
    case LG_PROGRAM: {
      lg_formula_fn *write = k->family == LG_FAMILY_SHAPE ? ball : stretch;
      return lg_ref(p->name, must(w, lg_program_add(w, write, NULL, NULL)));
    }
    default:
      fail_msg("a required row of this type has no sample in tests/contract/contract.h: %s",
               p->name);
  }
  return lg_end();
}

/* The arguments of a kind with its defaults: what is required and no more. */
static inline void required_args(lg_world *w, const lg_kind *k, args *out) {
  out->n = 0;
  for (const lg_param *p = k->params; p->name; p++)
    if (p->flags & LG_REQUIRED) out->a[out->n++] = required_value(w, k, p);
  out->a[out->n] = lg_end();
}

/* Puts a kind with its defaults into the world; a solver becomes the world's solver. */
static inline lg_id add_default(lg_world *w, const lg_kind *k) {
  static args given;
  required_args(w, k, &given);
  if (k->family == LG_FAMILY_SOLVER) {
    if (!lg_set_solver(w, k->name, given.a)) fail_msg("solver %s: %s", k->name, lg_error(w));
    return lg_solver_id(w);
  }
  lg_id id = lg_add(w, full_name(k), given.a);
  if (!id) fail_msg("%s: %s", full_name(k), lg_error(w));
  return id;
}

#endif
