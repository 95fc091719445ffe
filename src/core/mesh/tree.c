/* tree.c - a bounding volume hierarchy of boxes over the faces, and the search for the nearest one.

   The tree halves the faces at the median of the longest axis: its depth is the logarithm of their
   number, 27 at the most for 100 million, whatever the mesh. */
#include "core/base/vec.h"
#include "core/mesh/mesh.h"
#include "core/param/param.h"

#define LEAF_FACES 4
#define DEPTH_MAX  64 /* more than any halving of 32-bit numbers needs */

/* ---- building ------------------------------------------------------------------------------- */

typedef struct item { /* what is sorted: a face by its centroid */
  float centroid[3];
  int32_t face;
} item;
typedef struct building {
  lg_mesh *m;
  item *all;
  bool failed;
} building;

static bool before(const item *a, const item *b, int axis) {
  return a->centroid[axis] < b->centroid[axis] ||
         (a->centroid[axis] == b->centroid[axis] && a->face < b->face);
}

/* Hoare's selection: the k smallest of [lo, hi) come first. Keys differ, for equal centroids are
   told apart by their numbers. */
static void select_smallest(item *s, int32_t lo, int32_t hi, int32_t k, int axis) {
  for (hi--; lo < hi;) {
    item pivot = s[lo + (hi - lo) / 2];
    int32_t i = lo, j = hi;

    /* smaller ones to the left of the pivot, larger ones to its right */
    while (i <= j) {
      while (before(&s[i], &pivot, axis)) i++;
      while (before(&pivot, &s[j], axis)) j--;
      if (i > j) break;
      item swapped = s[i];
      s[i++] = s[j];
      s[j--] = swapped;
    }

    /* on with the side that holds the k-th */
    if (k <= j) hi = j;
    else if (k >= i) lo = i;
    else return;
  }
}

/* Sets the box of the faces; returns the axis along which their centroids spread most. */
static int bound_faces(const building *b, int32_t begin, int32_t end, lg_mesh_box *box) {
  const lg_mesh *m = b->m;
  float spread[3];
  int longest = 0;

  /* along each axis: box of the corners, spread of the centroids */
  for (int k = 0; k < 3; k++) {
    float lo = FLT_MAX, hi = -FLT_MAX;
    box->min[k] = FLT_MAX;
    box->max[k] = -FLT_MAX;
    for (int32_t i = begin; i < end; i++) {
      lo = lg_minf(lo, b->all[i].centroid[k]);
      hi = lg_maxf(hi, b->all[i].centroid[k]);
      for (int c = 0; c < m->corners; c++) {
        float x = m->vertex[m->face[b->all[i].face][c]][k];
        box->min[k] = lg_minf(box->min[k], x);
        box->max[k] = lg_maxf(box->max[k], x);
      }
    }
    spread[k] = hi - lo;
    if (spread[k] > spread[longest]) longest = k;
  }
  return longest;
}

static void build(building *b, int32_t begin, int32_t end) {
  lg_mesh *m = b->m;
  if (b->failed || !lg_mem_grow(m->mem, &m->box, m->boxes + 1, sizeof *m->box)) {
    b->failed = true;
    return;
  }
  size_t at = m->boxes++;
  m->box[at] = (lg_mesh_box){.next = begin, .count = end - begin};
  int axis = bound_faces(b, begin, end, &m->box[at]);
  if (end - begin <= LEAF_FACES) return;

  /* not a leaf: its halves; m->box may move meanwhile */
  int32_t middle = begin + (end - begin) / 2;
  select_smallest(b->all, begin, end, middle, axis);
  build(b, begin, middle);
  m->box[at].next = (int32_t)m->boxes;
  m->box[at].count = 0;
  build(b, middle, end);
}

/* The faces in the order of the tree, so that a leaf's are side by side. */
static bool sort_faces(const building *b) {
  lg_mesh *m = b->m;
  int32_t(*face)[4] = lg_mem_realloc(m->mem, NULL, m->faces * sizeof *face);
  if (!face) return false;
  for (size_t i = 0; i < m->faces; i++) memcpy(face[i], m->face[b->all[i].face], sizeof *face);
  lg_mem_free(m->mem, m->face);
  m->face = face;
  return true;
}

bool lg_mesh_build_tree(lg_mesh *m, lg_why *why) {
  building b = {.m = m, .all = lg_mem_realloc(m->mem, NULL, m->faces * sizeof(item))};
  if (!b.all) return lg_mesh_no_memory(m, why);

  /* centroids */
  for (size_t i = 0; i < m->faces; i++) {
    b.all[i].face = (int32_t)i;
    for (int k = 0; k < 3; k++) {
      float sum = 0;
      for (int c = 0; c < m->corners; c++) sum += m->vertex[m->face[i][c]][k] / (float)m->corners;
      b.all[i].centroid[k] = sum;
    }
  }

  build(&b, 0, (int32_t)m->faces);
  bool ok = !b.failed && sort_faces(&b);
  lg_mem_free(m->mem, b.all);
  return ok || lg_mesh_no_memory(m, why);
}

/* ---- the nearest point of a face ------------------------------------------------------------ */

/* a feature of a face: corners 0..2, the edge from corner k to the next, the face itself */
enum { CORNER = 0, EDGE = 3, INTERIOR = 6 };

typedef struct nearest {
  double distance2; /* m2 */
  int32_t face;     /* -1: none yet */
  int feature;      /* CORNER + k, EDGE + k or INTERIOR */
  double away[3];   /* m, from the nearest point to p */
} nearest;

