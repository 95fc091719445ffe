/* extract.c - vertices and faces of the level, bin by bin: first how many each has, then each at
   its place, so that their order does not depend on the threads. */
#include "core/surface/surface_parts.h"

#include "core/base/par.h"

#define NEAREST                                                                                    \
  0.03f /* of an edge's length: a vertex keeps off its ends, so that no face is a point */

typedef struct job {
  const lg_surface_field *f;
  lg_surface *s;
  lg_surface_cases cases;
  uint32_t *vertices, *faces; /* of each bin: how many; then where they begin */
  uint32_t *vertex;           /* of each node's edges: dim a node */
  lg_mem *mem;
} job;

static void first_node(const lg_surface_field *f, size_t active, int at[3]) {
  size_t bin = f->bin[active];
  at[0] = f->cells * (int)(bin % (size_t)f->size[0]);
  at[1] = f->cells * (int)(bin / (size_t)f->size[0] % (size_t)f->size[1]);
  at[2] = f->dim == 3 ? f->cells * (int)(bin / (size_t)f->size[0] / (size_t)f->size[1]) : 0;
}

static void node_in(const lg_surface_field *f, size_t node, int at[3]) {
  at[0] = (int)(node % (size_t)f->cells);
  at[1] = (int)(node / (size_t)f->cells % (size_t)f->cells);
  at[2] = (int)(node / (size_t)f->cells / (size_t)f->cells);
}

/* Is it inside of the grid, with a cell beyond it? The outermost bins are empty. */
static bool has_cell(const lg_surface_field *f, const int at[3]) {
  for (int k = 0; k < f->dim; k++)
    if (at[k] + 1 >= f->size[k] * f->cells) return false;
  return true;
}

static float corner_value(const lg_surface_field *f, const int at[3], int corner) {
  return lg_surface_node(f, at[0] + (corner & 1), at[1] + (corner >> 1 & 1), at[2] + (corner >> 2));
}

/* The case of the cell at a node. */
static int case_of(const lg_surface_field *f, const int at[3]) {
  int inside = 0;
  for (int c = 0; c < 1 << f->dim; c++) inside |= (corner_value(f, at, c) > LG_SURFACE_LEVEL) << c;
  return inside;
}

/* Is the edge from the cell's first corner along an axis cut? */
static bool is_cut(int inside, int axis) { return (inside & 1) != (inside >> (1 << axis) & 1); }

static void count(void *user, size_t begin, size_t end) {
  job *j = user;
  for (size_t a = begin; a < end; a++) {
    int first[3], at[3];
    uint32_t vertices = 0, faces = 0;
    first_node(j->f, a, first);
    for (size_t n = 0; n < j->f->nodes; n++) {
      node_in(j->f, n, at);

      /* a vertex on each cut edge of its first corner, faces by the cell's case */
      for (int k = 0; k < 3; k++) at[k] += first[k];
      if (!has_cell(j->f, at)) continue;
      int inside = case_of(j->f, at);
      for (int axis = 0; axis < j->f->dim; axis++) vertices += is_cut(inside, axis);
      faces += j->cases.faces[inside];
    }

    j->vertices[a] = vertices;
    j->faces[a] = faces;
  }
}

static void add_vertices(void *user, size_t begin, size_t end) {
  job *j = user;
  const lg_surface_field *f = j->f;
  for (size_t a = begin; a < end; a++) {
    int first[3], at[3];
    uint32_t next = j->vertices[a];
    first_node(f, a, first);
    for (size_t n = 0; n < f->nodes; n++) {
      node_in(f, n, at);
      for (int k = 0; k < 3; k++) at[k] += first[k];
      if (!has_cell(f, at)) continue;
      int inside = case_of(f, at);

      /* Where the level cuts the edges that begin at the node. */
      float here = corner_value(f, at, 0);
      for (int axis = 0; axis < f->dim; axis++) {
        if (!is_cut(inside, axis)) continue;
        float there = corner_value(f, at, 1 << axis),
              t = lg_clampf((LG_SURFACE_LEVEL - here) / (there - here), NEAREST, 1 - NEAREST);
        for (int k = 0; k < 3; k++)
          j->s->position[next][k] = f->cell * ((float)at[k] + (k == axis ? t : 0));
        j->vertex[(a * f->nodes + n) * (size_t)f->dim + (size_t)axis] = next++;
      }
    }
  }
}

