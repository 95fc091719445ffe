/* obj.c - OBJ text into vertices and faces. Of the format: v, f and, for 2-D worlds, l; the rest is
   looks and names. A file format, yet here and not beside the writers of record/: the library takes
   the text from its host and opens no file.

   3-D: faces with more than three corners become a fan of triangles about their first one, if they
   are convex. 2-D: the outline of flat faces (edges that one face has alone), or closed
   polylines. */
#include "core/base/vec.h"
#include "core/mesh/mesh.h"
#include "core/param/param.h"

#include <stdio.h>
#include <stdlib.h>

#define CORNERS_MAX 4096      /* of one face or polyline */
#define COUNT_MAX   100000000 /* vertices or faces */

typedef struct reading {
  lg_mesh *m;
  const char *at;
  int32_t line;
  bool any_face; /* 2-D: faces hold, polylines do not */
  int corners;
  int32_t corner[CORNERS_MAX];
  lg_why *why;
} reading;

/* ---- words ---------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* To the next word of this line; false: there is none. A backslash at a line's end goes on in the
   next one. */
static bool next_word(reading *r) {
  for (;; r->at++) {
    bool goes_on = r->at[0] == '\\' && (r->at[1] == '\n' || (r->at[1] == '\r' && r->at[2] == '\n'));
    if (goes_on) {
      while (*r->at != '\n') r->at++;
      r->line++;
    } else if (!is_blank(*r->at)) break;
  }
  return *r->at && *r->at != '\n' && *r->at != '#';
}

static void next_line(reading *r) {
  while (*r->at && *r->at != '\n') r->at++;
  if (*r->at == '\n') r->at++;
  r->line++;
}

static double digits(const char **at, double value, int *count) {
  for (; is_digit(**at); ++*at, ++*count) value = 10 * value + (**at - '0');
  return value;
}

/* A decimal number, whatever the host's locale says about commas. False: this is none. */
static bool number(reading *r, double *out) {
  const char *c = r->at;
  int whole = 0, part = 0, power = 0, power_digits = 0;
  double sign = *c == '-' ? -1 : 1;

  /* the digits before and after the point are one whole number */
  if (*c == '-' || *c == '+') c++;
  double value = digits(&c, 0, &whole);
  if (*c == '.') {
    c++;
    value = digits(&c, value, &part);
  }
  if (whole + part == 0) return false;

  /* times a power of ten */
  if (*c == 'e' || *c == 'E') {
    bool below = *++c == '-';
    if (*c == '-' || *c == '+') c++;
    double exponent = digits(&c, 0, &power_digits);
    if (power_digits == 0) return false;
    power = (int)fmin(exponent, 400) * (below ? -1 : 1);
  }
  *out = sign * value * pow(10, power - part);
  r->at = c;
  return !*c || is_blank(*c) || *c == '\n' || *c == '#';
}

/* A corner: 7, 7/1, 7//3, or -1 for the vertex before. What is behind the slash is for looks. */
static bool corner(reading *r, int32_t *out) {
  const char *c = r->at;
  int count = 0;
  bool back = *c == '-';
  if (back) c++;
  double value = digits(&c, 0, &count), n = (double)r->m->vertices;
  while (*c && !is_blank(*c) && *c != '\n') c++;
  r->at = c;
  if (count == 0 || value < 1 || value > n) return false;
  *out = (int32_t)(back ? n - value : value - 1);
  return true;
}

/* ---- lines of the file ---------------------------------------------------------------------- */

static bool bad(reading *r, const char *what, const char *cure) {
  if (!r->m->shared)
    return lg_explain(r->why, "polygon: corner %d of 'points' must be finite numbers below 1e15 m",
                      (int)r->line);
  return lg_explain(r->why, "mesh: '%s', line %d: %s; %s", r->m->path, (int)r->line, what, cure);
}

static bool read_vertex(reading *r) {
  lg_mesh *m = r->m;
  double x[3];
  for (int k = 0; k < 3; k++) {
    if (!next_word(r) || !number(r, &x[k]))
      return bad(r, "a vertex needs three numbers", "write v x y z");
    x[k] *= (double)m->scale;
    if (!(fabs(x[k]) < 1e15))
      return bad(r, "a vertex is 1e15 m away or more", "scale the mesh down");
  }

  /* -0 becomes 0, so that equal vertices have equal bits */
  if (m->vertices == COUNT_MAX)
    return bad(r, "there are more than 100 million vertices", "take a coarser mesh");
  if (!lg_mem_grow(m->mem, &m->vertex, m->vertices + 1, sizeof *m->vertex))
    return lg_mesh_no_memory(m, r->why);
  for (int k = 0; k < 3; k++) m->vertex[m->vertices][k] = (float)x[k] + 0.0f;
  m->vertices++;
  return true;
}

