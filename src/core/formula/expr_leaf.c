/* expr_leaf.c - what formulas are made from: columns, random numbers, noise, fields and distances;
   and where their values go. */
#include "core/base/rng.h"
#include "core/base/world.h"
#include "core/formula/expr.h"
#include "core/object/object.h"
#include "core/particles/particles.h"

#include <stdio.h>

/* ---- columns -------------------------------------------------------------------------------- */

/* Components of a column that there is, or that the solver in waiting declares; 0: none. */
static int components_of(const lg_world *w, const char *name, int *column) {
  for (*column = 0; *column < w->particles->columns; ++*column)
    if (strcmp(w->particles->col[*column].name, name) == 0)
      return w->particles->col[*column].components;
  const lg_column_def *c = w->objects->pending_kind ? w->objects->pending_kind->solver.columns
                                                    : NULL;
  for (; c && c->name; c++)
    if (strcmp(c->name, name) == 0) return c->components ? c->components : w->dim;
  return 0;
}

static bool refuse_column(lg_expr *e, const char *name) {
  const char *columns[LG_COLUMNS_MAX];
  const lg_particles *p = e->w->particles;
  for (int i = 0; i < p->columns; i++) columns[i] = p->col[i].name;
  const char *near = lg_nearest(name, columns, p->columns);
  lg_expr_refuse(e, "there is no column '%s'%s%s%s", name, near ? " (did you mean '" : "",
                 near ? near : "", near ? "'?)" : "");
  return false;
}

int lg_expr_input_of(lg_expr *e, const lg_expr_source *source) {
  int i = 0;
  while (i < e->inputs && (e->input[i].of != source->of || e->input[i].reach != source->reach ||
                           e->input[i].component != source->component ||
                           strcmp(e->input[i].name, source->name) != 0))
    i++;
  if (i < e->inputs) return i;
  if (i == LG_EXPR_INPUTS)
    return lg_expr_refuse(e, "the formula reads more than %d columns", LG_EXPR_INPUTS);
  e->input[i] = *source;
  return e->inputs++;
}

int lg_expr_column_input(lg_expr *e, lg_expr_of of, const char *name, int component) {
  int column = 0, components = e->w ? components_of(e->w, name, &column) : e->dim;
  if (components == 0) return refuse_column(e, name) - 1;
  if (component < 0 || component >= components) {
    lg_expr_refuse(e, "column '%s' has %d component%s, not %d", name, components,
                   components == 1 ? "" : "s", component + 1);
    return -1;
  }

  /* one that a solver in waiting declares is of floats */
  const bool is_there = e->w && column < e->w->particles->columns;
  lg_expr_source s = {.of = of,
                      .component = component,
                      .column = column,
                      .reach = of == LG_OF_NEIGHBOR ? e->open : 0,
                      .integer = is_there && e->w->particles->col[column].integer};
  snprintf(s.name, sizeof s.name, "%s", name);
  return lg_expr_input_of(e, &s);
}

static int input_of(lg_expr *e, const char *name, int component) {
  return lg_expr_column_input(e, LG_OF_PARTICLE, name, component);
}

lg_node lg_expr_column(lg_expr *e, const char *name, int component) {
  int i = name ? input_of(e, name, component) : -1;
  return i < 0 ? LG_NO_NODE : lg_expr_make(e, LG_OP_COLUMN, i, LG_NO_NODE, LG_NO_NODE, 0);
}

int lg_expr_inputs(const lg_expr *e) { return e->inputs; }

const char *lg_expr_input(const lg_expr *e, int i, int *component) {
  if (i < 0 || i >= e->inputs) return "";
  *component = e->input[i].component;
  return e->input[i].of == LG_OF_PARTICLE ? e->input[i].name : "";
}

int lg_expr_input_sum(const lg_expr *e, int i) {
  return i >= 0 && i < e->inputs && e->input[i].of == LG_OF_SUM ? e->input[i].component : -1;
}

bool lg_expr_input_in_sum(const lg_expr *e, int i) {
  bool read = false;
  for (int k = 0; i >= 0 && i < e->inputs && k < e->passes; k++)
    read = read || e->pass[k].code.inputs >> i & 1;
  return read;
}

/* ---- chance --------------------------------------------------------------------------------- */

lg_node lg_expr_random(lg_expr *e, const char *stream, int site) {
  int id = input_of(e, "id", 0);
  if (id < 0) return LG_NO_NODE;
  e->stream = lg_random_stream(stream);
  return lg_expr_make(e, LG_OP_RANDOM, id, LG_NO_NODE, LG_NO_NODE, (uint32_t)site);
}

