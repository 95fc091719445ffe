/* contour.c - dual contouring of a signed distance (T. Ju et al., "Dual contouring of Hermite
   data", 2002).

   Where an edge of the grid is cut by the surface, the cut's place and normal are kept. A cell with
   cuts gets one vertex, the point nearest to all its cuts' tangent planes (by steps, S. Schaefer
   and J. Warren's fitting without a matrix): so boxes keep their corners. Each cut then gives a
   face between the 2 (2-D) or 4 (3-D) cells around its edge. Only cells near the surface are looked
   at: a block whose middle is farther from it than its own half diagonal has none. */
#include "picture/contour.h"

#include "picture/scratch.h"

#include <stdlib.h>

#define BLOCK     8    /* cells a side of the first blocks; a power of two */
#define CAUTION   1.1f /* distances of unions and the like are only nearly exact */
#define FIT_STEPS 24
#define SMOOTH    0.94f /* length of the mean of a cell's normals, above which it has no crease */

typedef struct cut {
  float p[3], n[3];
  size_t node;
  int axis;
} cut;
typedef struct vertex {
  float p[3], n[3];
  bool crease;
} vertex;

typedef struct grid {
  int dim, n[3];  /* cells */
  size_t step[3]; /* nodes from node to node along an axis */
  size_t nodes;
  float origin[3], cell; /* m */
  lg_contour_fn *distance;
  const void *user;
  float *d; /* at the nodes; NAN: not looked at */
  /* [axis * nodes + node]: number of the cut on the edge that begins there, or -1 */
  int32_t *cut_at;
  cut *cuts;
  size_t cut_count, cut_capacity;
  int32_t *vertex_at; /* [node]: of the cell whose lowest node that is */
  vertex *vertices;
  size_t vertex_count, vertex_capacity;
} grid;

static void place(const grid *g, const float cell[3], float p[3]) {
  for (int k = 0; k < 3; k++) p[k] = g->origin[k] + (k < g->dim ? cell[k] * g->cell : 0);
}

static void node_coordinates(const grid *g, size_t node, int at[3]) {
  at[2] = (int)(node / g->step[2]);
  at[1] = (int)(node % g->step[2] / g->step[1]);
  at[0] = (int)(node % g->step[1]);
}

static void look(grid *g, int i, int j, int k) {
  size_t node = (size_t)i + (size_t)j * g->step[1] + (size_t)k * g->step[2];
  if (!isnan(g->d[node])) return;
  float p[3];
  place(g, (float[3]){(float)i, (float)j, (float)k}, p);
  float d = g->distance(g->user, p);
  g->d[node] = isnan(d) ? LG_FAR : d;
}

/* Looks at the nodes of all cells near the surface in the block at (i, j, k). */
static void search(grid *g, int i, int j, int k, int size) {
  if (i >= g->n[0] || j >= g->n[1] || (g->dim == 3 && k >= g->n[2])) return;

  /* A block that the surface does not reach has no cell near it. */
  float p[3], half = 0.5f * (float)size;
  place(g, (float[3]){(float)i + half, (float)j + half, (float)k + half}, p);
  if (fabsf(g->distance(g->user, p)) > CAUTION * half * g->cell * sqrtf((float)g->dim)) return;

  /* Eight (four) blocks of half the size; the corners of a cell. */
  for (int c = 0; c < 1 << g->dim; c++) {
    int h = size > 1 ? size / 2 : 1, x = i + (c & 1) * h, y = j + (c >> 1 & 1) * h,
        z = k + (c >> 2) * h;
    if (size > 1) search(g, x, y, z, h);
    else look(g, x, y, z);
  }
}

/* Gradient from four samples at the corners of a tetrahedron (three of a triangle would do in
   2-D). */
static void normal_at(const grid *g, const float p[3], float n[3]) {
  static const float corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  float e = 0.02f * g->cell, sum[3] = {0, 0, 0};
  for (int c = 0; c < 4; c++) {
    float q[3] = {p[0] + e * corner[c][0], p[1] + e * corner[c][1],
                  g->dim == 3 ? p[2] + e * corner[c][2] : p[2]};
    float d = g->distance(g->user, q);
    for (int k = 0; k < g->dim; k++) sum[k] += d * corner[c][k];
  }

  /* Its length is no measure: distances of unions are only nearly exact. */
  float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? sum[k] / length : 0;
}

