/* volume_integral.c - cells of the solid and their sums. */
#include "core/walls/volume_integral.h"

#include "core/base/par.h"
#include "core/base/team.h"
#include "core/base/world.h"

enum { CELLS = LG_VOLUME_CELLS, NODES = LG_VOLUME_NODES, SAMPLES = 4, MOST_SIDE = 32 };
typedef lg_volume_integral integral;
typedef lg_volume_cell cell;

float lg_volume_distance(const integral *job, const float p[3]) {
  const lg_bricks *g = &job->map->grid;
  float x[3];
  for (int k = 0; k < 3; k++) x[k] = k < job->dim ? g->lo[k] + g->cell * p[k] : 0;
  return lg_shape_distance(job->w, job->shape, x) + job->table->shift;
}

/* ---- cells ---------------------------------------------------------------------------------- */

/* The distance in a cell as a linear function, {slopes by p, value at the centre}, from its corners
   and d, the distance at the centre. False: it is not linear to 1 % of the cell, as at edges and
   strong curvature. */
static bool fit_plane(const integral *job, const float centre[3], float d, float plane[4]) {
  int corners = 1 << job->dim;
  float corner[8], tolerance = 0.01f * job->map->grid.cell, error = 0;
  for (int k = 0; k < 4; k++) plane[k] = 0;

  /* slopes and mean of the corners */
  for (int c = 0; c < corners; c++) {
    float p[3];
    for (int k = 0; k < 3; k++) p[k] = centre[k] + (k < job->dim ? (c >> k & 1 ? 0.5f : -0.5f) : 0);
    corner[c] = lg_volume_distance(job, p);
    for (int k = 0; k < job->dim; k++)
      plane[k] += (c >> k & 1 ? 2.0f : -2.0f) * corner[c] / (float)corners;
    plane[3] += corner[c] / (float)corners;
  }

  /* what they leave */
  for (int c = 0; c < corners; c++) {
    float left = corner[c] - plane[3];
    for (int k = 0; k < job->dim; k++) left -= plane[k] * (c >> k & 1 ? 0.5f : -0.5f);
    error = lg_maxf(error, fabsf(left));
  }
  error = lg_maxf(error, fabsf(plane[3] - d));

  /* corners and centre by 1 : 2 give the mean of a quadratic */
  plane[3] = (plane[3] + 2 * d) / 3;
  return error < tolerance;
}

/* A cell that the surface crosses: SAMPLES^dim parts, each filled by a ramp of its own width. d:
   distance at its centre. */
static cell cut_cell(const integral *job, const float centre[3], float d) {
  int nz = job->dim == 3 ? SAMPLES : 1;
  float fill = 0, moment[3] = {0, 0, 0}, plane[4];
  float part = 1.0f / SAMPLES, inverse = SAMPLES / job->map->grid.cell;
  bool linear = fit_plane(job, centre, d, plane);

  for (int i = 0; i < SAMPLES * SAMPLES * nz; i++) {
    float off[3] = {((float)(i % SAMPLES) + 0.5f) * part - 0.5f,
                    ((float)(i / SAMPLES % SAMPLES) + 0.5f) * part - 0.5f,
                    job->dim == 3 ? ((float)(i / (SAMPLES * SAMPLES)) + 0.5f) * part - 0.5f : 0};
    float p[3] = {centre[0] + off[0], centre[1] + off[1], centre[2] + off[2]};
    float at = linear ? plane[3] + lg_dot(plane, off) : lg_volume_distance(job, p);
    float f = lg_clampf(0.5f - at * inverse, 0, 1) / (float)(SAMPLES * SAMPLES * nz);
    fill += f;
    lg_axpy(f, off, moment);
  }

  /* solid in an empty cell, or a hole in a full one, whose own moment is 0 */
  bool full = fill > 0.5f;
  cell c = {full ? 1 : 0, full ? fill - 1 : fill, {centre[0], centre[1], centre[2]}, d};
  if (c.mass != 0) lg_axpy(1 / c.mass, moment, c.at);
  return c;
}

