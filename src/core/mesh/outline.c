/* outline.c - the outline of a 2-D mesh: simple closed loops, each turned so that the inside is on
   its left.

   What is inside is what an odd number of loops encloses, so a loop within a loop is a hole
   whichever way it was drawn. */
#include "core/mesh/mesh.h"
#include "core/param/param.h"

#include <stdlib.h>

typedef struct corner { /* the two segments that meet in a vertex; -1: none */
  int32_t face[2];
} corner;
typedef struct tracing {
  lg_mesh *m;
  corner *at;    /* per vertex */
  int32_t *loop; /* of each segment; -1: none yet */
  lg_why *why;
} tracing;

/* ---- the edges that one face has alone ------------------------------------------------------ */

/* Marks what two faces share: of a number of equal edges one stays if it is odd. */
static void mark_inner(const lg_mesh_edge *all, size_t n, uint8_t *inner) {
  memset(inner, 0, n);
  for (size_t i = 0, same; i < n; i += same) {
    same = lg_mesh_equal_edges(&all[i], n - i);
    for (size_t j = same % 2; j < same; j++) inner[all[i + j].at] = 1;
  }
}

/* False: no memory. */
static bool keep_outline(lg_mesh *m) {
  size_t n, kept = 0;
  lg_mesh_edge *all = lg_mesh_sorted_edges(m, &n);
  uint8_t *inner = lg_mem_realloc(m->mem, NULL, n);
  bool ok = all && inner;
  if (ok) {
    mark_inner(all, n, inner);
    for (size_t i = 0; i < n; i++)
      if (!inner[i]) memmove(m->face[kept++], m->face[i], sizeof *m->face);
    m->faces = kept;
  }

  /* either way these go */
  lg_mem_free(m->mem, all);
  lg_mem_free(m->mem, inner);
  return ok;
}

/* ---- loops ---------------------------------------------------------------------------------- */

static const float *end_of(const lg_mesh *m, size_t face, int end) {
  return m->vertex[m->face[face][end]];
}

static bool refuse(const tracing *t, const float x[3], const char *what, int32_t line) {
  if (!t->m->shared)
    return lg_explain(t->why,
                      "polygon: the outline of 'points' %s at (%.4g, %.4g) m; give its corners in "
                      "the order of one closed line that never meets itself",
                      what, (double)x[0], (double)x[1]);
  return lg_explain(t->why,
                    "mesh: '%s' %s at (%.4g, %.4g) m (line %d); in a 2-D world it must be closed "
                    "loops that do not touch",
                    t->m->path, what, (double)x[0], (double)x[1], (int)line);
}

/* Exactly two segments must meet at each corner. */
static bool join_segments(const tracing *t) {
  const lg_mesh *m = t->m;
  for (size_t v = 0; v < m->vertices; v++) t->at[v] = (corner){{-1, -1}};

  /* not more */
  for (size_t i = 0; i < m->faces; i++)
    for (int end = 0; end < 2; end++) {
      corner *here = &t->at[m->face[i][end]];
      if (here->face[1] >= 0)
        return refuse(t, end_of(m, i, end), "has more than two lines", m->face[i][3]);
      here->face[here->face[0] >= 0] = (int32_t)i;
    }

  /* nor less */
  for (size_t i = 0; i < m->faces; i++)
    for (int end = 0; end < 2; end++)
      if (t->at[m->face[i][end]].face[1] < 0)
        return refuse(t, end_of(m, i, end), "is open", m->face[i][3]);
  return true;
}

static void reverse(lg_mesh *m, size_t i) {
  int32_t first = m->face[i][0];
  m->face[i][0] = m->face[i][1];
  m->face[i][1] = first;
}

/* Walks round the loop of segment `start`, turning its segments into one direction. Returns twice
   the area it runs round, by the shoelace formula. */
static double walk(const tracing *t, int32_t start, int32_t loop) {
  lg_mesh *m = t->m;
  const float *o = end_of(m, (size_t)start, 0);
  double area = 0;

  for (int32_t i = start; t->loop[i] < 0;) {
    const float *a = end_of(m, (size_t)i, 0), *b = end_of(m, (size_t)i, 1);
    t->loop[i] = loop;
    area += ((double)a[0] - (double)o[0]) * ((double)b[1] - (double)o[1]) -
            ((double)a[1] - (double)o[1]) * ((double)b[0] - (double)o[0]);

    /* the other segment at its end goes on from there */
    const corner *end = &t->at[m->face[i][1]];
    int32_t next = end->face[end->face[0] == i];
    if (t->loop[next] < 0 && m->face[next][0] != m->face[i][1]) reverse(m, (size_t)next);
    i = next;
  }
  return area;
}

/* Is the middle of a segment inside an odd number of the other loops? Counts their segments to its
   right, those that a ray along x crosses. */
static bool is_within(const tracing *t, int32_t of) {
  const lg_mesh *m = t->m;
  const float *p = end_of(m, (size_t)of, 0), *q = end_of(m, (size_t)of, 1);
  double x = 0.5 * ((double)p[0] + (double)q[0]), y = 0.5 * ((double)p[1] + (double)q[1]);
  bool odd = false;

  /* segments that have y between their ends, where they are at that y */
  for (size_t i = 0; i < m->faces; i++) {
    const float *a = end_of(m, i, 0), *b = end_of(m, i, 1);
    if (t->loop[i] == t->loop[of] || ((double)a[1] > y) == ((double)b[1] > y)) continue;
    double s = (y - (double)a[1]) / ((double)b[1] - (double)a[1]);
    odd ^= (double)a[0] + s * ((double)b[0] - (double)a[0]) > x;
  }
  return odd;
}