/* The surface between two nodes: two steps of the secant rule. */
static void cut_between(const grid *g, int axis, const float from[3], float d0, float d1,
                        float p[3]) {
  float t = d0 / (d0 - d1);
  memcpy(p, from, 3 * sizeof *p);
  p[axis] = from[axis] + t * g->cell;
  float d = g->distance(g->user, p);
  if (d == 0) return;
  if (!(d0 * d < 0)) t = t + (1 - t) * d / (d - d1); /* between p and the far node */
  else t = t * d0 / (d0 - d);
  p[axis] = from[axis] + lg_clamp(t, 0, 1) * g->cell;
}

static bool find_cuts(grid *g) {
  for (int axis = 0; axis < g->dim; axis++) {
    for (size_t node = 0; node + g->step[axis] < g->nodes; node++) {
      float d0 = g->d[node], d1 = g->d[node + g->step[axis]];

      /* A change of sign, on an edge whose far node is in the same row. */
      if (isnan(d0) || isnan(d1) || (d0 < 0) == (d1 < 0)) continue;
      int at[3];
      node_coordinates(g, node, at);
      if (at[axis] >= g->n[axis]) continue; /* the next node is in the next row */

      /* The cut and its normal: the Hermite data. */
      if (!lg_room(&g->cuts, &g->cut_capacity, g->cut_count + 1, sizeof *g->cuts)) return false;
      cut *c = &g->cuts[g->cut_count];
      float from[3];
      place(g, (float[3]){(float)at[0], (float)at[1], (float)at[2]}, from);
      cut_between(g, axis, from, d0, d1, c->p);
      normal_at(g, c->p, c->n);
      c->node = node;
      c->axis = axis;
      g->cut_at[(size_t)axis * g->nodes + node] = (int32_t)g->cut_count++;
    }
  }
  return true;
}

/* Numbers of the cuts on the edges of a cell (4 in 2-D, 12 in 3-D); how many there are. */
static int cuts_of(const grid *g, size_t node, int32_t found[12]) {
  int n = 0;
  for (int axis = 0; axis < g->dim; axis++) {
    int b = (axis + 1) % g->dim, c = (axis + 2) % g->dim;
    for (int corner = 0; corner < (g->dim == 3 ? 4 : 2); corner++) {
      size_t at = node + (corner & 1 ? g->step[b] : 0) + (corner & 2 ? g->step[c] : 0);
      int32_t cut_number = g->cut_at[(size_t)axis * g->nodes + at];
      if (cut_number >= 0) found[n++] = cut_number;
    }
  }
  return n;
}

static void fit(const grid *g, size_t node, const int32_t *cuts, int n, vertex *v) {
  float low[3], p[3] = {0, 0, 0};
  int at[3];
  node_coordinates(g, node, at);
  place(g, (float[3]){(float)at[0], (float)at[1], (float)at[2]}, low);
  *v = (vertex){0};

  /* Begins at the mean of the cuts. Where their normals part, the cell has a crease. */
  for (int c = 0; c < n; c++)
    for (int k = 0; k < 3; k++) {
      p[k] += g->cuts[cuts[c]].p[k] / (float)n;
      v->n[k] += g->cuts[cuts[c]].n[k] / (float)n;
    }
  float length = sqrtf(v->n[0] * v->n[0] + v->n[1] * v->n[1] + v->n[2] * v->n[2]);
  v->crease = length < SMOOTH;
  for (int k = 0; k < 3; k++) v->n[k] /= length > 0 ? length : 1;
  /* p += mean of n (n . (q - p)), a little farther at creases */
  for (int step = 0; step < (v->crease ? FIT_STEPS : 1); step++) {
    float move[3] = {0, 0, 0};
    for (int c = 0; c < n; c++) {
      const cut *q = &g->cuts[cuts[c]];
      float h = 0;
      for (int k = 0; k < 3; k++) h += q->n[k] * (q->p[k] - p[k]);
      for (int k = 0; k < 3; k++) move[k] += q->n[k] * h / (float)n;
    }
    for (int k = 0; k < g->dim; k++)
      p[k] = lg_clamp(p[k] + (v->crease ? 1.5f : 1) * move[k], low[k], low[k] + g->cell);
  }
  memcpy(v->p, p, sizeof p);
}

/* The vertex of the cell at a node, made when it is first asked for; -1: no memory. */
static int32_t vertex_of(grid *g, size_t node) {
  if (g->vertex_at[node] >= 0) return g->vertex_at[node];

  int32_t cuts[12];
  int n = cuts_of(g, node, cuts);
  if (!lg_room(&g->vertices, &g->vertex_capacity, g->vertex_count + 1, sizeof *g->vertices))
    return -1;
  fit(g, node, cuts, n, &g->vertices[g->vertex_count]);
  return g->vertex_at[node] = (int32_t)g->vertex_count++;
}