static void fill_brick(void *user, size_t begin, size_t end) {
  (void)end;
  integral *job = user;
  int first[3];
  float half = 0.5f * job->map->grid.cell * sqrtf((float)job->dim);
  cell *out = job->cell + begin * job->cells;
  lg_bricks_first(&job->map->grid, (size_t)job->brick[begin], first);

  for (int i = 0; i < (int)job->cells; i++) {
    float p[3] = {(float)(first[0] + i % CELLS) + 0.5f,
                  (float)(first[1] + i / CELLS % CELLS) + 0.5f,
                  job->dim == 3 ? (float)(first[2] + i / (CELLS * CELLS)) + 0.5f : 0};
    float d = lg_volume_distance(job, p);

    /* the surface may be in it where it is nearer than a corner */
    if (fabsf(d) < half) out[i] = cut_cell(job, p, d);
    else out[i] = (cell){d < 0 ? 1 : 0, 0, {p[0], p[1], p[2]}, d};
  }
}

/* ---- the stencil of full cells -------------------------------------------------------------- */

/* Mean of W and its gradient (by the node) over the cell whose lower corner lies `at` cells from
   the node; midpoints. */
static void cell_mean(const integral *job, const int at[3], double mean[4]) {
  enum { N = 6 };
  int nz = job->dim == 3 ? N : 1;
  double h = (double)job->map->grid.cell, scale = lg_cube(h, job->dim) / (N * N * nz);

  /* N^dim points in the middles of its parts */
  for (int i = 0; i < N * N * nz; i++) {
    double x[3] = {at[0] + (i % N + 0.5) / N, at[1] + (i / N % N + 0.5) / N,
                   job->dim == 3 ? at[2] + (i / (N * N) + 0.5) / N : 0};
    float r = (float)(h * lg_length_d(x));
    mean[0] += scale * (double)lg_kernel_w(&job->unit, r);
    for (int k = 0; k < 3; k++)
      mean[1 + k] -= scale * h * x[k] * (double)lg_kernel_grad(&job->unit, r);
  }
}

/* The stencil of cells round a node, scaled so that a node deep inside reads exactly 1. */
static bool make_taps(integral *job) {
  int n = 2 * job->reach, nz = job->dim == 3 ? n : 1;
  double sum = 0;
  job->tap = lg_mem_realloc(&job->w->mem, NULL, (size_t)(n * n * nz) * sizeof *job->tap);
  if (!job->tap) return false;

  /* the cells that a node feels */
  for (int i = 0; i < n * n * nz; i++) {
    int at[3] = {i % n - job->reach, i / n % n - job->reach,
                 job->dim == 3 ? i / (n * n) - job->reach : 0};
    double mean[4] = {0, 0, 0, 0};
    cell_mean(job, at, mean);
    if (!(mean[0] > 0)) continue;
    lg_volume_tap *t = &job->tap[job->taps++];
    t->offset = ((i / (n * n)) * job->side[1] + i / n % n) * job->side[0] + i % n;
    for (int k = 0; k < 4; k++) t->w[k] = (float)mean[k];
    sum += mean[0];
  }

  for (int i = 0; i < job->taps; i++)
    for (int k = 0; k < 4; k++) job->tap[i].w[k] = (float)((double)job->tap[i].w[k] / sum);
  return true;
}

/* ---- the window of cells that a brick feels ------------------------------------------------- */

typedef struct window {
  float *full;
  float (*point)[4]; /* in cells from the brick's first node, and mass */
  int points;
  bool flat;      /* all of them as `plane` makes them */
  float plane[4]; /* normal, and distance (m) at the first node */
} window;

/* The tangent plane of the distance at the brick's centre. False: the distance is not a true one
   there. */