static void reverse_loop(const tracing *t, int32_t loop) {
  for (size_t i = 0; i < t->m->faces; i++)
    if (t->loop[i] == loop) reverse(t->m, i);
}

static bool orient_loops(const tracing *t) {
  lg_mesh *m = t->m;
  int32_t loops = 0;
  for (size_t i = 0; i < m->faces; i++) t->loop[i] = -1;

  /* each counter-clockwise, as if it were a solid */
  for (size_t i = 0; i < m->faces; i++) {
    if (t->loop[i] >= 0) continue;
    double area = walk(t, (int32_t)i, loops++);
    if (area == 0) return refuse(t, end_of(m, i, 0), "encloses no area", m->face[i][3]);
    if (area < 0) reverse_loop(t, loops - 1);
  }

  /* holes the other way round */
  for (int32_t loop = 0; loop < loops; loop++) {
    int32_t first = 0;
    while (t->loop[first] != loop) first++;
    if (is_within(t, first)) reverse_loop(t, loop);
  }
  return true;
}

/* ---- crossings ------------------------------------------------------------------------------ */

typedef struct span { /* of a segment along x, m */
  float lo, hi;
  int32_t face;
} span;

static int by_lo(const void *a, const void *b) {
  const span *p = a, *q = b;
  if (p->lo != q->lo) return p->lo < q->lo ? -1 : 1;
  return (p->face > q->face) - (p->face < q->face);
}

/* On which side of the line through a and b is c? */
static int side(const float a[3], const float b[3], const float c[3]) {
  double s = ((double)b[0] - (double)a[0]) * ((double)c[1] - (double)a[1]) -
             ((double)b[1] - (double)a[1]) * ((double)c[0] - (double)a[0]);
  return (s > 0) - (s < 0);
}

/* Two segments; where, m. */
static bool cross(const lg_mesh *m, int32_t f, int32_t g, float at[3]) {
  const float *a = end_of(m, (size_t)f, 0), *b = end_of(m, (size_t)f, 1);
  const float *c = end_of(m, (size_t)g, 0), *d = end_of(m, (size_t)g, 1);
  if (side(a, b, c) * side(a, b, d) >= 0 || side(c, d, a) * side(c, d, b) >= 0) return false;

  /* at a + s (b - a), whose distances to c d are those of a and b */
  double ux = (double)d[0] - (double)c[0], uy = (double)d[1] - (double)c[1];
  double of_a = ux * ((double)a[1] - (double)c[1]) - uy * ((double)a[0] - (double)c[0]);
  double of_b = ux * ((double)b[1] - (double)c[1]) - uy * ((double)b[0] - (double)c[0]);
  double s = of_a / (of_a - of_b);
  for (int k = 0; k < 3; k++) at[k] = (float)((double)a[k] + s * ((double)b[k] - (double)a[k]));
  return true;
}

/* Sweep along x: only segments whose spans overlap can cross. */
static bool check_crossings(const tracing *t, span *s) {
  const lg_mesh *m = t->m;
  for (size_t i = 0; i < m->faces; i++) {
    float a = end_of(m, i, 0)[0], b = end_of(m, i, 1)[0];
    s[i] = (span){lg_minf(a, b), lg_maxf(a, b), (int32_t)i};
  }
  qsort(s, m->faces, sizeof *s, by_lo);

  /* those that begin before this one ends */
  for (size_t i = 0; i < m->faces; i++)
    for (size_t j = i + 1; j < m->faces && s[j].lo <= s[i].hi; j++) {
      float at[3];
      if (cross(m, s[i].face, s[j].face, at))
        return refuse(t, at, "crosses itself", m->face[s[j].face][3]);
    }
  return true;
}

bool lg_mesh_orient_outline(lg_mesh *m, lg_why *why) {
  if (!keep_outline(m)) return lg_mesh_no_memory(m, why);
  if (m->faces == 0 && !m->shared)
    return lg_explain(why, "polygon: 'points' enclose nothing: each side lies on another one");
  if (m->faces == 0)
    return lg_explain(why, "mesh: '%s' has no outline; its faces lie twice on each other", m->path);

  /* closed loops that do not cross, each turned the right way */
  tracing t = {.m = m, .why = why};
  t.at = lg_mem_realloc(m->mem, NULL, m->vertices * sizeof *t.at);
  t.loop = lg_mem_realloc(m->mem, NULL, m->faces * sizeof *t.loop);
  span *spans = lg_mem_realloc(m->mem, NULL, m->faces * sizeof *spans);
  bool room = t.at && t.loop && spans;
  bool ok = room && join_segments(&t) && check_crossings(&t, spans) && orient_loops(&t);

  lg_mem_free(m->mem, t.at);
  lg_mem_free(m->mem, t.loop);
  lg_mem_free(m->mem, spans);
  return room ? ok : lg_mesh_no_memory(m, why);
}
