/* hull_faces.c - the hull of a collider whose shape is made of faces (shape.mesh): these faces,
   instead of the surface of a distance, which rounds their edges off and has teeth along them.

   The normal at a corner is the mean of the faces that meet there and are turned less than CREASE
   from its own, by the angle that each has at the corner (H. Gouraud, "Continuous shading of curved
   surfaces", 1971; G. Thuermer and C. Wuethrich, "Computing vertex normals from polygonal facets",
   1998): a ball is round, a box keeps its edges. */
#include "picture/hulls.h"
#include "picture/scratch.h"

#include <stdlib.h>

#define CREASE  0.76f /* cosine: 40 degrees */
#define CORNERS 10    /* of a triangle that the six sides of the bounds have cut */

typedef struct corner {
  float p[3], n[3]; /* m, and the normal there */
} corner;

/* Faces by vertex: use[first[v]] .. use[first[v + 1] - 1] are 3 face + place. */
typedef struct fans {
  uint32_t *first, *use;
} fans;

static bool fans_make(fans *f, const lg_faces *of) {
  f->first = calloc(of->vertices + 2, sizeof *f->first);
  f->use = malloc((3 * of->faces + 1) * sizeof *f->use);
  if (!f->first || !f->use) return false;

  /* A counting sort: numbers, where each begins, and the faces in their order. */
  for (size_t i = 0; i < 3 * of->faces; i++) f->first[of->face[i / 3][i % 3] + 2]++;
  for (size_t v = 2; v < of->vertices + 2; v++) f->first[v] += f->first[v - 1];
  for (size_t i = 0; i < 3 * of->faces; i++)
    f->use[f->first[of->face[i / 3][i % 3] + 1]++] = (uint32_t)i;
  return true;
}

static float dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void turn(const lg_faces *of, const float a[3], float out[3]) {
  for (int i = 0; i < 3; i++) out[i] = dot(of->turn[i], a);
}

/* The angle of a face at its corner k, rad. */
static float angle_at(const lg_faces *of, uint32_t face, uint32_t k) {
  const int32_t *v = of->face[face];
  const float *p = of->vertex[v[k]], *q = of->vertex[v[(k + 1) % 3]],
              *r = of->vertex[v[(k + 2) % 3]];
  float a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]},
        b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]}, length = sqrtf(dot(a, a) * dot(b, b));
  return length > 0 ? acosf(lg_clamp(dot(a, b) / length, -1, 1)) : 0;
}

/* The normal of a face at its corner k, in its own frame, of any length. */
static void smooth_normal(const lg_faces *of, const fans *f, uint32_t face, uint32_t k,
                          float n[3]) {
  const float *own = of->normal[face];
  uint32_t v = (uint32_t)of->face[face][k];
  memset(n, 0, 3 * sizeof *n);
  for (uint32_t i = f->first[v]; i < f->first[v + 1]; i++) {
    const float *other = of->normal[f->use[i] / 3];
    if (dot(own, other) < CREASE) continue;
    float angle = angle_at(of, f->use[i] / 3, f->use[i] % 3);
    for (int c = 0; c < 3; c++) n[c] += angle * other[c];
  }
  if (!(dot(n, n) > 0)) memcpy(n, own, 3 * sizeof *n);
}

/* ---- bounds --------------------------------------------------------------------------------- */

static corner between(const corner *a, const corner *b, float t) {
  corner out;
  for (int k = 0; k < 3; k++) {
    out.p[k] = lg_mix(a->p[k], b->p[k], t);
    out.n[k] = lg_mix(a->n[k], b->n[k], t);
  }
  return out;
}

/* What of a polygon is on the inner side of x_k = at (I. Sutherland and G. Hodgman, "Reentrant
   polygon clipping", 1974): how many corners it has. */
static int cut(corner *c, int n, int k, float at, float side) {
  corner out[CORNERS];
  int kept = 0;
  for (int i = 0; i < n; i++) {
    const corner *a = &c[i], *b = &c[(i + 1) % n];
    float da = side * (a->p[k] - at), db = side * (b->p[k] - at);
    if (da >= 0 && kept < CORNERS) out[kept++] = *a;
    if ((da >= 0) != (db >= 0) && kept < CORNERS) out[kept++] = between(a, b, da / (da - db));
  }
  memcpy(c, out, (size_t)kept * sizeof *out);
  return kept;
}

static int clip(corner c[CORNERS], const lg_bounds *b) {
  int n = 3;
  for (int side = 0; side < 6 && n; side++)
    n = cut(c, n, side / 2, side % 2 ? b->max[side / 2] : b->min[side / 2], side % 2 ? -1 : 1);
  return n;
}

/* ---- faces ---------------------------------------------------------------------------------- */

/* A fan of triangles, each a quadrangle whose last two corners are one. */
static bool add_polygon(lg_contour *out, const corner *c, int n) {
  /* a fan of triangles; a face has four corners, the last one twice */
  for (int i = 2; i < n; i++) {
    const corner *of[4] = {&c[0], &c[i - 1], &c[i], &c[i]};
    size_t at = 4 * out->faces;
    if (!lg_room(&out->corner, &out->corner_capacity, at + 4, sizeof *out->corner) ||
        !lg_room(&out->normal, &out->normal_capacity, at + 4, sizeof *out->normal))
      return false;

    /* Places, and normals of length 1. */
    for (size_t k = 0; k < 4; k++) {
      float per = 1 / sqrtf(lg_max(dot(of[k]->n, of[k]->n), 1e-30f));
      memcpy(out->corner[at + k], of[k]->p, sizeof of[k]->p);
      for (int a = 0; a < 3; a++) out->normal[at + k][a] = per * of[k]->n[a];
    }
    out->faces++;
  }
  return true;
}

static bool add_triangle(lg_contour *out, const lg_faces *of, const fans *f, const lg_bounds *b,
                         uint32_t face) {
  corner c[CORNERS];
  for (uint32_t k = 0; k < 3; k++) {
    float n[3];
    smooth_normal(of, f, face, k, n);
    turn(of, n, c[k].n);
    turn(of, of->vertex[of->face[face][k]], c[k].p);
    for (int a = 0; a < 3; a++) c[k].p[a] += of->shift[a];
  }
  return add_polygon(out, c, clip(c, b));
}

bool lg_hull_faces(lg_contour *out, const lg_faces *of, const lg_bounds *bounds) {
  fans f = {NULL, NULL};
  out->corners = 4;
  out->faces = 0;
  bool ok = fans_make(&f, of);
  for (size_t i = 0; ok && i < of->faces; i++) ok = add_triangle(out, of, &f, bounds, (uint32_t)i);
  free(f.first);
  free(f.use);
  return ok;
}
