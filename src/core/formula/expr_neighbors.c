/* expr_neighbors.c - sums over neighbours in formulas: what is known of a pair, and in which order
   the sums are computed. */
#include "core/base/world.h"
#include "core/formula/expr.h"
#include "core/formula/program.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"

/* ---- reach ---------------------------------------------------------------------------------- */

#define USUAL_SUPPORT 3.2 /* spacings, where the solver has none */

static const void *row_of(const lg_world *w, const char *name) {
  const lg_objects *all = w->objects;
  const lg_kind *kind = all->pending_self ? all->pending_kind : lg_world_solver_kind(w);
  const char *self = all->pending_self ? all->pending_self : lg_world_solver_self(w);
  const lg_param *row = lg_param_find(kind, name);
  return row ? self + row->offset : NULL;
}

bool lg_expr_reach_of(const lg_world *w, double radius, const char *kernel, lg_expr_reach *out,
                      lg_why *why) {
  const double spacing = (double)w->def.spacing;
  const float *support = row_of(w, "support");
  const int *own = row_of(w, "kernel");
  const bool usual = radius == 0 && !kernel;

  /* the solver's kernel and support, if no other is asked for */
  int type = own ? *own : (int)LG_WENDLAND_C2;
  if (kernel) type = lg_choice_index(LG_KERNEL_CHOICES, kernel);
  if (type < 0)
    return lg_explain(why, "the kernel of a sum is one of %s, not '%s'", LG_KERNEL_NAMES, kernel);
  if (radius == 0) radius = spacing * (support ? (double)*support : USUAL_SUPPORT);
  if (!(radius >= 0.01 * spacing && radius <= 16 * spacing))
    return lg_explain(why, "the radius of a sum must be 0.01 to 16 spacings, %g to %g m; got %g m",
                      0.01 * spacing, 16 * spacing, radius);

  /* the solver's own is calibrated: its lattice at rest has density 1 */
  memset(out, 0, sizeof *out);
  out->radius = (float)radius;
  out->kernel = lg_kernel_make((lg_kernel_type)type, w->dim, radius);
  const float textbook = out->kernel.w0;
  if (usual && own) lg_kernel_calibrate(&out->kernel, spacing);
  out->calibration = out->kernel.w0 / textbook;
  return true;
}

bool lg_expr_neighbors(lg_expr *e, double radius, const char *kernel) {
  lg_expr_reach reach;
  lg_why why;
  int i = 0;
  if (e->error[0]) return false;
  if (!e->w) return lg_expr_refuse(e, "neighbours are known in a world only") >= 0;
  if (e->open)
    return lg_expr_refuse(e, "a sum inside a sum: store the inner one in a column first, in a "
                             "world:update of its own") >= 0;
  if (!lg_expr_reach_of(e->w, radius, kernel, &reach, &why))
    return lg_expr_refuse(e, "%s", why.text) >= 0;

  while (i < e->reaches && memcmp(&e->reach[i], &reach, sizeof reach) != 0) i++;
  if (i == LG_EXPR_REACHES)
    return lg_expr_refuse(e, "the formula sums over more than %d radii and kernels", i) >= 0;
  if (i == e->reaches) e->reach[e->reaches++] = reach;
  e->open = i + 1;
  return true;
}

void lg_expr_neighbors_end(lg_expr *e) { e->open = 0; }

/* ---- what is known of a pair ---------------------------------------------------------------- */

static lg_node leaf(lg_expr *e, int input) {
  return input < 0 ? LG_NO_NODE : lg_expr_make(e, LG_OP_COLUMN, input, LG_NO_NODE, LG_NO_NODE, 0);
}

static bool is_open(lg_expr *e) {
  return e->open || lg_expr_refuse(e, "a neighbour is only known inside of its sum") >= 0;
}

