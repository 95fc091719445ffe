/* solids.h - surfaces as triangles for the test of shape.mesh: made, written as OBJ text, and asked
   by brute force. */
#ifndef LG_TESTS_SOLIDS_H
#define LG_TESTS_SOLIDS_H

#include <stdio.h>

#include "files.h"
#include "shape/shapes.h"

enum { VERTICES = 40000, FACES = 80000, TEXT = 8 << 20 };
typedef struct solid {
  int vertices, faces;
  double v[VERTICES][3];
  int f[FACES][3];
} solid;

static inline int solid_vertex(solid *s, double x, double y, double z) {
  double *v = s->v[s->vertices];
  v[0] = x;
  v[1] = y;
  v[2] = z;
  return s->vertices++;
}

static inline void solid_face(solid *s, int a, int b, int c) {
  int *f = s->f[s->faces++];
  f[0] = a;
  f[1] = b;
  f[2] = c;
}

/* The middle of an edge, lifted to the sphere of radius r about c; found among those of this round
   if it is there already. */
static inline int middle(solid *s, int from, int a, int b, const double c[3], double r) {
  double m[3], length = 0;
  for (int k = 0; k < 3; k++) {
    m[k] = (s->v[a][k] + s->v[b][k]) / 2 - c[k];
    length += m[k] * m[k];
  }
  for (int k = 0; k < 3; k++) m[k] = c[k] + m[k] * r / sqrt(length);
  for (int i = from; i < s->vertices; i++)
    if (fabs(s->v[i][0] - m[0]) + fabs(s->v[i][1] - m[1]) + fabs(s->v[i][2] - m[2]) < 1e-9 * r)
      return i;
  return solid_vertex(s, m[0], m[1], m[2]);
}

/* Adds an icosahedron whose faces were quartered `times` times and lifted to the sphere; inward:
   turned inside out. */
static inline void add_icosphere(solid *s, double x, double y, double z, double r, int times,
                                 bool inward) {
  static const int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                  {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                  {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                  {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  double g = (1 + sqrt(5)) / 2, l = r / sqrt(1 + g * g), c[3] = {x, y, z};
  double corner[12][3] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                          {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                          {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  int first = s->vertices, begin = s->faces;
  for (int i = 0; i < 12; i++)
    solid_vertex(s, x + l * corner[i][0], y + l * corner[i][1], z + l * corner[i][2]);
  for (int i = 0; i < 20; i++)
    solid_face(s, first + face[i][0], first + face[i][inward ? 2 : 1],
               first + face[i][inward ? 1 : 2]);
  for (int round = 0; round < times; round++) {
    int end = s->faces, from = s->vertices;
    for (int i = begin; i < end; i++) {
      int a = s->f[i][0], b = s->f[i][1], d = s->f[i][2];
      int ab = middle(s, from, a, b, c, r), bd = middle(s, from, b, d, c, r),
          da = middle(s, from, d, a, c, r);
      solid_face(s, ab, b, bd);
      solid_face(s, da, bd, d);
      solid_face(s, ab, bd, da);
      s->f[i][1] = ab;
      s->f[i][2] = da;
    }
  }
}

/* A torus about z: a tube of radius r round a circle of radius R. */
static inline void add_torus(solid *s, double R, double r, int around, int across) {
  int first = s->vertices;
  for (int i = 0; i < around; i++)
    for (int j = 0; j < across; j++) {
      double a = 2 * acos(-1) * i / around, b = 2 * acos(-1) * j / across, q = R + r * cos(b);
      solid_vertex(s, q * cos(a), q * sin(a), r * sin(b));
    }
  for (int i = 0; i < around; i++)
    for (int j = 0; j < across; j++) {
      int i1 = (i + 1) % around, j1 = (j + 1) % across;
      int a = first + i * across + j, b = first + i1 * across + j, c = first + i1 * across + j1,
          d = first + i * across + j1;
      solid_face(s, a, b, c);
      solid_face(s, a, c, d);
    }
}

/* The OBJ text; `reversed` turns every face round. */
static inline const char *solid_text(const solid *s, bool reversed) {
  static char text[TEXT];
  size_t n = 0;
  for (int i = 0; i < s->vertices; i++)
    n += (size_t)snprintf(text + n, TEXT - n, "v %.9g %.9g %.9g\n", s->v[i][0], s->v[i][1],
                          s->v[i][2]);
  for (int i = 0; i < s->faces; i++) {
    const int *f = s->f[i];
    n += (size_t)snprintf(text + n, TEXT - n, "f %d %d %d\n", f[0] + 1, f[reversed ? 2 : 1] + 1,
                          f[reversed ? 1 : 2] + 1);
  }
  assert_true(n < TEXT);
  return text;
}

/* Winding number: the triangles' solid angles seen from p, over 4 pi (Van Oosterom & Strackee
   1983). 1 inside, 0 outside. */
static inline double winding(const solid *s, const double p[3]) {
  double sum = 0;
  for (int i = 0; i < s->faces; i++) {
    double a[3][3], l[3], d[3];
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) a[c][k] = s->v[s->f[i][c]][k] - p[k];
      l[c] = sqrt(a[c][0] * a[c][0] + a[c][1] * a[c][1] + a[c][2] * a[c][2]);
    }
    for (int c = 0; c < 3; c++) {
      const double *u = a[c], *v = a[(c + 1) % 3];
      d[c] = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    }
    double box = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) +
                 a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
                 a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    sum += 2 * atan2(box, l[0] * l[1] * l[2] + d[0] * l[2] + d[1] * l[0] + d[2] * l[1]);
  }
  return sum / (4 * acos(-1));
}

/* A world of 3 m a side about the origin that reads `text` as "a.obj". */
static inline lg_world *library(int dim, double spacing, const char *text, int64_t threads) {
  static memory_file files[2];
  files[0] = (memory_file){"a.obj", text};
  lg_world_def def = space_def(dim, -1.5, 1.5, spacing);
  def.read = read_memory;
  def.read_user = files;
  def.threads = threads;
  return space_of(def);
}

#endif