static bool tangent_plane(const integral *job, const int first[3], float plane[4]) {
  float c[3], h = job->map->grid.cell;
  for (int k = 0; k < 3; k++) c[k] = k < job->dim ? (float)first[k] + 0.5f * CELLS : 0;

  /* its normal by central differences over a cell */
  for (int k = 0; k < 3; k++) {
    float up[3] = {c[0], c[1], c[2]}, down[3] = {c[0], c[1], c[2]};
    up[k] += 1;
    down[k] -= 1;
    plane[k] =
        k < job->dim ? (lg_volume_distance(job, up) - lg_volume_distance(job, down)) / (2 * h) : 0;
  }
  plane[3] = lg_volume_distance(job, c) - 0.5f * CELLS * h * (plane[0] + plane[1] + plane[2]);
  return fabsf(lg_length(plane) - 1) < 1e-3f;
}

/* Is the cell what the plane makes of it? Distances to 0.1 % of R where the surface is, else only
   the side. */
static bool is_on_plane(const integral *job, const float plane[4], const int at[3], const cell *c) {
  float p[3], h = job->map->grid.cell;
  for (int k = 0; k < 3; k++) p[k] = k < job->dim ? (float)(at[k] - job->reach) + 0.5f : 0;
  float d = plane[3] + h * lg_dot(plane, p);
  if (c->mass != 0 || fabsf(d) < h) return fabsf(d - c->distance) < 1e-3f * job->unit.radius;
  return (d < 0) == (c->full > 0);
}

/* Where the window's cells lie on one axis: brick and place in it, as contributions to the index of
   either. Beyond the grid a cell is as full as the nearest one there, but unknown. */
typedef struct span {
  size_t brick[MOST_SIDE];
  int in[MOST_SIDE];
  bool known[MOST_SIDE];
} span;

static void make_span(const integral *job, int axis, int first, size_t bricks, int cells,
                      span *out) {
  bool used = axis < job->dim;
  int n = used ? CELLS * job->map->grid.count[axis] : 1, from = first - (used ? job->reach : 0);
  for (int i = 0; i < job->side[axis]; i++) {
    int c = lg_maxi(0, lg_mini(from + i, n - 1));
    out->brick[i] = (size_t)(c / CELLS) * bricks;
    out->in[i] = c % CELLS * cells;
    out->known[i] = c == from + i;
  }
}

/* Cell i of the window along x, y, z; not known: beyond the grid. */
static cell window_cell(const integral *job, const span s[3], const int at[3], bool *known) {
  const size_t brick = s[2].brick[at[2]] + s[1].brick[at[1]] + s[0].brick[at[0]];
  const int in = s[2].in[at[2]] + s[1].in[at[1]] + s[0].in[at[0]];
  int32_t near = job->map->grid.index[brick];
  *known = s[0].known[at[0]] && s[1].known[at[1]] && s[2].known[at[2]];

  if (near == LG_VOLUME_INSIDE) return (cell){.full = 1, .distance = -INFINITY};
  if (near == LG_VOLUME_OUTSIDE) return (cell){.distance = INFINITY};
  cell c = job->cell[(size_t)near * job->cells + (size_t)in];
  if (!*known) c.mass = 0;
  return c;
}