static bool read_corners(reading *r, int least) {
  /* to the end of the line */
  r->corners = 0;
  while (next_word(r)) {
    if (r->corners == CORNERS_MAX)
      return bad(r, "it has more than 4096 corners", "cut it into parts");
    if (!corner(r, &r->corner[r->corners++]))
      return bad(r, "a corner names no vertex above it",
                 "corners are numbers from 1 to the number of vertices so far");
  }
  if (r->corners >= least) return true;

  if (least == 3)
    return bad(r, "a face needs three corners", "name three vertices or remove the line");
  return bad(r, "a polyline needs two corners", "name two vertices or remove the line");
}

static bool add_face(reading *r, int32_t a, int32_t b, int32_t c) {
  lg_mesh *m = r->m;
  if (m->faces == COUNT_MAX)
    return bad(r, "there are more than 100 million faces", "take a coarser mesh");
  if (!lg_mem_grow(m->mem, &m->face, m->faces + 1, sizeof *m->face))
    return lg_mesh_no_memory(m, r->why);
  memcpy(m->face[m->faces++], (int32_t[4]){a, b, c, r->line}, sizeof *m->face);
  return true;
}

/* Twice the area of a triangle of corners 0, i, i + 1, with its direction. */
static void area_of(const reading *r, int i, double out[3]) {
  double a[3], b[3];
  for (int k = 0; k < 3; k++) {
    double x = (double)r->m->vertex[r->corner[0]][k];
    a[k] = (double)r->m->vertex[r->corner[i]][k] - x;
    b[k] = (double)r->m->vertex[r->corner[i + 1]][k] - x;
  }
  lg_cross_d(a, b, out);
}

/* Every triangle of the fan must look the way the whole face does, or the fan folds over itself. */
static bool fan_is_flat(const reading *r) {
  double sum[3] = {0, 0, 0}, part[3];

  /* the whole face's area vector */
  for (int i = 1; i + 1 < r->corners; i++) {
    area_of(r, i, part);
    for (int k = 0; k < 3; k++) sum[k] += part[k];
  }

  double size2 = lg_dot_d(sum, sum);
  for (int i = 1; i + 1 < r->corners; i++) {
    area_of(r, i, part);
    if (lg_dot_d(sum, part) < -1e-6 * size2) return false;
  }
  return true;
}

static bool read_face(reading *r) {
  if (!read_corners(r, 3)) return false;

  /* 2-D: its edges */
  if (r->m->dim == 2) {
    if (!r->any_face) r->m->faces = 0;
    r->any_face = true;
    for (int i = 0; i < r->corners; i++)
      if (!add_face(r, r->corner[i], r->corner[(i + 1) % r->corners], 0)) return false;
    return true;
  }

  /* 3-D: a fan of triangles */
  if (r->corners > 3 && !fan_is_flat(r))
    return bad(r, "a face is not convex", "let the modeller triangulate the mesh");
  for (int i = 1; i + 1 < r->corners; i++)
    if (!add_face(r, r->corner[0], r->corner[i], r->corner[i + 1])) return false;
  return true;
}

static bool read_polyline(reading *r) {
  if (r->m->dim == 3 || r->any_face) return true;
  if (!read_corners(r, 2)) return false;
  for (int i = 0; i + 1 < r->corners; i++)
    if (!add_face(r, r->corner[i], r->corner[i + 1], 0)) return false;
  return true;
}

static bool read_lines(reading *r) {
  for (; *r->at; next_line(r)) {
    if (!next_word(r)) continue;
    char word = *r->at;
    if (word == 0 || !is_blank(r->at[1])) continue; /* vt, vn, usemtl, ... */
    r->at++;
    if (word == 'v' && !read_vertex(r)) return false;
    if (word == 'f' && !read_face(r)) return false;
    if (word == 'l' && !read_polyline(r)) return false;
  }
  return true;
}

/* ---- vertices in one place ------------------------------------------------------------------ */

typedef struct place {
  float x[3];
  int32_t vertex;
} place;

