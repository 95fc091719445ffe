/* map.c - lays the grid of one collider's map, and reads it. */
#include "core/walls/volume_map.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/walls/volume_integral.h"
#include "core/walls/walls.h"

enum { CELLS = LG_WALL_CELLS, NODES = LG_WALL_NODES, MOST_NODES = 4 << 20, MOST_BRICKS = 4 << 20 };
typedef lg_volume_integral build;

/* ---- the grid ------------------------------------------------------------------------------- */

uint64_t lg_volume_map_key(const lg_world *w, lg_id shape) {
  const lg_object *o = lg_object_get(w, shape);
  return o ? o->edits << 32 | shape : 0; /* edits grow with nested shapes too */
}

/* The world's bounds in the collider's own frame. */
static void world_box(const build *b, const lg_placed_map *placed, float lo[3], float hi[3]) {
  lg_bounds box = b->w->def.bounds;
  for (int k = 0; k < 3; k++) {
    lo[k] = INFINITY;
    hi[k] = -INFINITY;
  }
  for (int corner = 0; corner < 1 << b->dim; corner++) {
    float x[3] = {0, 0, 0}, own[3];
    for (int k = 0; k < b->dim; k++)
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
static void choose_region(build *b, const lg_placed_map *placed) {
  lg_volume_map *m = b->map;
  /* a cell more: the last node */
  float lo[3], hi[3], pad = b->unit.radius + fabsf(b->table->shift) + m->cell;
  world_box(b, placed, lo, hi);
  bool bounded = lg_shape_bounds(b->w, b->shape, m->lo, m->hi);
  m->clipped = !bounded || volume(b->dim, m->lo, m->hi) > volume(b->dim, lo, hi);
  for (int k = 0; k < 3; k++) {
    if (!bounded) {
      m->lo[k] = lo[k];
      m->hi[k] = hi[k];
    } else if (m->clipped) {
      m->lo[k] = lg_maxf(m->lo[k], lo[k]);
      m->hi[k] = lg_maxf(lg_minf(m->hi[k], hi[k]), m->lo[k]);
    }
    m->lo[k] -= pad;
    m->hi[k] += pad;
    if (k == b->dim) m->lo[k] = m->hi[k] = 0;
  }
}

static double count_bricks(build *b) {
  double all = 1;
  for (int k = 0; k < 3; k++) {
    double n = k < b->dim
                   ? ceil((double)(b->map->hi[k] - b->map->lo[k]) / (double)(CELLS * b->map->cell))
                   : 1;
    b->map->bricks[k] = (int)fmin(fmax(n, 1), MOST_BRICKS);
    all *= fmax(n, 1);
  }
  return all;
}

static void classify(void *user, size_t begin, size_t end) {
  build *b = user;
  float half = 0.5f * CELLS * b->map->cell * sqrtf((float)b->dim);
  for (size_t i = begin; i < end; i++) {
    int at[3];
    lg_wall_brick(b->map, i, at);
    float p[3] = {(float)at[0] + 0.5f * CELLS, (float)at[1] + 0.5f * CELLS,
                  (float)at[2] + 0.5f * CELLS};
    float d = lg_wall_solid(b, p);
    b->map->index[i] = fabsf(d) <= b->unit.radius + half ? 0
                       : d > 0                           ? LG_WALL_OUTSIDE
                                                         : LG_WALL_INSIDE;
  }
}

/* One try with the cells as they are. False: no memory. near is -1 if it would be too many. */
static bool lay_bricks(build *b) {
  lg_volume_map *m = b->map;
  b->near = -1;
  if (count_bricks(b) > MOST_BRICKS) return true;
  size_t count = (size_t)m->bricks[0] * (size_t)m->bricks[1] * (size_t)m->bricks[2];
  int32_t *index = lg_mem_realloc(&b->w->mem, m->index, count * sizeof *index);
  if (!index) return false;
  m->index = index;
  m->index_count = count;
  lg_par_for(lg_world_threads(b->w), count, classify, b);
  int32_t near = 0;
  for (size_t i = 0; i < count; i++)
    if (index[i] >= 0) index[i] = near++;
  if ((double)near * (b->dim == 3 ? NODES * NODES * NODES : NODES * NODES) <= MOST_NODES)
    b->near = near;
  return true;
}

/* Cells of R / 4 in 3-D and R / 8 in 2-D, larger ones where the map would be too large: said,
   because then it is less exact. */
static bool lay_grid(build *b, const char *name) {
  float wish = b->map->cell;
  for (;;) {
    if (!lay_bricks(b)) return false;
    if (b->near >= 0) break;
    b->map->cell *= 1.25f;
  }
  if (b->map->cell > wish)
    lg_say(b->w, LG_WARNING,
           "collider '%s': its wall map has cells of %g m instead of %g m to stay below %d nodes, "
           "so its share "
           "is less exact; use a smaller shape or a larger spacing",
           name, (double)b->map->cell, (double)wish, (int)MOST_NODES);
  b->map->inverse = 1 / b->map->cell;
  return true;
}

bool lg_volume_map_build(lg_world *w, lg_volume_map *map, const lg_wall_table *t,
                       const lg_placed_map *placed, const char *name) {
  lg_kernel unit = lg_kernel_make(t->kernel.type, t->kernel.dim, (double)t->kernel.radius);
  build b = {.w = w, .map = map, .shape = placed->shape, .table = t, .unit = unit, .dim = unit.dim};
  memset(map, 0, sizeof *map);
  map->dim = unit.dim;
  map->cell = unit.radius / (unit.dim == 2 ? 8 : 4);
  choose_region(&b, placed);
  if (lay_grid(&b, name) && (b.near == 0 || lg_volume_integrate(&b))) return true;
  lg_volume_map_free(&w->mem, map);
  return false;
}

void lg_volume_map_free(lg_mem *mem, lg_volume_map *map) {
  lg_mem_free(mem, map->index);
  lg_mem_free(mem, map->node);
  memset(map, 0, sizeof *map);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Off the grid of a clipped map: as if the surface were flat, with a normal from differences of the
   distance. */
static bool flat(const lg_world *w, const lg_placed_map *placed, const float p[3], float *share,
                 float grad[3]) {
  const lg_wall_table *t = &w->walls->table;
  float d = lg_shape_distance(w, placed->shape, p), slope, normal[3] = {0, 0, 0},
        step = 0.05f * t->spacing;
  if (d + t->shift >= t->kernel.radius) return false;
  lg_wall_look(t, d, share, &slope);
  for (int k = 0; k < placed->map->dim; k++) {
    float q[3] = {p[0], p[1], p[2]};
    q[k] = p[k] + step;
    normal[k] = lg_shape_distance(w, placed->shape, q);
    q[k] = p[k] - step;
    normal[k] -= lg_shape_distance(w, placed->shape, q);
  }
  float length = lg_length(normal);
  for (int k = 0; k < 3; k++) grad[k] = length > 0 ? slope * normal[k] / length : 0;
  return true;
}

/* The reduced Hermite cubic of a cell: node n at distance u_k (in cells) on axis k, s_k = +1 if it
   is the lower one,
     value = sum_n prod(1 - u) (V_n (1 + sum_k u_k (1 - 2 u_k)) + cell sum_k s_k u_k (1 - u_k)
     V_n,k)
   and its exact derivative. Adds the four nodes of one face in z, in lanes; sum[0] the value,
   sum[1..] gradient x cell. */
LG_INLINE void add_face(int dim, const lg_v4 *row, const lg_v4 *next, const float t[3], bool upper,
                        float cell, lg_v4 sum[4]) {
  lg_v4 a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
        b = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
  lg_v4 c = __builtin_shufflevector(next[0], next[1], 0, 4, 1, 5),
        d = __builtin_shufflevector(next[0], next[1], 2, 6, 3, 7);
  lg_v4 value = __builtin_shufflevector(a, c, 0, 1, 4, 5),
        slope_x = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  lg_v4 slope[3] = {slope_x, __builtin_shufflevector(b, d, 0, 1, 4, 5),
                    __builtin_shufflevector(b, d, 2, 3, 6, 7)};
  float z = upper ? 1 - t[2] : t[2], side = upper ? -1 : 1;
  lg_v4 u[3] = {{t[0], 1 - t[0], t[0], 1 - t[0]}, {t[1], t[1], 1 - t[1], 1 - t[1]}, {z, z, z, z}};
  lg_v4 sign[3] = {{1, -1, 1, -1}, {1, 1, -1, -1}, {side, side, side, side}};
  lg_v4 w = {1, 1, 1, 1}, body = w, lean = {0, 0, 0, 0};
  for (int k = 0; k < dim; k++) {
    w *= 1 - u[k];
    body += u[k] * (1 - 2 * u[k]);
    lean += sign[k] * u[k] * (1 - u[k]) * slope[k];
  }
  lg_v4 inner = value * body + cell * lean;
  sum[0] += w * inner;
  for (int k = 0; k < dim; k++) {
    lg_v4 others = {1, 1, 1, 1};
    for (int j = 0; j < dim; j++)
      if (j != k) others *= 1 - u[j];
    sum[1 + k] += sign[k] * (w * value * (1 - 4 * u[k]) - others * inner) +
                  cell * w * (1 - 2 * u[k]) * slope[k];
  }
}

LG_INLINE void interpolate(int dim, const lg_volume_map *m, int32_t brick, const float at[3],
                           float *share, float grad[3]) {
  lg_v4 sum[4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  float t[3] = {0, 0, 0};
  int c[3] = {0, 0, 0};
  for (int k = 0; k < dim; k++) {
    c[k] = lg_mini((int)at[k], CELLS - 1);
    t[k] = at[k] - (float)c[k];
  }
  const lg_v4 *node = m->node + (size_t)brick * (dim == 3 ? NODES * NODES * NODES : NODES * NODES);
  node += (c[2] * NODES + c[1]) * NODES + c[0];
  add_face(dim, node, node + NODES, t, false, m->cell, sum);
  if (dim == 3)
    add_face(dim, node + NODES * NODES, node + NODES * NODES + NODES, t, true, m->cell, sum);
  *share = lg_clampf(sum[0][0] + sum[0][1] + sum[0][2] + sum[0][3], 0, 1);
  for (int k = 0; k < 3; k++)
    grad[k] = k < dim ? (sum[1 + k][0] + sum[1 + k][1] + sum[1 + k][2] + sum[1 + k][3]) * m->inverse
                      : 0;
}

/* Share and gradient in the collider's own frame, at `own`; false: both are 0. */
static bool read_map(const lg_world *w, const lg_placed_map *placed, const float own[3],
                     float *share, float grad[3]) {
  const lg_volume_map *m = placed->map;
  float at[3] = {0, 0, 0};
  size_t index = 0, stride = 1;
  for (int k = 0; k < m->dim; k++) {
    float g = (own[k] - m->lo[k]) * m->inverse;
    if (!(g >= 0 && g < (float)(CELLS * m->bricks[k])))
      return m->clipped && flat(w, placed, own, share, grad);
    int brick = (int)g / CELLS;
    at[k] = g - (float)(CELLS * brick);
    index += stride * (size_t)brick;
    stride *= (size_t)m->bricks[k];
  }
  int32_t near = m->index[index];
  if (near == LG_WALL_OUTSIDE) return false;
  *share = 1;
  grad[0] = grad[1] = grad[2] = 0;
  if (near == LG_WALL_INSIDE) return true;
  if (m->dim == 2) interpolate(2, m, near, at, share, grad);
  else interpolate(3, m, near, at, share, grad);
  return true;
}

bool lg_volume_map_at(const lg_world *w, const lg_placed_map *placed, const float x[3], float *share,
                    float grad[3]) {
  float d[3] = {x[0] - placed->at[0], x[1] - placed->at[1], x[2] - placed->at[2]}, own[3], g[3];
  lg_rotate_back(&placed->turn, d, own);
  if (!read_map(w, placed, own, share, g)) {
    *share = grad[0] = grad[1] = grad[2] = 0;
    return false;
  }
  lg_rotate(&placed->turn, g, grad);
  return true;
}