static lg_node add(lg_expr *e, lg_node a, lg_node b) { return lg_expr_2(e, LG_OP_ADD, a, b); }
static lg_node sub(lg_expr *e, lg_node a, lg_node b) { return lg_expr_2(e, LG_OP_SUB, a, b); }
static lg_node mul(lg_expr *e, lg_node a, lg_node b) { return lg_expr_2(e, LG_OP_MUL, a, b); }
static lg_node num(lg_expr *e, double x) { return lg_expr_number(e, x); }

/* The slope of one corner of a lattice cell, a unit vector of random direction, times the way from
   there: in 2-D by an angle 2 pi u, in 3-D by a height 1 - 2 h and an angle, both from one number
   (h is its lower half). */
static lg_node corner_slope(lg_expr *e, int dim, const lg_node at[3], const lg_node way[3],
                            uint32_t seed) {
  lg_node u = lg_expr_make(e, LG_OP_HASH, at[0], at[1], dim == 3 ? at[2] : num(e, 0), seed);
  lg_node turn = mul(e, u, num(e, 2 * LG_PI));
  lg_node flat = add(e, mul(e, lg_expr_1(e, LG_OP_COS, turn), way[0]),
                     mul(e, lg_expr_1(e, LG_OP_SIN, turn), way[1]));
  if (dim == 2) return flat;
  lg_node fine = mul(e, u, num(e, 4096)), h = sub(e, fine, lg_expr_1(e, LG_OP_FLOOR, fine));
  lg_node up = sub(e, num(e, 1), mul(e, num(e, 2), h));
  lg_node across = lg_expr_1(
      e, LG_OP_SQRT, lg_expr_2(e, LG_OP_MAX, sub(e, num(e, 1), mul(e, up, up)), num(e, 1e-6)));
  return add(e, mul(e, across, flat), mul(e, up, way[2]));
}

/* Blends eight or four corners with 6 s^5 - 15 s^4 + 10 s^3, whose first two derivatives are 0 at
   the ends. All of it is made of nodes, so derivatives of noise are exact. */
lg_node lg_expr_noise(lg_expr *e, lg_node x, lg_node y, lg_node z, uint32_t seed) {
  int dim = z < 0 ? 2 : 3, corners = 1 << dim;
  lg_node p[3] = {x, y, z}, low[3], rest[3], fade[3], value[8];

  /* the lattice cell, the place in it, and the fade of each axis */
  for (int k = 0; k < dim; k++) {
    low[k] = lg_expr_1(e, LG_OP_FLOOR, p[k]);
    rest[k] = sub(e, p[k], low[k]);
    lg_node s = rest[k],
            inner = add(e, mul(e, s, sub(e, mul(e, s, num(e, 6)), num(e, 15))), num(e, 10));
    fade[k] = mul(e, mul(e, mul(e, s, s), s), inner);
  }
  if (e->error[0]) return LG_NO_NODE;

  /* what each corner gives */
  for (int c = 0; c < corners; c++) {
    lg_node at[3], way[3];
    for (int k = 0; k < dim; k++) {
      lg_node one = num(e, c >> k & 1);
      at[k] = add(e, low[k], one);
      way[k] = sub(e, rest[k], one);
    }
    value[c] = corner_slope(e, dim, at, way, seed);
  }

  /* blended along one axis after the other */
  for (int k = dim - 1; k >= 0; k--)
    for (int c = 0; c < 1 << k; c++)
      value[c] = add(e, value[c], mul(e, fade[k], sub(e, value[c + (1 << k)], value[c])));
  /* Gradient noise of unit slopes stays within sqrt(dim) / 2 (Perlin 2002). */
  return mul(e, value[0], num(e, dim == 2 ? 1.41421356 : 1.15470054));
}

/* ---- fields and distances ------------------------------------------------------------------- */

lg_node lg_expr_sample(lg_expr *e, const lg_expr_sampler *s, lg_node x, lg_node y, lg_node z) {
  int i = 0;
  lg_node p[3] = {x, y, e->dim == 3 ? z : lg_expr_number(e, 0)};
  for (int k = 0; k < 3; k++)
    if (p[k] < 0 || p[k] >= e->nodes || e->node[p[k]].condition)
      return lg_expr_refuse(e, "a point needs %d numbers in a %d-D world", e->dim, e->dim);
  while (i < e->samplers && memcmp(&e->sampler[i], s, sizeof *s) != 0) i++;
  if (i == LG_EXPR_SAMPLERS)
    return lg_expr_refuse(e, "the formula samples more than %d fields and distances", i);
  if (i == e->samplers) e->sampler[e->samplers++] = *s;
  return lg_expr_make(e, LG_OP_SAMPLE, p[0], p[1], p[2], (uint32_t)i);
}