static void gather_window(const integral *job, const int first[3], window *seen) {
  const size_t bricks = (size_t)job->map->grid.count[0];
  span s[3];
  make_span(job, 0, first[0], 1, 1, &s[0]);
  make_span(job, 1, first[1], bricks, CELLS, &s[1]);
  make_span(job, 2, first[2], bricks * (size_t)job->map->grid.count[1], CELLS * CELLS, &s[2]);
  seen->points = 0;
  seen->flat = tangent_plane(job, first, seen->plane);

  int at[3] = {0, 0, 0};
  for (size_t i = 0; i < job->window; i++) {
    bool known;
    cell c = window_cell(job, s, at, &known);
    seen->full[i] = c.full;
    seen->flat = seen->flat && (!known || is_on_plane(job, seen->plane, at, &c));
    if (c.mass != 0) {
      float *point = seen->point[seen->points++];
      for (int k = 0; k < 3; k++) point[k] = k < job->dim ? c.at[k] - (float)first[k] : 0;
      point[3] = c.mass;
    }

    /* to the next cell: x, then y, then z */
    for (int k = 0; k < 3 && ++at[k] == job->side[k]; k++) at[k] = 0;
  }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Full cells: the stencil over a row of 8 nodes at once. */
static void sum_full(const integral *job, const float *row, lg_v8 sum[4]) {
  for (int i = 0; i < job->taps; i++) {
    const lg_volume_tap *t = &job->tap[i];
    lg_v8 full = lg_v8_load(row + t->offset);
    for (int k = 0; k < 4; k++) sum[k] += t->w[k] * full;
  }
}

/* Point masses: W and its gradient at a row of 8 nodes, row (y, z) of the brick. */
static void sum_points(const integral *job, const window *seen, float y, float z, lg_v8 sum[4]) {
  const lg_v8 lane = {0, 1, 2, 3, 4, 5, 6, 7};
  const lg_kernel *unit = &job->unit;
  float h = job->map->grid.cell, volume = job->dim == 2 ? h * h : h * h * h;
  float reach2 = unit->radius * unit->radius;

  /* those whose row is within the support */
  for (int i = 0; i < seen->points; i++) {
    const float *point = seen->point[i];
    float dy = h * (y - point[1]), dz = h * (z - point[2]), r2 = dy * dy + dz * dz;
    if (r2 >= reach2) continue;

    lg_v8 dx = h * (lane - point[0]), q = unit->inverse * lg_v8_sqrt(dx * dx + r2);
    lg_v8 slope = (point[3] * volume * unit->f0) * lg_kernel_g(unit->type, q);
    sum[0] += (point[3] * volume * unit->w0) * lg_kernel_f(unit->type, q);
    sum[1] += slope * dx;
    sum[2] += slope * dy;
    sum[3] += slope * dz;
  }
}

/* One row of 8 nodes of a brick that sees more than one plane. */
static void sum_row(const integral *job, const window *seen, const int first[3], int y, int z,
                    lg_v4 *node) {
  /* half of the rows see nothing of the surface */
  bool near = false;
  for (int x = 0; x < NODES; x++) {
    float p[3] = {(float)(first[0] + x), (float)(first[1] + y), (float)(first[2] + z)};
    float d = lg_volume_distance(job, p);
    near = near || fabsf(d) < job->unit.radius;
    node[x] = (lg_v4){d < 0 ? 1 : 0, 0, 0, 0};
  }
  if (!near) return;

  lg_v8 sum[4] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
  sum_full(job, seen->full + (z * job->side[1] + y) * job->side[0], sum);
  sum_points(job, seen, (float)y, (float)z, sum);
  for (int x = 0; x < NODES; x++)
    node[x] = (lg_v4){sum[0][x], sum[1][x], sum[2][x], job->dim == 3 ? sum[3][x] : 0};
}

/* What is behind the solid, at a row that sees more than one plane. */
static void behind_row(integral *job, const int first[3], int y, int z, const lg_v4 *node,
                       lg_v4 *behind) {
  bool any = false;
  for (int x = 0; x < NODES; x++) {
    float p[3] = {(float)(first[0] + x), (float)(first[1] + y), (float)(first[2] + z)};
    behind[x] = lg_volume_behind(job, p, node[x]);
    any |= behind[x][0] > 0;
  }
  if (any) __atomic_store_n(&job->thin, true, __ATOMIC_RELAXED);
}

/* From integrals to what nodes are to fluid (half_space.h). Thin walls, whose two sides this would
   have to agree on, stay integrals, but for bodies, behind which nothing is filled. */
static void layer_row(const integral *job, const int first[3], int y, int z, lg_v4 *node,
                      const lg_v4 *behind) {
  for (int x = 0; x < NODES; x++) {
    const float p[3] = {(float)(first[0] + x), (float)(first[1] + y), (float)(first[2] + z)};
    const bool fills = behind[x][0] > 0 && !job->map->pushed;
    if (!(node[x][0] > 0 && node[x][0] < 1) || fills) continue;

    float fraction = node[x][0], slope[3] = {node[x][1], node[x][2], node[x][3]};
    const float d = lg_volume_distance(job, p) - job->table->shift;
    lg_half_space_layer(job->table, d, &fraction, slope);
    node[x] = (lg_v4){fraction, slope[0], slope[1], slope[2]};
  }
}

static void flat_row(const integral *job, const float plane[4], int y, int z, lg_v4 *node) {
  for (int x = 0; x < NODES; x++) {
    float p[3] = {(float)x, (float)y, (float)z}, fraction, slope;
    float d = plane[3] + job->map->grid.cell * lg_dot(plane, p) - job->table->shift;
    lg_half_space_at(job->table, d, &fraction, &slope);
    node[x] = (lg_v4){fraction, slope * plane[0], slope * plane[1], slope * plane[2]};
  }
}

static void sum_brick(void *user, size_t begin, size_t end) {
  (void)end;
  integral *job = user;
  int first[3];
  lg_bricks_first(&job->map->grid, (size_t)job->brick[begin], first);

  /* this thread's part of the scratch; points begin at a cache line */
  window seen = {
      .full = (float *)(void *)(job->scratch + (size_t)lg_team_member() * job->scratch_bytes)};
  seen.point = (float(*)[4])(void *)(seen.full + (job->window + 15) / 16 * 16);
  gather_window(job, first, &seen);

  lg_v4 *node = job->map->node + begin * job->nodes;
  lg_v4 *behind = job->map->behind + begin * job->nodes;
  memset(behind, 0, job->nodes * sizeof *behind);
  for (int row = 0; row < (int)job->nodes / NODES; row++) {
    int y = row % NODES, z = row / NODES;
    if (seen.flat) flat_row(job, seen.plane, y, z, node + row * NODES);
    else {
      sum_row(job, &seen, first, y, z, node + row * NODES);
      behind_row(job, first, y, z, node + row * NODES, behind + row * NODES);
      layer_row(job, first, y, z, node + row * NODES, behind + row * NODES);
    }
  }
}

/* ---- building ------------------------------------------------------------------------------- */

static bool take_memory(integral *job, int threads) {
  lg_mem *mem = &job->w->mem;
  size_t near = job->map->grid.near;
  job->window = (size_t)job->side[0] * (size_t)job->side[1] * (size_t)job->side[2];
  /* a multiple of a cache line, with room to align both */
  job->scratch_bytes = (5 * job->window + 32) * sizeof(float) / 64 * 64;

  job->brick = lg_bricks_near(&job->map->grid, mem);
  job->cell = lg_mem_realloc(mem, NULL, near * job->cells * sizeof *job->cell);
  job->scratch = lg_mem_realloc(mem, NULL, (size_t)threads * job->scratch_bytes);
  job->map->node = lg_mem_realloc(mem, NULL, near * job->nodes * sizeof *job->map->node);
  job->map->behind = lg_mem_realloc(mem, NULL, near * job->nodes * sizeof *job->map->behind);
  return job->brick && job->cell && job->scratch && job->map->node && job->map->behind &&
         make_taps(job);
}

bool lg_volume_integrate(integral *job) {
  const lg_bricks *g = &job->map->grid;
  int threads = lg_world_threads(job->w);
  job->nodes = lg_bricks_nodes(g);
  job->cells = lg_bricks_power(g, CELLS);
  job->reach = (int)ceilf(job->unit.radius / g->cell - 1e-4f);
  for (int k = 0; k < 3; k++) job->side[k] = k < job->dim ? CELLS + 2 * job->reach : 1;

  /* all cells first: a brick's nodes feel those of its neighbours */
  bool ok = take_memory(job, threads);
  if (ok) {
    lg_par_tasks(threads, g->near, fill_brick, job);
    lg_par_tasks(threads, g->near, sum_brick, job);
  }

  lg_mem *mem = &job->w->mem;
  if (!job->thin) {
    lg_mem_free(mem, job->map->behind);
    job->map->behind = NULL;
  }
  lg_mem_free(mem, job->brick);
  lg_mem_free(mem, job->cell);
  lg_mem_free(mem, job->scratch);
  lg_mem_free(mem, job->tap);
  return ok;
}
