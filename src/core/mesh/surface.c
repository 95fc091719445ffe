/* surface.c - is a mesh a closed surface? Which face is next to which, which side is inside, and
   the normals that tell it. */
#include "core/base/vec.h"
#include "core/mesh/mesh.h"
#include "core/param/param.h"

#include <stdio.h>
#include <stdlib.h>

typedef lg_mesh_edge edge;

/* ---- edges ---------------------------------------------------------------------------------- */

static int by_vertices(const void *a, const void *b) {
  const edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return (p->at > q->at) - (p->at < q->at);
}

edge *lg_mesh_sorted_edges(const lg_mesh *m, size_t *n) {
  size_t edges = m->dim == 3 ? 3 : 1; /* of a face */
  *n = m->faces * edges;
  edge *all = lg_mem_realloc(m->mem, NULL, *n * sizeof *all);
  for (size_t i = 0; all && i < *n; i++) {
    const int32_t *f = m->face[i / edges];
    int32_t a = f[i % edges], b = f[(i % edges + 1) % (size_t)m->corners];
    all[i] = (edge){a < b ? a : b, a < b ? b : a, (int32_t)i};
  }
  if (all) qsort(all, *n, sizeof *all, by_vertices);
  return all;
}

size_t lg_mesh_equal_edges(const edge *e, size_t left) {
  size_t n = 1;
  while (n < left && e[n].low == e->low && e[n].high == e->high) n++;
  return n;
}

/* ---- 3-D: two faces at each edge ------------------------------------------------------------ */

static void put_point(const lg_mesh *m, int32_t v, char out[64]) {
  const float *x = m->vertex[v];
  snprintf(out, 64, "(%.4g, %.4g, %.4g)", (double)x[0], (double)x[1], (double)x[2]);
}

/* Says what is wrong at an edge of this many faces; open: edges of one face in all. */
static bool refuse_edge(const lg_mesh *m, const edge *e, int faces, size_t open, lg_why *why) {
  char from[64], to[64];
  int line = (int)m->face[e->at / 3][3];
  put_point(m, e->low, from);
  put_point(m, e->high, to);

  /* what it is, where, and the cure */
  if (faces == 1)
    return lg_explain(
        why,
        "mesh: '%s' is open: the edge from %s to %s m (line %d) has a face on one side "
        "only, one of %zu such edges; close the holes",
        m->path, from, to, line, open);
  if (faces > 2)
    return lg_explain(why,
                      "mesh: '%s': %d faces meet in the edge from %s to %s m (line %d), where a "
                      "surface has 2; separate its parts",
                      m->path, faces, from, to, line);
  return lg_explain(why,
                    "mesh: '%s': the two faces (lines %d and %d) at the edge from %s to %s m are "
                    "turned to opposite sides; let the modeller turn all faces outward",
                    m->path, line, (int)m->face[e[1].at / 3][3], from, to);
}

/* How many edges have one face; *worst is one of them, or else one with more than two faces. */
static size_t count_open(const edge *all, size_t n, const edge **worst, int *faces) {
  size_t open = 0;
  *worst = NULL;
  for (size_t i = 0; i < n;) {
    int same = (int)lg_mesh_equal_edges(&all[i], n - i);
    open += same == 1;

    /* an open edge tells more than one with too many faces */
    if (same != 2 && (!*worst || (same == 1 && *faces > 1))) {
      *worst = &all[i];
      *faces = same;
    }
    i += (size_t)same;
  }
  return open;
}

/* Two faces at each edge, which run along it in opposite directions, know each other. */
static bool join_faces(lg_mesh *m, const edge *all, size_t n, lg_why *why) {
  const edge *worst;
  int faces = 0;
  size_t open = count_open(all, n, &worst, &faces);
  if (worst) return refuse_edge(m, worst, faces, open, why);

  /* pairs of equal edges, f's edge k and g's edge l */
  for (size_t i = 0; i < n; i += 2) {
    int32_t f = all[i].at / 3, g = all[i + 1].at / 3, k = all[i].at % 3, l = all[i + 1].at % 3;
    if (m->face[f][k] == m->face[g][l]) return refuse_edge(m, &all[i], 2, 0, why);
    m->neighbor[f][k] = g;
    m->neighbor[g][l] = f;
  }
  return true;
}