lg_node lg_expr_neighbor(lg_expr *e, const char *column, int component) {
  if (!is_open(e)) return LG_NO_NODE;
  return leaf(e, column ? lg_expr_column_input(e, LG_OF_NEIGHBOR, column, component) : -1);
}

lg_node lg_expr_pair(lg_expr *e, lg_pair what, int component) {
  bool vector = what == LG_PAIR_OFFSET || what == LG_PAIR_GRADIENT;
  if (!is_open(e)) return LG_NO_NODE;
  if ((unsigned)what > LG_PAIR_LAPLACIAN || component < 0 || component >= (vector ? e->dim : 1))
    return lg_expr_refuse(e, "a pair has no such number");
  lg_expr_source s = {.of = LG_OF_PAIR, .component = 4 * (int)what + component, .reach = e->open};
  return leaf(e, lg_expr_input_of(e, &s));
}

lg_node lg_expr_reduce(lg_expr *e, lg_fold how, lg_node value) {
  int i = 0;
  if (!is_open(e) || e->error[0]) return LG_NO_NODE;
  if (value < 0 || value >= e->nodes || e->node[value].condition != (how == LG_COUNT))
    return lg_expr_refuse(e, how == LG_COUNT
                                 ? "what is counted of neighbours is a condition, q.x > p.x"
                                 : "what is summed over neighbours is a number");

  lg_expr_sum sum = {.how = how, .value = value, .reach = e->open - 1};
  while (i < e->sums &&
         (e->sum[i].how != how || e->sum[i].value != value || e->sum[i].reach != sum.reach))
    i++;
  if (i == LG_EXPR_SUMS)
    return lg_expr_refuse(e, "the formula has more than %d sums over neighbours", i);
  if (i == e->sums) e->sum[e->sums++] = sum;
  return leaf(e, lg_expr_input_of(e, &(lg_expr_source){.of = LG_OF_SUM, .component = i}));
}

/* ---- in which order ------------------------------------------------------------------------- */

/* The level of a sum: above those that it reads. -1: refused. */
static int level_of(lg_expr *e, const lg_expr_sum *s, const int *level) {
  int above = 0;
  if (!lg_expr_mark(e, &s->value, 1, (size_t)e->nodes)) return -1;

  /* what the value reads: sums of a lower level, and neighbours of this one */
  for (lg_node i = 0; i < e->nodes; i++) {
    if (!e->work[i] || e->node[i].op != LG_OP_COLUMN) continue;
    const lg_expr_source *in = &e->input[e->node[i].a];
    if (in->of == LG_OF_SUM) above = lg_maxi(above, level[in->component] + 1);
    bool pair = in->of == LG_OF_NEIGHBOR || in->of == LG_OF_PAIR;
    if (pair && in->reach != s->reach + 1)
      return lg_expr_refuse(e, "a neighbour is only known inside of its sum");
  }
  return above;
}

static bool results_are_of_particles(lg_expr *e) {
  if (!lg_expr_mark(e, e->output, e->outputs, (size_t)e->nodes)) return false;
  for (lg_node i = 0; i < e->nodes; i++) {
    if (!e->work[i] || e->node[i].op != LG_OP_COLUMN) continue;
    lg_expr_of of = e->input[e->node[i].a].of;
    if (of == LG_OF_NEIGHBOR || of == LG_OF_PAIR)
      return lg_expr_refuse(e, "a neighbour is only known inside of its sum") >= 0;
  }
  return true;
}

bool lg_expr_plan_sums(lg_expr *e) {
  int level[LG_EXPR_SUMS], top = 0;
  e->passes = 0;
  if (e->reaches == 0) return true;
  if (!results_are_of_particles(e)) return false;
  for (int i = 0; i < e->sums; i++) {
    level[i] = level_of(e, &e->sum[i], level);
    if (level[i] < 0) return false;
    top = lg_maxi(top, level[i]);
  }

  /* those of one level and one reach go together */
  for (int at = 0; at <= top; at++)
    for (int reach = 0; reach < e->reaches; reach++) {
      lg_expr_pass *p = &e->pass[e->passes];
      p->reach = reach;
      p->sums = 0;
      for (int i = 0; i < e->sums; i++)
        if (level[i] == at && e->sum[i].reach == reach) p->sum[p->sums++] = (uint8_t)i;
      e->passes += p->sums > 0;
    }
  return true;
}

