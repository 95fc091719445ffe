/* grid.c - signed distances to a mesh on a grid near its surface, read back by linear
   interpolation.

   Space is cut into bricks of 8^dim cells, of which those near the surface have nodes:

     . . . . .        index[brick] = -1: far; the distance there is searched in the tree
     . # # # .        index[brick] >= 0: 9^dim nodes of its own (a brick's last nodes are its
                      neighbour's first)
     . # . # .
     . # # # .        cell = spacing / 2 in 3-D, spacing / 4 in 2-D; near = within BAND spacings */
#include "core/base/par.h"
#include "core/mesh/mesh.h"

#define CELLS       LG_MESH_CELLS
#define NODES       LG_MESH_NODES
/* spacings: support radii are up to 4 in 2-D and 2.4 in 3-D, and 2 more */
#define BAND_2D     6.0f
#define BAND_3D     4.5f
#define MOST_BRICKS 4194304.0  /* 16 MiB of index */
#define MOST_NODES  67108864.0 /* 256 MiB: a narrower band where it would be more */

static size_t nodes_of(const lg_mesh *m) {
  return m->dim == 3 ? NODES * NODES * NODES : NODES * NODES;
}

/* place: the near bricks */
typedef struct caching {
  lg_mesh *m;
  float band;
  size_t *place;
} caching;

static void corner_of(const lg_mesh *m, size_t brick, double out[3]) {
  const lg_mesh_grid *g = &m->grid;
  for (int k = 0; k < 3; k++) {
    size_t n = (size_t)g->bricks[k];
    out[k] = k < m->dim ? (double)g->lo[k] + (double)(CELLS * (brick % n)) * (double)g->cell : 0;
    brick /= n;
  }
}

/* ---- which bricks --------------------------------------------------------------------------- */

static void classify(void *user, size_t begin, size_t end) {
  const caching *c = user;
  lg_mesh_grid *g = &c->m->grid;
  double size = CELLS * (double)g->cell, half = 0.5 * size * sqrt(c->m->dim);
  for (size_t i = begin; i < end; i++) {
    double p[3];
    int32_t hint = -1;
    corner_of(c->m, i, p);
    for (int k = 0; k < c->m->dim; k++) p[k] += 0.5 * size;
    g->index[i] = fabs(lg_mesh_exact(c->m, p, &hint)) <= (double)c->band + half ? 0 : -1;
  }
}

/* The region for a band of this width. False: too many bricks, or no memory. */
static bool lay_bricks(caching *c, int threads) {
  lg_mesh *m = c->m;
  lg_mesh_grid *g = &m->grid;
  double all = 1, size = CELLS * (double)g->cell;
  for (int k = 0; k < 3; k++) {
    double wide = (double)m->max[k] - (double)m->min[k] + 2 * (double)c->band,
           n = k < m->dim ? ceil(wide / size) : 1;
    all *= n;
    if (all > MOST_BRICKS) return false;
    g->bricks[k] = (int)n;
    g->lo[k] = k < m->dim ? (float)(0.5 * ((double)m->min[k] + (double)m->max[k]) - 0.5 * n * size)
                          : 0;
  }
  g->count = (size_t)all;
  g->index = lg_mem_realloc(m->mem, NULL, g->count * sizeof *g->index);
  if (!g->index) return false;
  lg_par_for(threads, g->count, classify, c);
  g->near = 0;
  for (size_t i = 0; i < g->count; i++)
    if (g->index[i] >= 0) g->index[i] = (int32_t)g->near++;
  return true;
}

static void drop_index(lg_mesh *m) {
  if (m->grid.index) lg_mem_free(m->mem, m->grid.index);
  m->grid.index = NULL;
}

/* ---- their nodes ---------------------------------------------------------------------------- */

/* What is nearest to a node is near to the next one too: that is where its search begins. */
static void fill(void *user, size_t task, size_t end) {
  const caching *c = user;
  const lg_mesh *m = c->m;
  const double cell = (double)m->grid.cell;
  float *out = m->grid.node + task * nodes_of(m);
  double corner[3];
  int32_t hint = -1;
  (void)end;
  corner_of(m, c->place[task], corner);
  for (int z = 0; z < (m->dim == 3 ? NODES : 1); z++)
    for (int y = 0; y < NODES; y++)
      for (int x = 0; x < NODES; x++) {
        double p[3] = {corner[0] + x * cell, corner[1] + y * cell,
                       m->dim == 3 ? corner[2] + z * cell : 0};
        *out++ = (float)lg_mesh_exact(m, p, &hint);
      }
}

static bool fill_bricks(caching *c, int threads) {
  lg_mesh *m = c->m;
  lg_mesh_grid *g = &m->grid;
  size_t bytes = g->near * nodes_of(m) * sizeof *g->node;
  c->place = lg_mem_realloc(m->mem, NULL, g->near * sizeof *c->place);
  g->node = lg_mem_realloc(m->mem, NULL, bytes);
  bool ok = c->place && g->node;
  for (size_t i = 0; ok && i < g->count; i++)
    if (g->index[i] >= 0) c->place[g->index[i]] = i;
  if (ok) lg_par_tasks(threads, g->near, fill, c);
  lg_mem_free(m->mem, c->place);
  return ok;
}

/* Where not even a band of one spacing fits, there is no grid, and every distance is searched. */
bool lg_mesh_cache(lg_mesh *m, float spacing, int threads) {
  caching c = {.m = m, .band = (m->dim == 3 ? BAND_3D : BAND_2D) * spacing};
  m->grid.cell = spacing / (m->dim == 3 ? 2 : 4);
  for (; c.band >= spacing; c.band *= 0.6f) {
    if (lay_bricks(&c, threads) && (double)m->grid.near * (double)nodes_of(m) <= MOST_NODES)
      return fill_bricks(&c, threads);
    drop_index(m);
  }
  return true;
}