static int by_place(const void *a, const void *b) {
  const place *p = a, *q = b;
  for (int k = 0; k < 3; k++)
    if (p->x[k] != q->x[k]) return p->x[k] < q->x[k] ? -1 : 1;
  return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

/* For each vertex the first one with the same coordinates. */
static void find_equal(const lg_mesh *m, place *sorted, int32_t *first) {
  for (size_t i = 0; i < m->vertices; i++) {
    memcpy(sorted[i].x, m->vertex[i], sizeof sorted[i].x);
    sorted[i].vertex = (int32_t)i;
  }
  qsort(sorted, m->vertices, sizeof *sorted, by_place);
  for (size_t i = 0; i < m->vertices; i++) {
    bool same = i > 0 && memcmp(sorted[i].x, sorted[i - 1].x, sizeof sorted[i].x) == 0;
    first[sorted[i].vertex] = same ? first[sorted[i - 1].vertex] : sorted[i].vertex;
  }
}

/* Vertices with the same coordinates become one (modellers write a vertex once a face), and faces
   without two or three different ones go. False: no memory. */
static bool weld(lg_mesh *m) {
  place *sorted = lg_mem_realloc(m->mem, NULL, m->vertices * sizeof *sorted);
  int32_t *first = lg_mem_realloc(m->mem, NULL, m->vertices * sizeof *first);
  bool ok = sorted && first;
  if (ok) {
    size_t kept = 0;
    find_equal(m, sorted, first);

    /* faces in the names of first ones */
    for (size_t i = 0; i < m->faces; i++) {
      int32_t *f = m->face[i];
      for (int k = 0; k < m->corners; k++) f[k] = first[f[k]];
      if (f[0] == f[1] || (m->dim == 3 && (f[1] == f[2] || f[2] == f[0]))) continue;
      memmove(m->face[kept++], f, sizeof *m->face);
    }
    m->faces = kept;
  }

  lg_mem_free(m->mem, sorted);
  lg_mem_free(m->mem, first);
  return ok;
}

/* The extent of what faces use; in 2-D it must be flat, and z becomes 0. */
static bool find_extent(reading *r) {
  lg_mesh *m = r->m;
  for (int k = 0; k < 3; k++) {
    m->min[k] = FLT_MAX;
    m->max[k] = -FLT_MAX;
  }
  for (size_t i = 0; i < m->faces; i++)
    for (int c = 0; c < m->corners; c++)
      for (int k = 0; k < 3; k++) {
        float x = m->vertex[m->face[i][c]][k];
        m->min[k] = lg_minf(m->min[k], x);
        m->max[k] = lg_maxf(m->max[k], x);
      }
  if (m->dim == 3) return true;

  /* 2-D: flat but for rounding */
  float wide = lg_maxf(m->max[0] - m->min[0], m->max[1] - m->min[1]), deep = m->max[2] - m->min[2];
  if (deep > 1e-5f * wide)
    return lg_explain(
        r->why,
        "mesh: '%s' is not flat: its z runs from %g to %g m; a 2-D world takes closed "
        "polylines or flat faces in x and y",
        m->path, (double)m->min[2], (double)m->max[2]);
  m->min[2] = m->max[2] = 0;
  for (size_t i = 0; i < m->vertices; i++) m->vertex[i][2] = 0;
  return true;
}

/* Of a polygon: three corners or more, one that repeats the one before it counted once. A first one
   that is given again at the end closes the line by hand. */
static bool check_corners(const reading *r) {
  const lg_mesh *m = r->m;
  const size_t n = m->vertices;
  size_t different = 0, first = 0, again = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t next = (i + 1) % n;
    bool same = memcmp(m->vertex[i], m->vertex[next], sizeof m->vertex[i]) == 0;
    if (!same) different++;
    else if (again == 0) first = i, again = next;
  }
  if (different >= 3) return true;

  /* which of them is which, numbered from 1 */
  char equal[96] = "";
  if (first != again)
    snprintf(equal, sizeof equal, " (%zu and %zu are both at %.4g, %.4g m)",
             (first < again ? first : again) + 1, (first < again ? again : first) + 1,
             (double)m->vertex[first][0], (double)m->vertex[first][1]);
  return lg_explain(r->why,
                    "polygon: 'points' has %zu corner%s, but fewer than three different ones%s; an "
                    "outline needs three",
                    n, n == 1 ? "" : "s", equal);
}

bool lg_mesh_read(lg_mesh *m, const char *text, lg_why *why) {
  reading r = {.m = m, .at = text, .line = 1, .why = why};
  if (!read_lines(&r) || (!m->shared && !check_corners(&r))) return false;
  if (m->faces > 0 && !find_extent(&r)) return false;
  if (m->faces > 0 && !weld(m)) return lg_mesh_no_memory(m, why);
  if (m->faces > 0) return true;
  return lg_explain(why, "mesh: '%s' has no %s; it must be an OBJ file with a closed surface",
                    m->path, m->dim == 3 ? "faces" : "faces or polylines");
}