/* ---- for a block of particles --------------------------------------------------------------- */

/* Which lists a reach needs: those of its radius. */
static int lists_of(const lg_expr *e, int reach) {
  int i = 0;
  while (e->reach[i].radius != e->reach[reach].radius) i++;
  return i;
}

bool lg_expr_columns_are_there(const lg_expr *e, lg_world *w) {
  for (int i = 0; i < e->inputs; i++) {
    const lg_expr_source *in = &e->input[i];
    if (in->of == LG_OF_PAIR || in->of == LG_OF_SUM) continue;
    if (in->column >= w->particles->columns ||
        strcmp(w->particles->col[in->column].name, in->name) != 0)
      return lg_refuse(w,
                       "formula: it reads a column of the solver that begins with the next step");
  }
  return true;
}

bool lg_expr_find_neighbors(const lg_expr *e, lg_world *w) {
  for (int i = 0; i < e->passes; i++) {
    int lists = lists_of(e, e->pass[i].reach);
    bool known = false;
    for (int k = 0; k < i; k++) known = known || lists_of(e, e->pass[k].reach) == lists;
    if (!known && !lg_pair_lists_make(&w->programs->lists[lists], w, e->reach[lists].radius,
                                      w->programs->moment))
      return false;
  }
  return true;
}

void lg_expr_sum_block(const lg_expr *e, const lg_world *w, size_t begin, size_t end,
                       float *const sum[LG_EXPR_SUMS]) {
  for (int i = 0; i < e->passes; i++)
    lg_evaluator_now()->sum_pairs(
        e, &e->pass[i], &w->programs->lists[lists_of(e, e->pass[i].reach)], begin, end, sum);
}

bool lg_expr_sums_at(lg_expr *e, lg_world *w, size_t particle, float *sums) {
  float *at[LG_EXPR_SUMS];
  if (particle >= w->particles->n || !lg_expr_compile(e, false) ||
      !lg_expr_columns_are_there(e, w) || !lg_expr_find_neighbors(e, w))
    return false;
  for (int i = 0; i < e->sums; i++) at[i] = sums + i;
  lg_expr_sum_block(e, w, particle, particle + 1, at);
  return true;
}

double lg_weight(lg_world *w, double distance, double radius, const char *kernel) {
  lg_expr_reach reach;
  lg_why why;
  if (!w) return (double)NAN;
  if (!lg_expr_reach_of(w, radius, kernel, &reach, &why))
    return lg_refuse(w, "%s", why.text), (double)NAN;
  return isnan(distance) ? distance : (double)lg_kernel_w(&reach.kernel, (float)distance);
}

bool lg_smoothing_of(lg_world *w, double radius, const char *kernel, lg_smoothing *out) {
  lg_expr_reach reach;
  lg_why why;
  if (!w) return false;
  if (!out) return lg_refuse(w, "lg_smoothing_of: there is no place for the kernel");
  if (!lg_expr_reach_of(w, radius, kernel, &reach, &why)) return lg_refuse(w, "%s", why.text);
  *out = (lg_smoothing){
      .dim = w->dim, .radius = (double)reach.radius, .calibration = (double)reach.calibration};
  return lg_choice_word(LG_KERNEL_CHOICES, (int)reach.kernel.type, out->name);
}

const char *lg_smoothing_names(void) { return LG_KERNEL_NAMES; }

