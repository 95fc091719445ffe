/* field.grid - another field, taken down once on the nodes of a regular grid and interpolated
   linearly between them (multilinear): fast where the other is slow, and what one has when only
   samples are known. Outside the grid the value at its edge holds.

   Its derivatives (lg.gradient and the like) are central differences of neighbouring nodes: errors
   of order cell^2. */
#include "laguna_solver.h"

#define NODES_MAX 64e6

typedef struct grid {
  lg_id source, shape;
  float cell;
  bool enabled;
  float low[3];     /* state: m, the first node */
  int32_t nodes[3]; /* state: along each axis; 1 where there is no axis */
  int32_t components;
  /* state: [component][z][y][x]; written in load only, so that copies of the struct may share it */
  float *value;
} grid;

static const lg_param rows[] = {
    LG_ROW_(grid, source, LG_FIELD, 0, 0, 0, 0, 0, 0, "", NULL,
            "the field that is taken down, as it is when the grid is made",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_(grid, cell, LG_FLOAT, 0.1, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL,
            "distance of the nodes", LG_RESTART),
    LG_ROW_(grid, shape, LG_SHAPE, 0, 0, 0, 0, 0, 0, "", NULL,
            "a grid over the box of this shape; without one over the world", LG_RESTART),
    LG_FIELD_ROWS(grid), LG_ROWS_END};

static size_t count(const grid *g) {
  return (size_t)g->nodes[0] * (size_t)g->nodes[1] * (size_t)g->nodes[2];
}
static size_t bytes(const grid *g) { return count(g) * (size_t)g->components * sizeof(float); }

/* Takes the field down, a block of nodes at a time. */
static bool take(const lg_world *w, const grid *g) {
  float x[3][LG_BLOCK], *out[3] = {NULL, NULL, NULL};
  int dim = lg_world_dim(w);
  size_t all = count(g), row = (size_t)g->nodes[0], layer = row * (size_t)g->nodes[1];
  for (size_t begin = 0; begin < all; begin += LG_BLOCK) {
    int n = (int)(all - begin < LG_BLOCK ? all - begin : LG_BLOCK);

    /* places of the nodes */
    for (int i = 0; i < n; i++) {
      size_t node = begin + (size_t)i,
             at[3] = {node % row, node / row % (size_t)g->nodes[1], node / layer};
      for (int k = 0; k < dim; k++) x[k][i] = g->low[k] + (float)at[k] * g->cell;
    }

    /* the values there, into the arrays of the components */
    for (int k = 0; k < g->components; k++) out[k] = g->value + (size_t)k * all + begin;
    lg_points points = {
        .n = n, .x = {x[0], x[1], dim == 3 ? x[2] : NULL}, .time = lg_world_time(w)};
    if (!lg_field_sample(w, g->source, &points, out)) return false;
  }
  return true;
}

static bool load(lg_world *w, void *self, lg_why *why) {
  grid *g = self;
  lg_bounds world = lg_world_bounds(w);
  float high[3];
  double nodes = 1;
  bool boxed = g->shape && lg_shape_bounds(w, g->shape, g->low, high);

  /* nodes over the box of the shape, or over the world */
  for (int k = 0; k < 3; k++) {
    if (!boxed) g->low[k] = world.min[k];
    if (!boxed) high[k] = world.max[k];
    double cells =
        k < world.dim ? ceil(((double)high[k] - (double)g->low[k]) / (double)g->cell - 1e-3) : 0;
    g->nodes[k] = (int32_t)fmin(fmax(cells, k < world.dim), 1e6) + 1;
    nodes *= g->nodes[k];
  }
  g->components = lg_field_components(w, g->source);

  if (nodes > NODES_MAX)
    return lg_explain(
        why,
        "grid: cells of %g m make %.3g nodes, more than %.3g; take a larger cell or a smaller "
        "shape",
        (double)g->cell, nodes, NODES_MAX);

  g->value = lg_kind_memory(w, NULL, bytes(g));
  if (!g->value) lg_explain(why, "grid: out of memory for %.0f nodes", nodes);
  else if (take(w, g)) return true;
  else
    lg_explain(why, "grid: '%s' is not known by position alone and cannot be taken down",
               lg_name(w, g->source));
  return false;
}

static void unload(lg_world *w, void *self) {
  grid *g = self;
  lg_kind_memory(w, g->value, 0);
  g->value = NULL;
}

/* The cell of x on an axis, and where in it: 0..1. */
LG_INLINE int32_t cell_of(const grid *g, int axis, float x, float *share) {
  float last = (float)(g->nodes[axis] - 1), at = (x - g->low[axis]) / g->cell;
  at = lg_clampf(at, 0, last);
  int32_t cell = (int32_t)lg_minf(at, last - 1);
  *share = at - (float)cell;
  return cell;
}

LG_INLINE float mix(float a, float b, float t) { return a + t * (b - a); }

LG_INLINE float face(const float *v, ptrdiff_t row, float tx, float ty) {
  return mix(mix(v[0], v[1], tx), mix(v[row], v[row + 1], tx), ty);
}

LG_INLINE void interpolate(const grid *g, int dim, const lg_points *at, float *const out[3]) {
  ptrdiff_t row = g->nodes[0], layer = row * g->nodes[1];
  size_t all = count(g);
  for (int i = 0; i < at->n; i++) {
    /* the cell around the point, and where in it */
    float t[3] = {0, 0, 0};
    ptrdiff_t node = cell_of(g, 0, at->x[0][i], &t[0]) + row * cell_of(g, 1, at->x[1][i], &t[1]);
    if (dim == 3) node += layer * cell_of(g, 2, at->x[2][i], &t[2]);

    for (int k = 0; k < g->components; k++) {
      const float *v = g->value + (size_t)k * all + node;
      out[k][i] = dim == 2 ? face(v, row, t[0], t[1])
                           : mix(face(v, row, t[0], t[1]), face(v + layer, row, t[0], t[1]), t[2]);
    }
  }
}

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  if (lg_world_dim(w) == 2) interpolate(self, 2, at, out);
  else interpolate(self, 3, at, out);
  return true;
}

static int components(const lg_world *w, const void *self) {
  (void)w;
  return ((const grid *)self)->components;
}
static float half_cell(const lg_world *w, const void *self) {
  (void)w;
  return 0.5f * ((const grid *)self)->cell;
}

const lg_kind LG_KIND(field, grid) = {
    .name = "grid",
    .family = LG_FAMILY_FIELD,
    .doc = "Another field, taken down on a grid and interpolated.",
    .also = "lattice|sampled|table",
    .size = sizeof(grid),
    .params = rows,
    .create = load,
    .destroy = unload,
    .field = {.sample = sample, .components = components, .step = half_cell}};