static void offer(nearest *best, int32_t face, int feature, const double away[3]) {
  double distance2 = lg_dot_d(away, away);
  if (!(distance2 < best->distance2)) return; /* nor what is no number */
  *best = (nearest){distance2, face, feature, {away[0], away[1], away[2]}};
}

/* p against the segment from corner k to corner l of a face. */
static void try_segment(const lg_mesh *m, int32_t face, int k, int l, const double p[3],
                        nearest *best) {
  const float *a = m->vertex[m->face[face][k]], *b = m->vertex[m->face[face][l]];
  double along[3], away[3];
  for (int c = 0; c < 3; c++) {
    along[c] = (double)b[c] - (double)a[c];
    away[c] = p[c] - (double)a[c];
  }

  /* where p projects onto it, clamped to its ends; corners differ: along is not 0 */
  double t = lg_dot_d(along, away) / lg_dot_d(along, along);
  int feature = t <= 0 ? k : t >= 1 ? l : m->dim == 2 ? INTERIOR : EDGE + k;
  for (int c = 0; c < 3; c++) {
    if (feature == l) away[c] = p[c] - (double)b[c];
    else if (feature != k) away[c] -= t * along[c];
  }
  offer(best, face, feature, away);
}

/* Over the triangle its plane is nearest; elsewhere an edge that p is beyond, so that its
   barycentric coordinate is negative. */
static void try_triangle(const lg_mesh *m, int32_t face, const double p[3], nearest *best) {
  double ab[3], ac[3], ap[3], height = 0;
  for (int c = 0; c < 3; c++) {
    double a = (double)m->vertex[m->face[face][0]][c];
    ab[c] = (double)m->vertex[m->face[face][1]][c] - a;
    ac[c] = (double)m->vertex[m->face[face][2]][c] - a;
    ap[c] = p[c] - a;
    height += ap[c] * (double)m->normal[face][c];
  }
  if (height * height * (1 - 1e-5) > best->distance2) return; /* normals are single precision */

  /* barycentric coordinates v, w of p's projection, times `size`; a sliver has only edges */
  double bb = lg_dot_d(ab, ab), bc = lg_dot_d(ab, ac), cc = lg_dot_d(ac, ac);
  double pb = lg_dot_d(ap, ab), pc = lg_dot_d(ap, ac);
  double size = bb * cc - bc * bc, v = cc * pb - bc * pc, w = bb * pc - bc * pb;
  bool sliver = !(size > 1e-14 * bb * cc);

  if (!sliver && v >= 0 && w >= 0 && v + w <= size) {
    double away[3];
    for (int c = 0; c < 3; c++) away[c] = ap[c] - (v * ab[c] + w * ac[c]) / size;
    offer(best, face, INTERIOR, away);
    return;
  }
  if (sliver || w < 0) try_segment(m, face, 0, 1, p, best);
  if (sliver || v + w > size) try_segment(m, face, 1, 2, p, best);
  if (sliver || v < 0) try_segment(m, face, 2, 0, p, best);
}

static void try_face(const lg_mesh *m, int32_t face, const double p[3], nearest *best) {
  if (m->dim == 2) try_segment(m, face, 0, 1, p, best);
  else try_triangle(m, face, p, best);
}

/* ---- the search ----------------------------------------------------------------------------- */

static double box_distance2(const lg_mesh_box *b, const double p[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double below = (double)b->min[k] - p[k], above = p[k] - (double)b->max[k];
    double out = below > above ? below : above;
    sum += out > 0 ? out * out : 0;
  }
  return sum;
}

typedef struct pending {
  int32_t box;
  double distance2; /* m2 */
} pending;

/* Depth first, the nearer child first, without what is farther than the nearest face so far. */
static void search(const lg_mesh *m, const double p[3], nearest *best) {
  pending stack[DEPTH_MAX];
  int n = 0;
  stack[n++] = (pending){0, box_distance2(&m->box[0], p)};

  while (n > 0) {
    pending at = stack[--n];
    const lg_mesh_box *b = &m->box[at.box];
    if (at.distance2 >= best->distance2) continue;

    /* a leaf */
    for (int32_t i = b->next; i < b->next + b->count; i++) try_face(m, i, p, best);
    if (b->count > 0) continue;

    /* two children */
    pending left = {at.box + 1, box_distance2(b + 1, p)};
    pending right = {b->next, box_distance2(&m->box[b->next], p)};
    bool left_first = left.distance2 <= right.distance2;
    stack[n++] = left_first ? right : left;
    stack[n++] = left_first ? left : right;
  }
}

/* On which side of the nearest feature: the sign of (p - nearest point) . pseudonormal (Baerentzen
   & Aanaes 2005). */
static double side(const lg_mesh *m, const nearest *found) {
  const int32_t *f = m->face[found->face];
  double normal[3];
  for (int k = 0; k < 3; k++) {
    if (found->feature < EDGE) normal[k] = (double)m->pseudonormal[f[found->feature]][k];
    else normal[k] = (double)m->normal[found->face][k];
    if (found->feature >= EDGE && found->feature < INTERIOR)
      normal[k] += (double)m->normal[m->neighbor[found->face][found->feature - EDGE]][k];
  }
  return lg_dot_d(found->away, normal) < 0 ? -1 : 1;
}

double lg_mesh_exact(const lg_mesh *m, const double p[3], int32_t *hint) {
  nearest found = {HUGE_VAL, -1, 0, {0, 0, 0}};
  if (*hint >= 0) try_face(m, *hint, p, &found);
  search(m, p, &found);
  if (found.face < 0) return LG_HUGE; /* p is infinite or no number */
  *hint = found.face;
  return side(m, &found) * sqrt(found.distance2);
}