/* Cells around a cut edge, in the order of the face's corners. False: one of them lies outside the
   grid. */
static bool cells_around(const grid *g, const cut *q, size_t cell[4]) {
  /* seen from the axis' far end, counter-clockwise */
  static const int around[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
  int corners = g->dim == 3 ? 4 : 2, b = (q->axis + 1) % g->dim, c = (q->axis + 2) % g->dim, at[3];
  node_coordinates(g, q->node, at);

  bool outwards = g->d[q->node] < 0; /* along the axis */
  if (at[b] < 1 || at[b] >= g->n[b] || (g->dim == 3 && (at[c] < 1 || at[c] >= g->n[c])))
    return false;

  /* The face is counter-clockwise from outside, whichever way the surface looks. */
  for (int k = 0; k < corners; k++) {
    int turn = g->dim == 2 && q->axis == 1 ? 1 - k : k; /* in 2-D the other axis of y is -x */
    const int *back = around[outwards ? turn : corners - 1 - turn];
    cell[k] = q->node - (size_t)back[0] * g->step[b] -
              (g->dim == 3 ? (size_t)back[1] * g->step[c] : 0);
  }
  return true;
}

static bool add_face(grid *g, lg_contour *out, const cut *q) {
  size_t cell[4], first = out->faces * (size_t)out->corners;
  if (!cells_around(g, q, cell)) return true;

  size_t n = first + (size_t)out->corners;
  if (!lg_room(&out->corner, &out->corner_capacity, n, sizeof *out->corner)) return false;
  if (!lg_room(&out->normal, &out->normal_capacity, n, sizeof *out->normal)) return false;

  /* At a crease each face keeps the normal of its own cut, so that edges stay sharp. */
  for (int k = 0; k < out->corners; k++) {
    int32_t number = vertex_of(g, cell[k]);
    if (number < 0) return false;
    const vertex *v = &g->vertices[number];
    memcpy(out->corner[first + (size_t)k], v->p, sizeof v->p);
    memcpy(out->normal[first + (size_t)k], v->crease ? q->n : v->n, sizeof v->n);
  }
  out->faces++;
  return true;
}

static bool grid_init(grid *g, const float min[3], const float max[3]) {
  g->nodes = 1;
  for (int k = 0; k < 3; k++) {
    g->n[k] = k < g->dim ? (int)ceilf((max[k] - min[k]) / g->cell) : 0;
    g->origin[k] = min[k];
    g->step[k] = g->nodes;
    g->nodes *= (size_t)g->n[k] + 1;
  }

  g->d = malloc(g->nodes * sizeof *g->d);
  g->cut_at = malloc((size_t)g->dim * g->nodes * sizeof *g->cut_at);
  g->vertex_at = malloc(g->nodes * sizeof *g->vertex_at);
  if (!g->d || !g->cut_at || !g->vertex_at) return false;

  /* Nothing is known yet: no distance, no cut, no vertex. */
  for (size_t i = 0; i < g->nodes; i++) g->d[i] = NAN;
  memset(g->cut_at, 0xff, (size_t)g->dim * g->nodes * sizeof *g->cut_at); /* -1 everywhere */
  memset(g->vertex_at, 0xff, g->nodes * sizeof *g->vertex_at);
  return true;
}

static void search_all(grid *g) {
  for (int k = 0; k < (g->dim == 3 ? g->n[2] : 1); k += BLOCK)
    for (int j = 0; j < g->n[1]; j += BLOCK)
      for (int i = 0; i < g->n[0]; i += BLOCK) search(g, i, j, k, BLOCK);
}

bool lg_contour_make(lg_contour *c, int dim, const float min[3], const float max[3], float cell,
                     lg_contour_fn *distance, const void *user) {
  grid g = {.dim = dim, .cell = cell, .distance = distance, .user = user};
  c->corners = dim == 3 ? 4 : 2;
  c->faces = 0;

  /* Distances near the surface, the cuts of edges, a face for each cut. */
  bool ok = grid_init(&g, min, max);
  if (ok) search_all(&g);
  ok = ok && find_cuts(&g);
  for (size_t i = 0; ok && i < g.cut_count; i++) ok = add_face(&g, c, &g.cuts[i]);

  free(g.d);
  free(g.cut_at);
  free(g.cuts);
  free(g.vertex_at);
  free(g.vertices);
  return ok;
}

void lg_contour_free(lg_contour *c) {
  free(c->corner);
  free(c->normal);
  *c = (lg_contour){0};
}
