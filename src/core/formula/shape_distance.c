/* shape_distance.c - the formula of a shape, made a distance: d = f / |grad f| instead of f. Beyond
   two spacings other parts of the surface may be nearer than the slope here tells: of what
   f / max(|grad f|, 1) has beyond them counts the share 1 / (the largest slope), at least a
   quarter. */
#include "core/base/world.h"
#include "core/formula/program.h"

/* FNV-1a of its nodes. */
static uint64_t key_of(const lg_expr *e) {
  uint64_t key = 0xcbf29ce484222325u;
  for (int32_t i = 0; i < e->nodes; i++) {
    const lg_expr_node *n = &e->node[i];
    const uint32_t part[5] = {n->op, (uint32_t)n->a, (uint32_t)n->b, (uint32_t)n->c, n->bits};
    for (int k = 0; k < 5; k++) key = (key ^ part[k]) * 0x100000001b3u;
  }
  return key;
}

/* The largest value of the formula, which is compiled, at points all over the bounds. */
static float largest(const lg_world *w, const lg_expr *e) {
  static const double step[3] = {0.7548776662, 0.5698402910, 0.4301597090};
  float x[3][LG_BLOCK], out[LG_BLOCK], most = 0;
  lg_expr_block b = {.n = LG_BLOCK, .output = {out}};

  /* points that fill the bounds evenly (R3 sequence) */
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < LG_BLOCK; i++) {
      double u = fmod((i + 1) * step[k], 1), min = (double)w->def.bounds.min[k];
      x[k][i] = (float)(min + u * ((double)w->def.bounds.max[k] - min));
    }

  for (int i = 0; i < e->inputs; i++) b.input[i] = x[e->input[i].component];
  lg_evaluator_now()->run(e, &e->code, &b);
  for (int i = 0; i < LG_BLOCK; i++) most = lg_maxf(most, isfinite(out[i]) ? out[i] : 0);
  return most;
}

/* Of a value what lies between -band and band. */
static lg_node clamped(lg_expr *e, lg_node a, lg_node band) {
  lg_node below = lg_expr_2(e, LG_OP_MIN, a, band);
  return lg_expr_2(e, LG_OP_MAX, below, lg_expr_1(e, LG_OP_NEG, band));
}

bool lg_program_make_distance(lg_world *w, lg_program *p) {
  lg_expr *e = p->expr;
  lg_node f = e->output[0], slope2 = lg_expr_number(e, 0), one = lg_expr_number(e, 1);
  if (e->samplers > 0)
    return lg_refuse(w, "formula: that of a shape cannot ask for other shapes or for fields; join "
                        "shapes with shape.union, shape.intersection and shape.difference");
  for (int k = 0; k < w->dim; k++) {
    lg_node d = lg_expr_derivative(e, f, k);
    slope2 = lg_expr_2(e, LG_OP_ADD, slope2, lg_expr_2(e, LG_OP_MUL, d, d));
  }
  lg_node slope = lg_expr_1(e, LG_OP_SQRT, slope2);

  /* its slopes, if it says something else than before */
  uint64_t key = key_of(e);
  if (key != p->key) {
    e->output[0] = slope;
    if (!lg_expr_compile(e, false)) return lg_refuse(w, "formula: %s", e->error);
    p->share = lg_clampf(1 / lg_maxf(largest(w, e), 1), 0.25f, 1);
    p->share = p->share > 0.999f ? 1 : p->share;
    p->key = key;
    p->changed = true;
  }

  /* near: d between -2 and 2 spacings; rest: what a bound of it has beyond them */
  lg_node flat = lg_expr_number(e, 1e-12), band = lg_expr_number(e, 2 * (double)w->def.spacing),
          d = lg_expr_2(e, LG_OP_DIV, f, lg_expr_2(e, LG_OP_MAX, slope, flat)),
          bound = lg_expr_2(e, LG_OP_DIV, f, lg_expr_2(e, LG_OP_MAX, slope, one)),
          near = clamped(e, d, band),
          rest = lg_expr_2(e, LG_OP_SUB, bound, clamped(e, bound, band)),
          share = lg_expr_number(e, (double)p->share);
  e->output[0] = lg_expr_2(e, LG_OP_ADD, near, lg_expr_2(e, LG_OP_MUL, share, rest));
  return lg_expr_compile(e, false) || lg_refuse(w, "formula: %s", e->error);
}
