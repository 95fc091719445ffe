/* volume_map.c - lays the grid of one collider's map, and reads it. */
#include "core/walls/volume_map.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/walls/volume_integral.h"
#include "core/walls/moving_solids.h"
#include "core/walls/walls.h"

enum { CELLS = LG_VOLUME_CELLS, NODES = LG_VOLUME_NODES };
enum { MOST_NODES = 4 << 20, MOST_BRICKS = 4 << 20 };
typedef lg_volume_integral integral;

/* ---- the grid ------------------------------------------------------------------------------- */

uint64_t lg_volume_map_key(const lg_world *w, lg_id shape) {
  const lg_object *o = lg_object_get(w, shape);
  return o ? o->edits << 32 | shape : 0; /* edits grow with nested shapes too */
}

/* The world's bounds in the collider's own frame. */
static void world_box(const integral *job, const lg_placed_map *placed, float lo[3], float hi[3]) {
  lg_bounds box = job->w->def.bounds;
  for (int k = 0; k < 3; k++) {
    lo[k] = INFINITY;
    hi[k] = -INFINITY;
  }

  /* around its corners */
  for (int corner = 0; corner < 1 << job->dim; corner++) {
    float x[3] = {0, 0, 0}, own[3];
    for (int k = 0; k < job->dim; k++)
      x[k] = (corner >> k & 1 ? box.max[k] : box.min[k]) - placed->at[k];
    lg_rotate_back(&placed->turn, x, own);
    for (int k = 0; k < 3; k++) {
      lo[k] = lg_minf(lo[k], own[k]);
      hi[k] = lg_maxf(hi[k], own[k]);
    }
  }
}

static double volume(int dim, const float lo[3], const float hi[3]) {
  double v = 1;
  for (int k = 0; k < dim; k++) v *= (double)hi[k] - (double)lo[k];
  return v;
}

/* What the grid must cover: the shape and all that feels it, or, if that is more than the world,
   the world. */
static void choose_region(integral *job, const lg_placed_map *placed) {
  lg_volume_map *m = job->map;
  float *from = m->grid.lo, *to = m->hi, lo[3], hi[3];
  world_box(job, placed, lo, hi);
  bool bounded = lg_shape_bounds(job->w, job->shape, from, to);
  m->clipped = !bounded || volume(job->dim, from, to) > volume(job->dim, lo, hi);

  /* and a cell more: the last node */
  float pad = job->unit.radius + fabsf(job->table->shift) + m->grid.cell;
  for (int k = 0; k < 3; k++) {
    if (!bounded) {
      from[k] = lo[k];
      to[k] = hi[k];
    } else if (m->clipped) {
      from[k] = lg_maxf(from[k], lo[k]);
      to[k] = lg_maxf(lg_minf(to[k], hi[k]), from[k]);
    }
    from[k] -= pad;
    to[k] += pad;
    if (k == job->dim) from[k] = to[k] = 0;
  }
}

static double count_bricks(lg_volume_map *m) {
  lg_bricks *g = &m->grid;
  double all = 1;
  for (int k = 0; k < 3; k++) {
    double size = (double)(CELLS * g->cell), n = 1;
    if (k < g->dim) n = fmax(ceil((double)(m->hi[k] - g->lo[k]) / size), 1);
    g->count[k] = (int)fmin(n, MOST_BRICKS);
    all *= n;
  }
  return all;
}

/* Felt by someone in it, or all outside, or all inside: by the distance at its middle. */
static int32_t classify(void *user, const int first[3]) {
  const integral *job = user;
  float half = 0.5f * CELLS * job->map->grid.cell * sqrtf((float)job->dim);
  float middle[3] = {(float)first[0] + 0.5f * CELLS, (float)first[1] + 0.5f * CELLS,
                     (float)first[2] + 0.5f * CELLS};
  float d = lg_volume_distance(job, middle);
  if (fabsf(d) <= job->unit.radius + half) return 0;
  return d > 0 ? LG_VOLUME_OUTSIDE : LG_VOLUME_INSIDE;
}

/* Cells of R / 4 in 3-D and R / 8 in 2-D, larger ones where the map would be too large: said,
   because then it is less exact. */
