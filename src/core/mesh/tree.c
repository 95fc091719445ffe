/* tree.c - a tree of boxes over the faces, and the search for the nearest one.

   The tree halves the faces at the median of the longest axis: its depth is the logarithm of their
   number, whatever the mesh. */
#include "core/mesh/mesh.h"
#include "core/param/param.h"

#define LEAF 4  /* faces of a leaf */
#define DEEP 64 /* more than any halving of 32-bit numbers needs */

/* ---- growing -------------------------------------------------------------------------------- */

/* what is sorted: a face by its middle */
typedef struct sheaf {
  float middle[3];
  int32_t face;
} sheaf;
typedef struct growing {
  lg_mesh *m;
  sheaf *all;
  bool failed;
} growing;

static bool before(const sheaf *a, const sheaf *b, int axis) {
  return a->middle[axis] < b->middle[axis] ||
         (a->middle[axis] == b->middle[axis] && a->face < b->face);
}

/* Hoare's selection: the k smallest of [lo, hi) come first. Keys differ, for equal middles are told
   apart by their numbers. */
static void select_half(sheaf *s, int32_t lo, int32_t hi, int32_t k, int axis) {
  for (hi--; lo < hi;) {
    sheaf pivot = s[lo + (hi - lo) / 2];
    int32_t i = lo, j = hi;
    while (i <= j) {
      while (before(&s[i], &pivot, axis)) i++;
      while (before(&pivot, &s[j], axis)) j--;
      if (i > j) break;
      sheaf swapped = s[i];
      s[i++] = s[j];
      s[j--] = swapped;
    }
    if (k <= j) hi = j;
    else if (k >= i) lo = i;
    else return;
  }
}

static void around(const growing *g, int32_t begin, int32_t end, lg_mesh_box *box, float lo[3],
                   float hi[3]) {
  for (int k = 0; k < 3; k++) {
    box->min[k] = lo[k] = FLT_MAX;
    box->max[k] = hi[k] = -FLT_MAX;
    for (int32_t i = begin; i < end; i++) {
      lo[k] = lg_minf(lo[k], g->all[i].middle[k]);
      hi[k] = lg_maxf(hi[k], g->all[i].middle[k]);
      for (int c = 0; c < g->m->corners; c++) {
        float x = g->m->vertex[g->m->face[g->all[i].face][c]][k];
        box->min[k] = lg_minf(box->min[k], x);
        box->max[k] = lg_maxf(box->max[k], x);
      }
    }
  }
}

static void grow(growing *g, int32_t begin, int32_t end) {
  lg_mesh *m = g->m;
  float lo[3], hi[3];
  if (g->failed || !lg_mesh_room(m->mem, &m->box, &m->box_room, m->boxes + 1, sizeof *m->box)) {
    g->failed = true;
    return;
  }
  size_t at = m->boxes++;
  m->box[at] = (lg_mesh_box){.next = begin, .count = end - begin};
  around(g, begin, end, &m->box[at], lo, hi);
  if (end - begin <= LEAF) return;
  int axis = 0;
  for (int k = 1; k < 3; k++)
    if (hi[k] - lo[k] > hi[axis] - lo[axis]) axis = k;
  int32_t middle = begin + (end - begin) / 2;
  select_half(g->all, begin, end, middle, axis);
  grow(g, begin, middle);
  m->box[at].next = (int32_t)m->boxes;
  m->box[at].count = 0;
  grow(g, middle, end);
}

/* The faces in the order of the tree, so that a leaf's are side by side. */
static bool put_in_order(const growing *g) {
  lg_mesh *m = g->m;
  size_t bytes = m->face_room * sizeof *m->face;
  int32_t(*face)[4] = lg_mem_realloc(m->mem, NULL, bytes);
  if (!face) return false;
  for (size_t i = 0; i < m->faces; i++) memcpy(face[i], m->face[g->all[i].face], sizeof *face);
  lg_mem_free(m->mem, m->face);
  m->face = face;
  return true;
}

bool lg_mesh_grow(lg_mesh *m, char *why, size_t why_bytes) {
  size_t bytes = m->faces * sizeof(sheaf);
  growing g = {m, lg_mem_realloc(m->mem, NULL, bytes), false};
  if (!g.all) return lg_mesh_no_memory(m, why, why_bytes);
  for (size_t i = 0; i < m->faces; i++) {
    g.all[i].face = (int32_t)i;
    for (int k = 0; k < 3; k++) {
      float sum = 0;
      for (int c = 0; c < m->corners; c++) sum += m->vertex[m->face[i][c]][k] / (float)m->corners;
      g.all[i].middle[k] = sum;
    }
  }
  grow(&g, 0, (int32_t)m->faces);
  bool ok = !g.failed && put_in_order(&g);
  lg_mem_free(m->mem, g.all);
  return ok || lg_mesh_no_memory(m, why, why_bytes);
}

