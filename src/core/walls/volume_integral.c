/* integral.c - cells of the solid and their sums. */
#include "core/walls/volume_integral.h"

#include "core/base/par.h"
#include "core/base/world.h"

enum { CELLS = LG_WALL_CELLS, NODES = LG_WALL_NODES, SAMPLES = 4, MOST_SIDE = 32 };
typedef lg_volume_integral build;
typedef lg_wall_cell mass;

float lg_wall_solid(const build *b, const float p[3]) {
  float x[3];
  for (int k = 0; k < 3; k++) x[k] = k < b->dim ? b->map->lo[k] + b->map->cell * p[k] : 0;
  return lg_shape_distance(b->w, b->shape, x) + b->table->shift;
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* In a cell where the distance is linear to 1 % of the cell, as it is but for edges and strong
   curvature: its value at the centre and its slopes by p, from the corners. Centre and corners by 2
   : 1 give the mean of a quadratic. */
static bool linear_cell(const build *b, const float centre[3], float d, float line[4]) {
  int corners = 1 << b->dim;
  float corner[8], tolerance = 0.01f * b->map->cell, bend = 0;
  for (int k = 0; k < 4; k++) line[k] = 0;
  for (int c = 0; c < corners; c++) {
    float p[3];
    for (int k = 0; k < 3; k++) p[k] = centre[k] + (k < b->dim ? (c >> k & 1 ? 0.5f : -0.5f) : 0);
    corner[c] = lg_wall_solid(b, p);
    for (int k = 0; k < b->dim; k++)
      line[k] += (c >> k & 1 ? 2.0f : -2.0f) * corner[c] / (float)corners;
    line[3] += corner[c] / (float)corners;
  }
  for (int c = 0; c < corners; c++) {
    float left = corner[c] - line[3];
    for (int k = 0; k < b->dim; k++) left -= line[k] * (c >> k & 1 ? 0.5f : -0.5f);
    bend = lg_maxf(bend, fabsf(left));
  }
  bend = lg_maxf(bend, fabsf(line[3] - d));
  line[3] = (line[3] + 2 * d) / 3;
  return bend < tolerance;
}

/* A cell that the surface crosses: SAMPLES^dim parts, each filled by a ramp of its own width. d:
   distance at its centre. */
static mass cut_cell(const build *b, const float centre[3], float d) {
  int nz = b->dim == 3 ? SAMPLES : 1;
  float fill = 0, moment[3] = {0, 0, 0}, part = 1.0f / SAMPLES, inverse = SAMPLES / b->map->cell,
        line[4];
  bool linear = linear_cell(b, centre, d, line);
  for (int i = 0; i < SAMPLES * SAMPLES * nz; i++) {
    float off[3] = {((float)(i % SAMPLES) + 0.5f) * part - 0.5f,
                    ((float)(i / SAMPLES % SAMPLES) + 0.5f) * part - 0.5f,
                    b->dim == 3 ? ((float)(i / (SAMPLES * SAMPLES)) + 0.5f) * part - 0.5f : 0};
    float p[3] = {centre[0] + off[0], centre[1] + off[1], centre[2] + off[2]};
    float at = linear ? line[3] + lg_dot(line, off) : lg_wall_solid(b, p);
    float f = lg_clampf(0.5f - at * inverse, 0, 1) / (float)(SAMPLES * SAMPLES * nz);
    fill += f;
    lg_axpy(f, off, moment);
  }
  mass m = {
      fill > 0.5f ? 1 : 0, fill > 0.5f ? fill - 1 : fill, {centre[0], centre[1], centre[2]}, d};
  if (m.mass != 0) lg_axpy(1 / m.mass, moment, m.at); /* the full cell's own moment is 0 */
  return m;
}

static void fill_brick(void *user, size_t begin, size_t end) {
  (void)end;
  build *b = user;
  int at[3];
  float half = 0.5f * b->map->cell * sqrtf((float)b->dim);
  lg_wall_brick(b->map, (size_t)b->brick[begin], at);
  for (int c = 0; c < b->cells; c++) {
    float p[3] = {(float)(at[0] + c % CELLS) + 0.5f, (float)(at[1] + c / CELLS % CELLS) + 0.5f,
                  b->dim == 3 ? (float)(at[2] + c / (CELLS * CELLS)) + 0.5f : 0};
    float d = lg_wall_solid(b, p);
    mass m = {d < 0 ? 1 : 0, 0, {p[0], p[1], p[2]}, d};
    b->cell[begin * (size_t)b->cells + (size_t)c] = fabsf(d) < half ? cut_cell(b, p, d) : m;
  }
}

/* ---- sums over cells ------------------------------------------------------------------------ */

/* Mean of W and its gradient (by the node) over the cell whose lower corner lies `at` cells from
   the node; midpoints. */
static void cell_mean(const build *b, const int at[3], double mean[4]) {
  enum { N = 6 };
  int nz = b->dim == 3 ? N : 1;
  double h = (double)b->map->cell, scale = pow(h, b->dim) / (N * N * nz);
  for (int i = 0; i < N * N * nz; i++) {
    double x[3] = {at[0] + (i % N + 0.5) / N, at[1] + (i / N % N + 0.5) / N,
                   b->dim == 3 ? at[2] + (i / (N * N) + 0.5) / N : 0};
    float r = (float)(h * sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
    mean[0] += scale * (double)lg_kernel_w(&b->unit, r);
    for (int k = 0; k < 3; k++)
      mean[1 + k] -= scale * h * x[k] * (double)lg_kernel_grad(&b->unit, r);
  }
}

/* The stencil of cells round a node, scaled so that a node deep inside reads exactly 1. */
static bool make_taps(build *b) {
  int n = 2 * b->reach, nz = b->dim == 3 ? n : 1;
  double sum = 0;
  b->tap = lg_mem_realloc(&b->w->mem, NULL, (size_t)(n * n * nz) * sizeof *b->tap);
  if (!b->tap) return false;
  for (int i = 0; i < n * n * nz; i++) {
    int at[3] = {i % n - b->reach, i / n % n - b->reach, b->dim == 3 ? i / (n * n) - b->reach : 0};
    double mean[4] = {0, 0, 0, 0};
    cell_mean(b, at, mean);
    if (!(mean[0] > 0)) continue;
    lg_wall_tap *t = &b->tap[b->taps++];
    t->offset = ((i / (n * n)) * b->side[1] + i / n % n) * b->side[0] + i % n;
    for (int k = 0; k < 4; k++) t->w[k] = (float)mean[k];
    sum += mean[0];
  }
  for (int i = 0; i < b->taps; i++)
    for (int k = 0; k < 4; k++) b->tap[i].w[k] = (float)((double)b->tap[i].w[k] / sum);
  return true;
}

/* The tangent plane of the distance at the brick's centre: normal, and distance (m) at the first
   node. False: the distance is not a true one there. */
static bool tangent_plane(const build *b, const int first[3], float plane[4]) {
  float c[3], h = b->map->cell;
  for (int k = 0; k < 3; k++) c[k] = k < b->dim ? (float)first[k] + 0.5f * CELLS : 0;
  for (int k = 0; k < 3; k++) {
    float up[3] = {c[0], c[1], c[2]}, down[3] = {c[0], c[1], c[2]};
    up[k] += 1;
    down[k] -= 1;
    plane[k] = k < b->dim ? (lg_wall_solid(b, up) - lg_wall_solid(b, down)) / (2 * h) : 0;
  }
  plane[3] = lg_wall_solid(b, c) - 0.5f * CELLS * h * (plane[0] + plane[1] + plane[2]);
  return fabsf(lg_length(plane) - 1) < 1e-3f;
}

/* Is the cell what the plane makes of it? Distances to 0.1 % of R where the surface is, else only
   the side. */
static bool on_plane(const build *b, const float plane[4], const int at[3], const mass *m) {
  float p[3], h = b->map->cell;
  for (int k = 0; k < 3; k++) p[k] = k < b->dim ? (float)(at[k] - b->reach) + 0.5f : 0;
  float d = plane[3] + h * lg_dot(plane, p);
  if (m->mass != 0 || fabsf(d) < h) return fabsf(d - m->distance) < 1e-3f * b->unit.radius;
  return (d < 0) == (m->full > 0);
}

typedef struct window { /* the cells that a brick feels */
  float *full;
  float (*point)[4]; /* in cells from the brick's first node, and mass */
  int points;
  bool flat; /* all of them as `plane` makes them */
  float plane[4];
} window;

/* Where the window's cells lie on one axis: brick and place in it, as contributions to the index of
   either. Beyond the grid a cell is as full as the nearest one there, but unknown. */
typedef struct span {
  size_t brick[MOST_SIDE];
  int in[MOST_SIDE];
  bool known[MOST_SIDE];
} span;

static void make_span(const build *b, int axis, int first, size_t bricks, int cells, span *o) {
  int n = axis < b->dim ? CELLS * b->map->bricks[axis] : 1,
      from = first - (axis < b->dim ? b->reach : 0);
  for (int i = 0; i < b->side[axis]; i++) {
    int c = lg_maxi(0, lg_mini(from + i, n - 1));
    o->brick[i] = (size_t)(c / CELLS) * bricks;
    o->in[i] = c % CELLS * cells;
    o->known[i] = c == from + i;
  }
}

/* Cell i of the window along x, y, z; not known: beyond the grid. */
static mass window_cell(const build *b, const span s[3], const int at[3], bool *known) {
  int32_t near = b->map->index[s[2].brick[at[2]] + s[1].brick[at[1]] + s[0].brick[at[0]]];
  *known = s[0].known[at[0]] && s[1].known[at[1]] && s[2].known[at[2]];
  if (near < 0)
    return (mass){near == LG_WALL_INSIDE ? 1 : 0,
                  0,
                  {0, 0, 0},
                  near == LG_WALL_INSIDE ? -INFINITY : INFINITY};
  mass m = b->cell[(size_t)near * (size_t)b->cells +
                   (size_t)(s[2].in[at[2]] + s[1].in[at[1]] + s[0].in[at[0]])];
  if (!*known) m.mass = 0;
  return m;
}

static void gather_window(const build *b, const int first[3], window *o) {
  const size_t bricks = (size_t)b->map->bricks[0];
  span s[3];
  make_span(b, 0, first[0], 1, 1, &s[0]);
  make_span(b, 1, first[1], bricks, CELLS, &s[1]);
  make_span(b, 2, first[2], bricks * (size_t)b->map->bricks[1], CELLS * CELLS, &s[2]);
  o->points = 0;
  o->flat = tangent_plane(b, first, o->plane);
  int at[3] = {0, 0, 0};
  for (size_t i = 0; i < b->window; i++) {
    bool known;
    mass m = window_cell(b, s, at, &known);
    o->full[i] = m.full;
    o->flat = o->flat && (!known || on_plane(b, o->plane, at, &m));
    if (m.mass != 0) {
      for (int k = 0; k < 3; k++)
        o->point[o->points][k] = k < b->dim ? m.at[k] - (float)first[k] : 0;
      o->point[o->points++][3] = m.mass;
    }
    for (int k = 0; k < 3 && ++at[k] == b->side[k]; k++) at[k] = 0;
  }
}

/* Full cells: the stencil over a row of 8 nodes at once. */
static void sum_full(const build *b, const float *row, lg_v8 sum[4]) {
  for (int i = 0; i < b->taps; i++) {
    const lg_wall_tap *t = &b->tap[i];
    lg_v8 full = lg_v8_load(row + t->offset);
    for (int k = 0; k < 4; k++) sum[k] += t->w[k] * full;
  }
}

/* Point masses: W and its gradient at a row of 8 nodes, row (y, z) of the brick. */
static void sum_points(const build *b, const window *o, float y, float z, lg_v8 sum[4]) {
  const lg_v8 lane = {0, 1, 2, 3, 4, 5, 6, 7};
  float h = b->map->cell, cell = b->dim == 2 ? h * h : h * h * h,
        reach2 = b->unit.radius * b->unit.radius;
  for (int i = 0; i < o->points; i++) {
    const float *point = o->point[i];
    float dy = h * (y - point[1]), dz = h * (z - point[2]), r2 = dy * dy + dz * dz;
    if (r2 >= reach2) continue;
    lg_v8 dx = h * (lane - point[0]), q = b->unit.inverse * lg_v8_sqrt(dx * dx + r2);
    lg_v8 pull = (point[3] * cell * b->unit.f0) * lg_kernel_g(b->unit.type, q);
    sum[0] += (point[3] * cell * b->unit.w0) * lg_kernel_f(b->unit.type, q);
    sum[1] += pull * dx;
    sum[2] += pull * dy;
    sum[3] += pull * dz;
  }
}

/* One row of 8 nodes of a brick that sees more than one plane. Half of them see nothing of the
   surface. */
static void sum_row(const build *b, const window *o, const int first[3], int y, int z,
                    lg_v4 *node) {
  bool near = false;
  for (int x = 0; x < NODES; x++) {
    float p[3] = {(float)(first[0] + x), (float)(first[1] + y), (float)(first[2] + z)},
          d = lg_wall_solid(b, p);
    near = near || fabsf(d) < b->unit.radius;
    node[x] = (lg_v4){d < 0 ? 1 : 0, 0, 0, 0};
  }
  if (!near) return;
  lg_v8 sum[4] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
  sum_full(b, o->full + (z * b->side[1] + y) * b->side[0], sum);
  sum_points(b, o, (float)y, (float)z, sum);
  for (int x = 0; x < NODES; x++)
    node[x] = (lg_v4){sum[0][x], sum[1][x], sum[2][x], b->dim == 3 ? sum[3][x] : 0};
}

static void flat_row(const build *b, const float plane[4], int y, int z, lg_v4 *node) {
  for (int x = 0; x < NODES; x++) {
    float p[3] = {(float)x, (float)y, (float)z}, share, slope;
    lg_wall_look(b->table, plane[3] + b->map->cell * lg_dot(plane, p) - b->table->shift, &share,
                 &slope);
    node[x] = (lg_v4){share, slope * plane[0], slope * plane[1], slope * plane[2]};
  }
}

static void sum_brick(void *user, size_t begin, size_t end) {
  (void)end;
  build *b = user;
  int first[3];
  window o = {.full = (float *)(void *)(b->scratch + (size_t)lg_par_thread() * b->scratch_bytes)};
  o.point = (float(*)[4])(void *)(o.full + (b->window + 15) / 16 * 16);
  lg_wall_brick(b->map, (size_t)b->brick[begin], first);
  gather_window(b, first, &o);
  lg_v4 *node = b->map->node + begin * (size_t)b->nodes;
  for (int row = 0; row < b->nodes / NODES; row++) {
    if (o.flat) flat_row(b, o.plane, row % NODES, row / NODES, node + row * NODES);
    else sum_row(b, &o, first, row % NODES, row / NODES, node + row * NODES);
  }
}

/* ---- building ------------------------------------------------------------------------------- */

static bool make_room(build *b, int threads) {
  lg_mem *mem = &b->w->mem;
  size_t near = (size_t)b->near, cells = near * (size_t)b->cells;
  b->window = (size_t)b->side[0] * (size_t)b->side[1] * (size_t)b->side[2];
  /* a multiple of a cache line, with room to align both */
  b->scratch_bytes = (5 * b->window + 32) * sizeof(float) / 64 * 64;
  b->brick = lg_mem_realloc(mem, NULL, near * sizeof *b->brick);
  b->cell = lg_mem_realloc(mem, NULL, cells * sizeof *b->cell);
  b->scratch = lg_mem_realloc(mem, NULL, (size_t)threads * b->scratch_bytes);
  b->map->node = lg_mem_realloc(mem, NULL, near * (size_t)b->nodes * sizeof *b->map->node);
  if (b->map->node) b->map->node_count = near * (size_t)b->nodes;
  return b->brick && b->cell && b->scratch && b->map->node && make_taps(b);
}

static void drop_room(build *b) {
  lg_mem *mem = &b->w->mem;
  lg_mem_free(mem, b->brick);
  lg_mem_free(mem, b->cell);
  lg_mem_free(mem, b->scratch);
  lg_mem_free(mem, b->tap);
}

bool lg_volume_integrate(build *b) {
  int threads = lg_world_threads(b->w);
  b->nodes = b->dim == 3 ? NODES * NODES * NODES : NODES * NODES;
  b->cells = b->dim == 3 ? CELLS * CELLS * CELLS : CELLS * CELLS;
  b->reach = (int)ceilf(b->unit.radius / b->map->cell - 1e-4f);
  for (int k = 0; k < 3; k++) b->side[k] = k < b->dim ? CELLS + 2 * b->reach : 1;
  bool ok = make_room(b, threads);
  if (ok) {
    int32_t n = 0;
    for (size_t i = 0; i < b->map->index_count; i++)
      if (b->map->index[i] >= 0) b->brick[n++] = (int32_t)i;
    lg_par_tasks(threads, (size_t)b->near, fill_brick, b);
    lg_par_tasks(threads, (size_t)b->near, sum_brick, b);
  }
  drop_room(b);
  return ok;
}