static bool lay_grid(integral *job, const char *name) {
  lg_bricks *g = &job->map->grid;
  float wish = g->cell;

  /* larger ones until both bricks and nodes are few enough */
  for (;; g->cell *= 1.25f) {
    if (count_bricks(job->map) > MOST_BRICKS) continue;
    if (!lg_bricks_lay(g, &job->w->mem, lg_world_threads(job->w), classify, job)) return false;
    if (g->near * lg_bricks_nodes(g) <= MOST_NODES) break;
  }

  if (g->cell > wish)
    lg_say(job->w, LG_WARNING,
           "collider '%s': its wall map has cells of %g m instead of %g m to stay below %d nodes, "
           "so its share is less exact; use a smaller shape or a larger spacing",
           name, (double)g->cell, (double)wish, (int)MOST_NODES);
  job->map->inverse = 1 / g->cell;
  return true;
}

bool lg_volume_map_build(lg_world *w, lg_volume_map *map, const lg_half_space *t,
                         const lg_placed_map *placed, const char *name) {
  lg_kernel unit = lg_kernel_make(t->kernel.type, t->kernel.dim, (double)t->kernel.radius);
  integral job = {
      .w = w, .map = map, .shape = placed->face.shape, .table = t, .unit = unit, .dim = unit.dim};
  memset(map, 0, sizeof *map);
  map->pushed = placed->pushed;
  map->grid.dim = unit.dim;
  map->grid.cells = CELLS;
  map->grid.cell = unit.radius / (unit.dim == 2 ? 8 : 4);

  /* region, bricks, nodes */
  choose_region(&job, placed);
  if (lay_grid(&job, name) && (map->grid.near == 0 || lg_volume_integrate(&job))) return true;
  lg_volume_map_free(&w->mem, map);
  return false;
}

