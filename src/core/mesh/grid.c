/* grid.c - signed distances to a mesh at the nodes of a sparse grid near its surface
   (base/bricks.h). Bricks of 8^dim cells, cell = spacing / 2 in 3-D, spacing / 4 in 2-D; near is
   what lies within BAND spacings. */
#include "core/base/par.h"
#include "core/mesh/mesh.h"

/* spacings: support radii are up to 4 in 2-D and 2.4 in 3-D, and 2 more */
#define BAND_2D     6.0f
#define BAND_3D     4.5f
#define MOST_BRICKS 4194304.0  /* 16 MiB of index */
#define MOST_NODES  67108864.0 /* 256 MiB: a narrower band where it would be more */

enum { CELLS = 8, NODES = CELLS + 1, FAR = -1 };

typedef struct caching {
  lg_mesh *m;
  float band;     /* m */
  int32_t *brick; /* the near ones */
} caching;

/* The point that is `offset` m from the first cell's corner along each axis. */
static void point_at(const lg_mesh *m, const int first[3], double offset, double p[3]) {
  for (int k = 0; k < 3; k++) {
    double corner = (double)m->grid.lo[k] + (double)first[k] * (double)m->grid.cell;
    p[k] = k < m->dim ? corner + offset : 0;
  }
}

/* ---- which bricks are near ------------------------------------------------------------------ */

static int32_t classify(void *user, const int first[3]) {
  const caching *c = user;
  double size = CELLS * (double)c->m->grid.cell, half = 0.5 * size * sqrt(c->m->dim), middle[3];
  int32_t hint = -1;
  point_at(c->m, first, 0.5 * size, middle);
  return fabs(lg_mesh_exact(c->m, middle, &hint)) <= (double)c->band + half ? 0 : FAR;
}

/* Centres the bricks on the mesh, with a band around it. False: too many, or no memory. */
static bool lay_bricks(caching *c, int threads) {
  lg_mesh *m = c->m;
  lg_bricks *g = &m->grid;
  double all = 1, size = CELLS * (double)g->cell;

  /* counts and lower corner along each axis */
  for (int k = 0; k < 3; k++) {
    double lo = (double)m->min[k], hi = (double)m->max[k];
    double n = k < m->dim ? ceil((hi - lo + 2 * (double)c->band) / size) : 1;
    all *= n;
    if (all > MOST_BRICKS) return false;
    g->count[k] = (int)n;
    g->lo[k] = k < m->dim ? (float)(0.5 * (lo + hi) - 0.5 * n * size) : 0;
  }
  return lg_bricks_lay(g, m->mem, threads, classify, c);
}

/* ---- their nodes ---------------------------------------------------------------------------- */

static void fill_brick(void *user, size_t task, size_t end) {
  const caching *c = user;
  const lg_mesh *m = c->m;
  const double cell = (double)m->grid.cell;
  float *out = m->node + task * lg_bricks_nodes(&m->grid);
  double corner[3];
  int first[3];
  (void)end;

  lg_bricks_first(&m->grid, (size_t)c->brick[task], first);
  point_at(m, first, 0, corner);

  /* what is nearest to a node is near to the next one too: its search begins there */
  int32_t hint = -1;
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
  c->brick = lg_bricks_near(&m->grid, m->mem);
  m->node =
      lg_mem_realloc(m->mem, NULL, m->grid.near * lg_bricks_nodes(&m->grid) * sizeof *m->node);
  bool ok = c->brick && m->node;
  if (ok) lg_par_tasks(threads, m->grid.near, fill_brick, c);
  lg_mem_free(m->mem, c->brick);
  return ok;
}

/* Where not even a band of one spacing fits, there is no grid. */
bool lg_mesh_build_grid(lg_mesh *m, float spacing, int threads) {
  caching c = {.m = m, .band = (m->dim == 3 ? BAND_3D : BAND_2D) * spacing};

  /* a narrower band where there would be too many nodes */
  for (; c.band >= spacing; c.band *= 0.6f) {
    m->grid.dim = m->dim;
    m->grid.cells = CELLS;
    m->grid.cell = spacing / (m->dim == 3 ? 2 : 4);
    if (lay_bricks(&c, threads) &&
        (double)m->grid.near * (double)lg_bricks_nodes(&m->grid) <= MOST_NODES)
      return fill_bricks(&c, threads);
    lg_bricks_free(&m->grid, m->mem);
  }
  return true;
}
