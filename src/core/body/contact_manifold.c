/* contact_manifold.c - of the many points of a pair that are near each other the few that carry
   it.

   Points whose normals agree are a face's: of each face the deepest one stays, and those that
   stretch farthest, which are two in 2-D and four in 3-D: the longest line through the face and the
   two points farthest from it, to either side. What lies between them carries nothing that they do
   not (Ericson 2005, "Real-Time Collision Detection", 5.5). */
#include "core/body/contacts.h"

#define ONE_FACE 0.9 /* cosine of the angle between normals of one face */
enum { FACES = 3, OF_A_FACE = 5 };

static void swap(lg_candidate *a, lg_candidate *b) {
  lg_candidate kept = *a;
  *a = *b;
  *b = kept;
}

static double distance2(const double a[3], const double b[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/* Which of them is deepest. */
static int deepest(const lg_candidate *c, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (c[i].depth > c[best].depth) best = i;
  return best;
}

static int farthest(const lg_candidate *c, int n, const double from[3]) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (distance2(c[i].x, from) > distance2(c[best].x, from)) best = i;
  return best;
}

/* The one that is farthest to the left of the line from p to q, seen along `up`, or to its right
   (side -1); -1: none is. */
static int beside(const lg_candidate *c, int n, const lg_candidate *p, const lg_candidate *q,
                  double side) {
  double line[3], left[3], most = 0;
  int best = -1;
  for (int k = 0; k < 3; k++) line[k] = q->x[k] - p->x[k];
  lg_cross_d(p->normal, line, left);

  for (int i = 0; i < n; i++) {
    double off[3], far;
    for (int k = 0; k < 3; k++) off[k] = c[i].x[k] - p->x[k];
    far = side * lg_dot_d(off, left);
    if (far > most * (1 + 1e-6)) {
      most = far;
      best = i;
    }
  }
  return best;
}

/* Of one face: returns how many of the n are kept, in front. */
static int reduce_face(lg_candidate *c, int n) {
  int kept = 0;
  swap(&c[kept++], &c[deepest(c, n)]);
  for (int end = 0; end < 2 && kept < n; end++)
    swap(&c[kept], &c[kept + farthest(c + kept, n - kept, c[kept - 1].x)]), kept++;
  if (kept < 3) return kept;

  for (int side = -1; side <= 1 && kept < n; side += 2) {
    int at = beside(c + kept, n - kept, &c[1], &c[2], side);
    if (at >= 0) swap(&c[kept], &c[kept + at]), kept++;
  }
  return kept;
}

int lg_manifold_reduce(lg_candidate *found, int n) {
  int kept = 0, from = 0;
  for (int face = 0; face < FACES && from < n; face++) {
    /* the deepest of the rest, and all that look the same way */
    int end = from;
    swap(&found[end++], &found[from + deepest(found + from, n - from)]);
    for (int i = end; i < n; i++)
      if (lg_dot_d(found[i].normal, found[from].normal) > ONE_FACE) swap(&found[end++], &found[i]);

    int of_face = reduce_face(found + from, end - from);
    for (int i = 0; i < of_face; i++) swap(&found[kept++], &found[from + i]);
    from = end;
  }
  return kept;
}