/* The vertex on an edge of the cell at a node. */
static uint32_t vertex_on(const job *j, const int at[3], int edge) {
  const lg_surface_field *f = j->f;
  int corner = lg_surface_edge_corner(edge), p[3], b[3];

  /* the edge belongs to the corner it begins at, which may lie in the next bin */
  for (int k = 0; k < 3; k++) {
    p[k] = at[k] + (corner >> k & 1);
    b[k] = p[k] / f->cells;
    p[k] -= b[k] * f->cells;
  }

  /* vertices are by bins, then by nodes, then by axes */
  size_t bin = ((size_t)b[2] * (size_t)f->size[1] + (size_t)b[1]) * (size_t)f->size[0] +
               (size_t)b[0],
         node = (size_t)((p[2] * f->cells + p[1]) * f->cells + p[0]);
  return j
      ->vertex[((size_t)f->active[bin] * f->nodes + node) * (size_t)f->dim + (size_t)(edge / 4)];
}

static void add_faces(void *user, size_t begin, size_t end) {
  job *j = user;
  for (size_t a = begin; a < end; a++) {
    int first[3], at[3], corners = j->s->corners;
    uint32_t *face = j->s->face + (size_t)j->faces[a] * (size_t)corners;
    first_node(j->f, a, first);

    /* in the order that `count` went */
    for (size_t n = 0; n < j->f->nodes; n++) {
      node_in(j->f, n, at);
      for (int k = 0; k < 3; k++) at[k] += first[k];
      if (!has_cell(j->f, at)) continue;
      int inside = case_of(j->f, at);
      for (int i = 0; i < j->cases.faces[inside]; i++)
        for (int c = 0; c < corners; c++) *face++ = vertex_on(j, at, j->cases.edge[inside][i][c]);
    }
  }
}

/* Numbers become the places where they begin; returns their sum. */
static size_t begin_at(uint32_t *n, size_t count) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t here = n[i];
    n[i] = (uint32_t)at;
    at += here;
  }
  return at;
}

static bool extract(job *j) {
  const lg_surface_field *f = j->f;
  lg_surface *s = j->s;
  size_t n = f->actives + 1;
  if (!lg_mem_room(j->mem, &j->vertices, n, sizeof *j->vertices) ||
      !lg_mem_room(j->mem, &j->faces, n, sizeof *j->faces))
    return false;
  lg_par_tasks(f->threads, f->actives, count, j);
  s->vertices = begin_at(j->vertices, f->actives);
  s->faces = begin_at(j->faces, f->actives);

  if (!lg_mem_room(j->mem, &j->vertex, f->actives * f->nodes * (size_t)f->dim + 1,
                   sizeof *j->vertex) ||
      !lg_mem_room(j->mem, &s->position, s->vertices + 1, sizeof *s->position) ||
      !lg_mem_room(j->mem, &s->face, s->faces * (size_t)s->corners + 1, sizeof *s->face))
    return false;
  lg_par_tasks(f->threads, f->actives, add_vertices, j);
  lg_par_tasks(f->threads, f->actives, add_faces, j);
  return true;
}

bool lg_surface_extract(const lg_surface_field *f, lg_surface *s) {
  job j = {.f = f, .s = s, .mem = &f->w->mem};
  lg_surface_cases_make(&j.cases, f->dim);
  bool ok = extract(&j);
  lg_mem_free(j.mem, j.vertices);
  lg_mem_free(j.mem, j.faces);
  lg_mem_free(j.mem, j.vertex);
  return ok || lg_refuse(f->w, "surface: out of memory");
}