void lg_volume_map_free(lg_mem *mem, lg_volume_map *map) {
  lg_bricks_free(&map->grid, mem);
  lg_mem_free(mem, map->node);
  lg_mem_free(mem, map->behind);
  memset(map, 0, sizeof *map);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Off the grid of a clipped map: as if the surface were flat, with a normal from differences of the
   distance. */
static bool flat_at(const lg_world *w, const lg_placed_map *placed, const float p[3],
                    float *fraction, float grad[3]) {
  const lg_half_space *t = &w->walls->table;
  float d = lg_shape_distance(w, placed->face.shape, p), slope, normal[3];
  if (d + t->shift >= t->kernel.radius) return false;

  lg_half_space_at(t, d, fraction, &slope);
  lg_shape_slope(w, placed->face.shape, p, 0.05f * t->spacing, normal);
  float length = lg_length(normal);
  for (int k = 0; k < 3; k++) grad[k] = length > 0 ? slope * normal[k] / length : 0;
  return true;
}

/* The reduced Hermite cubic of a cell: node n at distance u_k (in cells) on axis k, s_k = +1 if it
   is the lower one,
     value = sum_n prod(1 - u) (V_n (1 + sum_k u_k (1 - 2 u_k))
                                + cell sum_k s_k u_k (1 - u_k) V_n,k)
   and its exact derivative. Adds the four nodes of one face in z, in lanes; sum[0] the value,
   sum[1..] gradient x cell. */
LG_INLINE void add_face(int dim, const lg_v4 *row, const lg_v4 *next, const float t[3], bool upper,
                        float cell, lg_v4 sum[4]) {
  /* from {value, gradient} of each node to lanes of values and of slopes along each axis */
  lg_v4 a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
  lg_v4 b = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
  lg_v4 c = __builtin_shufflevector(next[0], next[1], 0, 4, 1, 5);
  lg_v4 d = __builtin_shufflevector(next[0], next[1], 2, 6, 3, 7);
  lg_v4 value = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  lg_v4 slope_x = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  lg_v4 slope[3] = {slope_x, __builtin_shufflevector(b, d, 0, 1, 4, 5),
                    __builtin_shufflevector(b, d, 2, 3, 6, 7)};

  /* u and s of the four nodes */
  float z = upper ? 1 - t[2] : t[2], side = upper ? -1 : 1;
  lg_v4 u[3] = {{t[0], 1 - t[0], t[0], 1 - t[0]}, {t[1], t[1], 1 - t[1], 1 - t[1]}, {z, z, z, z}};
  lg_v4 sign[3] = {{1, -1, 1, -1}, {1, 1, -1, -1}, {side, side, side, side}};

  /* the value */
  lg_v4 w = {1, 1, 1, 1}, body = w, lean = {0, 0, 0, 0};
  for (int k = 0; k < dim; k++) {
    w *= 1 - u[k];
    body += u[k] * (1 - 2 * u[k]);
    lean += sign[k] * u[k] * (1 - u[k]) * slope[k];
  }
  lg_v4 inner = value * body + cell * lean;
  sum[0] += w * inner;

  /* its derivatives, by the product rule */
  for (int k = 0; k < dim; k++) {
    lg_v4 others = {1, 1, 1, 1};
    for (int j = 0; j < dim; j++)
      if (j != k) others *= 1 - u[j];
    sum[1 + k] += sign[k] * (w * value * (1 - 4 * u[k]) - others * inner) +
                  cell * w * (1 - 2 * u[k]) * slope[k];
  }
}

/* In the cell whose first node this is, at t in [0, 1]. */
LG_INLINE void interpolate(int dim, const lg_volume_map *m, const lg_v4 *node, const float t[3],
                           float *fraction, float grad[3]) {
  enum { LAYER = NODES * NODES };
  lg_v4 sum[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  float cell = m->grid.cell;
  add_face(dim, node, node + NODES, t, false, cell, sum);
  if (dim == 3) add_face(dim, node + LAYER, node + LAYER + NODES, t, true, cell, sum);

  /* over the lanes; rounding may leave [0, 1] */
  *fraction = lg_clampf(sum[0][0] + sum[0][1] + sum[0][2] + sum[0][3], 0, 1);
  for (int k = 0; k < dim; k++) {
    const lg_v4 s = sum[1 + k];
    grad[k] = (s[0] + s[1] + s[2] + s[3]) * m->inverse;
  }
}

/* The cell of a point in the collider's own frame: the index of its brick or LG_BRICKS_BEYOND, and,
   if that is >= 0, the cell's first node and where in the cell it is. */
static int32_t find_cell(const lg_volume_map *m, const float own[3], size_t *node, float t[3]) {
  float at[3] = {0, 0, 0};
  for (int k = 0; k < m->grid.dim; k++) at[k] = (own[k] - m->grid.lo[k]) * m->inverse;
  return lg_bricks_find(&m->grid, at, node, t);
}

static void read_cell(const lg_volume_map *m, const lg_v4 *node, const float t[3], float *fraction,
                      float grad[3]) {
  if (m->grid.dim == 2) interpolate(2, m, node, t, fraction, grad);
  else interpolate(3, m, node, t, fraction, grad);
}

/* Fraction and gradient in the collider's own frame; false: both are 0. */
static bool read_map(const lg_world *w, const lg_placed_map *placed, const float own[3],
                     float *fraction, float grad[3]) {
  const lg_volume_map *m = placed->map;
  float t[3] = {0, 0, 0};
  size_t node;

  /* a brick that is all alike, or none */
  int32_t near = find_cell(m, own, &node, t);
  if (near == LG_BRICKS_BEYOND) return m->clipped && flat_at(w, placed, own, fraction, grad);
  if (near == LG_VOLUME_OUTSIDE) return false;
  *fraction = 1;
  grad[0] = grad[1] = grad[2] = 0;
  if (near == LG_VOLUME_INSIDE) return true;

  read_cell(m, m->node + node, t, fraction, grad);
  return true;
}

static void to_own(const lg_placed_map *placed, const float x[3], float own[3]) {
  float d[3] = {x[0] - placed->at[0], x[1] - placed->at[1], x[2] - placed->at[2]};
  lg_rotate_back(&placed->turn, d, own);
}

bool lg_volume_map_at(const lg_world *w, const lg_placed_map *placed, const float x[3],
                      float *fraction, float grad[3]) {
  float own[3], g[3];
  to_own(placed, x, own);
  if (!read_map(w, placed, own, fraction, g)) {
    *fraction = grad[0] = grad[1] = grad[2] = 0;
    return false;
  }
  lg_rotate(&placed->turn, g, grad);
  return true;
}

bool lg_volume_behind_at(const lg_placed_map *placed, const float x[3], float *fraction,
                         float grad[3]) {
  const lg_volume_map *m = placed->map;
  float own[3], t[3] = {0, 0, 0}, g[3] = {0, 0, 0};
  size_t node;
  to_own(placed, x, own);
  if (!m->behind || find_cell(m, own, &node, t) < 0) return false;
  read_cell(m, m->behind + node, t, fraction, g);
  lg_rotate(&placed->turn, g, grad);
  return *fraction > 0;
}