/* ---- the nearest point of a face ------------------------------------------------------------ */

typedef struct nearest {
  double d2;    /* m2 */
  int32_t face; /* -1: none yet */
  /* 0..2: that corner; 3..5: the edge from corner part - 3 to the next; 6: the face itself */
  int part;
  double away[3]; /* m, from the nearest point to p */
} nearest;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void offer(nearest *best, int32_t face, int part, const double away[3]) {
  double d2 = dot(away, away);
  if (!(d2 < best->d2)) return; /* nor what is no number */
  *best = (nearest){d2, face, part, {away[0], away[1], away[2]}};
}

/* p against the segment from corner k to corner l, given p - corner k. */
static void try_segment(const lg_mesh *m, int32_t face, int k, int l, const double p[3],
                        nearest *best) {
  const float *a = m->vertex[m->face[face][k]], *b = m->vertex[m->face[face][l]];
  double along[3], from[3];
  for (int c = 0; c < 3; c++) {
    along[c] = (double)b[c] - (double)a[c];
    from[c] = p[c] - (double)a[c];
  }
  double t = dot(along, from) / dot(along, along); /* corners differ: along is not 0 */
  int part = t <= 0 ? k : t >= 1 ? l : m->dim == 2 ? 6 : 3 + k;
  for (int c = 0; c < 3; c++)
    from[c] = part == l ? p[c] - (double)b[c] : part == k ? from[c] : from[c] - t * along[c];
  offer(best, face, part, from);
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
  if (height * height * (1 - 1e-5) > best->d2) return; /* normals are of single precision */
  double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), pb = dot(ap, ab), pc = dot(ap, ac);
  /* barycentric, times size */
  double size = bb * cc - bc * bc, v = cc * pb - bc * pc, w = bb * pc - bc * pb;
  bool thin = !(size > 1e-14 * bb * cc);
  if (!thin && v >= 0 && w >= 0 && v + w <= size) {
    double away[3];
    for (int c = 0; c < 3; c++) away[c] = ap[c] - (v * ab[c] + w * ac[c]) / size;
    offer(best, face, 6, away);
    return;
  }
  if (thin || w < 0) try_segment(m, face, 0, 1, p, best);
  if (thin || v + w > size) try_segment(m, face, 1, 2, p, best);
  if (thin || v < 0) try_segment(m, face, 2, 0, p, best);
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

typedef struct waiting {
  int32_t box;
  double d2;
} waiting;

static void search(const lg_mesh *m, const double p[3], nearest *best) {
  waiting stack[DEEP];
  int n = 0;
  stack[n++] = (waiting){0, box_distance2(&m->box[0], p)};
  while (n > 0) {
    waiting w = stack[--n];
    const lg_mesh_box *b = &m->box[w.box];
    if (w.d2 >= best->d2) continue;
    for (int32_t i = b->next; i < b->next + b->count; i++) try_face(m, i, p, best);
    if (b->count > 0) continue;
    waiting l = {w.box + 1, box_distance2(b + 1, p)},
            r = {b->next, box_distance2(&m->box[b->next], p)};
    bool left_first = l.d2 <= r.d2;
    stack[n++] = left_first ? r : l;
    stack[n++] = left_first ? l : r;
  }
}

/* On which side of what is nearest: the sign of (p - nearest point) . pseudonormal. */
static double side(const lg_mesh *m, const nearest *found) {
  const int32_t *f = m->face[found->face];
  double lean[3];
  for (int k = 0; k < 3; k++) {
    if (found->part < 3) lean[k] = (double)m->lean[f[found->part]][k];
    else lean[k] = (double)m->normal[found->face][k];
    if (found->part >= 3 && found->part < 6)
      lean[k] += (double)m->normal[m->other[found->face][found->part - 3]][k];
  }
  return dot(found->away, lean) < 0 ? -1 : 1;
}

double lg_mesh_exact(const lg_mesh *m, const double p[3], int32_t *hint) {
  nearest found = {HUGE_VAL, -1, 0, {0, 0, 0}};
  if (*hint >= 0) try_face(m, *hint, p, &found);
  search(m, p, &found);
  if (found.face < 0) return LG_HUGE; /* p is infinite or no number */
  *hint = found.face;
  return side(m, &found) * sqrt(found.d2);
}