/* Six times the volume: a . (b x c) over the tetrahedra of the first vertex and each face. */
static double six_volumes(const lg_mesh *m) {
  double sum = 0, origin[3];
  for (int k = 0; k < 3; k++) origin[k] = (double)m->vertex[m->face[0][0]][k];

  /* a . (b x c) of each face's corners */
  for (size_t i = 0; i < m->faces; i++) {
    double x[3][3], bc[3];
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++) x[c][k] = (double)m->vertex[m->face[i][c]][k] - origin[k];
    lg_cross_d(x[1], x[2], bc);
    for (int k = 0; k < 3; k++) sum += x[0][k] * bc[k];
  }
  return sum;
}

/* Turns all faces round. Their edges 0 to 1, 1 to 2, 2 to 0 become 1 to 0, 0 to 2, 2 to 1. */
static void turn_inside_out(lg_mesh *m) {
  for (size_t i = 0; i < m->faces; i++) {
    int32_t *f = m->face[i], *across = m->neighbor[i], corner = f[0], face = across[1];
    f[0] = f[1];
    f[1] = corner;
    across[1] = across[2];
    across[2] = face;
  }
}

static bool close_surface(lg_mesh *m, lg_why *why) {
  size_t n;
  edge *all = lg_mesh_sorted_edges(m, &n);
  m->neighbor = lg_mem_realloc(m->mem, NULL, m->faces * sizeof *m->neighbor);
  bool room = all && m->neighbor, ok = room && join_faces(m, all, n, why);
  lg_mem_free(m->mem, all);
  if (!room) return lg_mesh_no_memory(m, why);

  /* counter-clockwise faces enclose a positive volume */
  double volumes = ok ? six_volumes(m) : 0;
  if (ok && volumes == 0)
    return lg_explain(why, "mesh: '%s' encloses no volume; give it thickness", m->path);
  if (volumes < 0) turn_inside_out(m);
  return ok;
}

/* ---- normals -------------------------------------------------------------------------------- */

/* The vector from one corner of a face to another. */
static void side_of(const lg_mesh *m, const int32_t *f, int from, int to, double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = (double)m->vertex[f[to]][k] - (double)m->vertex[f[from]][k];
}

static void set_normal(lg_mesh *m, size_t i) {
  double u[3], v[3], n[3], length2 = 0;

  /* across two sides, or across the one there is */
  side_of(m, m->face[i], 0, 1, u);
  if (m->dim == 3) {
    side_of(m, m->face[i], 0, 2, v);
    lg_cross_d(u, v, n);
  } else {
    n[0] = u[1]; /* the inside is on the left */
    n[1] = -u[0];
    n[2] = 0;
  }

  for (int k = 0; k < 3; k++) length2 += n[k] * n[k];
  for (int k = 0; k < 3; k++) m->normal[i][k] = length2 > 0 ? (float)(n[k] / sqrt(length2)) : 0;
}

/* The angle of a triangle at its corner c; 1 in 2-D, where both segments count alike. */
static float angle(const lg_mesh *m, const int32_t *f, int c) {
  double u[3], v[3], uu = 0, vv = 0, uv = 0;
  if (m->dim == 2) return 1;

  /* between the two sides at c */
  side_of(m, f, c, (c + 1) % 3, u);
  side_of(m, f, c, (c + 2) % 3, v);
  for (int k = 0; k < 3; k++) {
    uu += u[k] * u[k];
    vv += v[k] * v[k];
    uv += u[k] * v[k];
  }
  return (float)lg_math_acos(fmin(fmax(uv / sqrt(uu * vv), -1), 1));
}

/* Pseudonormal of a vertex: sum over its faces of angle x normal (Baerentzen & Aanaes 2005). */
static void set_normals(lg_mesh *m) {
  memset(m->pseudonormal, 0, m->vertices * sizeof *m->pseudonormal);
  for (size_t i = 0; i < m->faces; i++) set_normal(m, i);
  for (size_t i = 0; i < m->faces; i++)
    for (int c = 0; c < m->corners; c++)
      lg_axpy(angle(m, m->face[i], c), m->normal[i], m->pseudonormal[m->face[i][c]]);
}

bool lg_mesh_close(lg_mesh *m, lg_why *why) {
  if (m->dim == 3 && !close_surface(m, why)) return false;
  m->normal = lg_mem_realloc(m->mem, NULL, m->faces * sizeof *m->normal);
  m->pseudonormal = lg_mem_realloc(m->mem, NULL, m->vertices * sizeof *m->pseudonormal);
  if (!m->normal || !m->pseudonormal) return lg_mesh_no_memory(m, why);
  set_normals(m);
  return true;
}