/* Has it a value where there is a position and nothing else? */
static bool known_by_position(const lg_world *w, lg_id field) {
  float x[3] = {w->def.bounds.min[0], w->def.bounds.min[1], w->def.bounds.min[2]}, f[3];
  lg_points at = {.n = 1, .x = {&x[0], &x[1], w->dim == 3 ? &x[2] : NULL}, .time = w->time};
  return lg_field_sample(w, field, &at, (float *const[3]){&f[0], &f[1], &f[2]});
}

lg_node lg_expr_field(lg_expr *e, lg_id field, int component, lg_node x, lg_node y, lg_node z) {
  const lg_object *o = e->w ? lg_object_get(e->w, field) : NULL;
  if (!o || o->kind->family != LG_FAMILY_FIELD)
    return lg_expr_refuse(e, "the field is not in the formula's world (any more)");

  int components = lg_field_components(e->w, field);
  if (component < 0 || component >= components)
    return lg_expr_refuse(e, "field '%s' has %d component%s, not %d", o->name, components,
                          components == 1 ? "" : "s", component + 1);
  if (!known_by_position(e->w, field))
    return lg_expr_refuse(
        e, "field '%s' reads more than a position, and only a position is known here", o->name);

  float step = 0.5f * e->w->def.spacing;
  if (o->kind->field.step) step = o->kind->field.step(e->w, o->self);
  return lg_expr_sample(e, &(lg_expr_sampler){field, component, step}, x, y, z);
}

lg_node lg_expr_distance(lg_expr *e, lg_id id, lg_node x, lg_node y, lg_node z) {
  const lg_object *o = e->w ? lg_object_get(e->w, id) : NULL;
  if (!o || (o->kind->family != LG_FAMILY_SHAPE && o->kind->family != LG_FAMILY_COLLIDER))
    return lg_expr_refuse(e, "the shape is not in the formula's world (any more)");
  return lg_expr_sample(e, &(lg_expr_sampler){id, 0, 0.5f * e->w->def.spacing}, x, y, z);
}

/* ---- results -------------------------------------------------------------------------------- */

static bool add_output(lg_expr *e, int target, lg_node value) {
  int i = 0;
  if (e->error[0]) return false;
  if (value < 0 || value >= e->nodes)
    return lg_expr_refuse(e, "the result is no value of this formula") >= 0;

  /* a later result for the same target takes its place */
  while (i < e->outputs && e->target[i].input != target) i++;
  if (i == LG_EXPR_OUTPUTS)
    return lg_expr_refuse(e, "the formula has more than %d results", i) >= 0;
  e->output[i] = value;
  e->target[i].input = target;
  if (i == e->outputs) e->outputs++;
  return true;
}

/* Results come first, in their order: -1, -2, ... are the components that the formula returns. */
bool lg_expr_give(lg_expr *e, int k, lg_node value) {
  if (k != e->given || k >= 3 || e->outputs > e->given)
    return lg_expr_refuse(e, "results are given in order, 0 to 2, before stores") >= 0;
  if (!add_output(e, -1 - k, value)) return false;
  e->given++;
  return true;
}

int lg_expr_given(const lg_expr *e) { return e->given; }

bool lg_expr_store(lg_expr *e, const char *column, int component, lg_node value) {
  int input = input_of(e, column, component);
  if (input < 0) return false;
  if (strcmp(column, "id") == 0)
    return lg_expr_refuse(e, "column '%s' is kept by the core and cannot be changed", column) >= 0;
  if (lg_expr_is_condition(e, value))
    return lg_expr_refuse(e, "column '%s' takes a number, got a condition; use where(c, a, b)",
                          column) >= 0;
  return add_output(e, input, value);
}

int lg_expr_outputs(const lg_expr *e) { return e->outputs; }

const char *lg_expr_output(const lg_expr *e, int i, int *component) {
  if (i < 0 || i >= e->outputs) return "";
  if (e->target[i].input >= 0) return lg_expr_input(e, e->target[i].input, component);
  *component = -1 - e->target[i].input;
  return "";
}