/* False: there is none of that name, dimension or radius. */
static bool kernel_of(const lg_smoothing *s, lg_kernel *k) {
  const int type = lg_choice_index(LG_KERNEL_CHOICES, s->name);
  if (type < 0 || (s->dim != 2 && s->dim != 3) || !(s->radius > 0)) return false;
  *k = lg_kernel_make((lg_kernel_type)type, s->dim, s->radius);
  k->w0 = (float)(s->calibration * (double)k->w0);
  k->f0 = (float)(s->calibration * (double)k->f0);
  return true;
}

double lg_smoothing_w(const lg_smoothing *s, double distance) {
  lg_kernel k;
  if (!kernel_of(s, &k) || isnan(distance)) return (double)NAN;
  return (double)lg_kernel_w(&k, (float)distance);
}

double lg_smoothing_slope(const lg_smoothing *s, double distance) {
  lg_kernel k;
  if (!kernel_of(s, &k)) return (double)NAN;
  return distance * (double)lg_kernel_grad(&k, (float)distance);
}

/* ---- one by one ----------------------------------------------------------------------------- */

/* From x_p - x_q, m: the numbers of batches of pairs (expr_sums.c). */
static lg_neighbor known_of(const lg_kernel *k, int dim, size_t q, const float d[3], float r) {
  const float slope = lg_kernel_grad(k, r), soft = 0.01f * k->radius * k->radius;
  lg_neighbor n = {.index = (int64_t)q,
                   .distance = (double)r,
                   .w = (double)lg_kernel_w(k, r),
                   .laplacian = (double)(-2 * slope * r * r / (r * r + soft))};
  for (int axis = 0; axis < dim; axis++) {
    n.offset[axis] = (double)d[axis];
    n.gradient[axis] = (double)(slope * d[axis]);
  }
  return n;
}

/* The images of the world in which a particle is looked for, a period away as in the cells' ghosts,
   x fastest: how many, of which the middle one is the world itself. */
static int images_of(const lg_world *w, int image[27][3]) {
  int reach[3], n = 0;
  for (int k = 0; k < 3; k++) reach[k] = k < w->dim && lg_is_periodic(w, k);
  for (int z = -reach[2]; z <= reach[2]; z++)
    for (int y = -reach[1]; y <= reach[1]; y++)
      for (int x = -reach[0]; x <= reach[0]; x++)
        memcpy(image[n++], (const int[3]){x, y, z}, sizeof *image);
  return n;
}

/* d = x_p - x_q, of q's image; returns its square. */
static float apart(const lg_world *w, size_t p, size_t q, const int image[3], float d[3]) {
  const float *low = w->def.bounds.min, *high = w->def.bounds.max;
  float *const *x = w->particles->x, r2 = 0;
  d[2] = 0;
  for (int k = 0; k < w->dim; k++) {
    d[k] = x[k][p] - (x[k][q] + (float)image[k] * (high[k] - low[k]));
    r2 += d[k] * d[k];
  }
  return r2;
}

int64_t lg_neighbors_of(lg_world *w, size_t p, double radius, const char *kernel, lg_neighbor *out,
                        size_t room) {
  lg_expr_reach reach;
  lg_why why;
  int64_t found = 0;
  if (!w) return -1;
  if (p >= w->particles->n || !(out || room == 0))
    return lg_refuse(w, "lg_neighbors_of: there is no such particle, or no room") - 1;
  if (!lg_expr_reach_of(w, radius, kernel, &reach, &why)) return lg_refuse(w, "%s", why.text) - 1;

  int image[27][3];
  const int images = images_of(w, image);
  for (size_t q = 0; q < w->particles->n; q++)
    for (int i = 0; i < images; i++) {
      float d[3], r2 = apart(w, p, q, image[i], d);
      if ((q == p && i == images / 2) || !(r2 < reach.radius * reach.radius)) continue;
      if ((size_t)found < room) out[found] = known_of(&reach.kernel, w->dim, q, d, sqrtf(r2));
      found++;
    }
  return found;
}
