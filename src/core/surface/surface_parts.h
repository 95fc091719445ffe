/* surface_parts.h - the steps from particles to a closed mesh, in their order. Lengths are
   spacings, counted from the field's lower corner. */
#ifndef LG_CORE_SURFACE_PARTS_H
#define LG_CORE_SURFACE_PARTS_H

#include "core/base/world.h"

#define LG_SURFACE_REACH 2.0f /* spacings: radius of the kernel, and side of a bin */
#define LG_SURFACE_LEVEL 0.5f /* of the field, where the surface is */
#define LG_NODES_MAX     16   /* of a bin, along an axis */

/* field.c: particles sorted into bins, and the field at the nodes of those near the surface.

   +-------+-------+-------+   a bin: side 2, `cells` nodes along an axis, of which the first is
   | . . . | . o .o| . . . |   its corner; o: particles. Bins far from particles have no nodes,
   | . . . | o . . | . . . |   nor have those in the bulk, where the field is 1 throughout. */
typedef struct lg_surface_field {
  lg_world *w;
  int dim, cells, threads;
  double origin[3], spacing; /* m */
  float cell;
  size_t n;
  float (*x)[3];      /* of the particles, in order of bins */
  float *weight;      /* of its kernel; negative: it is deep in the bulk */
  float usual;        /* weight of those that are not almost alone */
  uint32_t *particle; /* their numbers in the world */
  int size[3];
  size_t bins, nodes; /* nodes of a bin */
  uint32_t *first;    /* of each bin, and one more */
  int32_t *active;    /* number of a bin with nodes; LG_BIN_EMPTY, LG_BIN_FULL */
  size_t actives;
  uint32_t *bin; /* of each with nodes */
  float *value;  /* nodes of each, x fastest */
} lg_surface_field;
/* LG_BIN_SHELL: full, and yet with nodes; only while bins are told apart */
enum { LG_BIN_EMPTY = -1, LG_BIN_FULL = -2, LG_BIN_SHELL = -3 };

bool lg_surface_field_make(lg_surface_field *f); /* false: the world refuses */
void lg_surface_field_free(lg_surface_field *f);

/* The field at a node, counted from the lower corner. */
LG_INLINE float lg_surface_node(const lg_surface_field *f, int i, int j, int k) {
  int b[3] = {i / f->cells, j / f->cells, k / f->cells};
  size_t bin = ((size_t)b[2] * (size_t)f->size[1] + (size_t)b[1]) * (size_t)f->size[0] +
               (size_t)b[0];
  int32_t a = f->active[bin];
  if (a < 0) return a == LG_BIN_FULL ? 1.0f : 0.0f;
  int in[3] = {i - b[0] * f->cells, j - b[1] * f->cells, k - b[2] * f->cells};
  return f->value[(size_t)a * f->nodes + (size_t)((in[2] * f->cells + in[1]) * f->cells + in[0])];
}

/* Calls fn for each particle nearer than the reach to a point; d: its distance squared. */
typedef void lg_surface_near_fn(void *user, size_t at, float d2);
void lg_surface_near(const lg_surface_field *f, const float p[3], lg_surface_near_fn *fn,
                     void *user);

/* cases.c: which faces a cell has by which of its corners are inside (corner c is at (c & 1, c >> 1
   & 1, c >> 2)). An edge is axis * 4 + where it begins on the other two axes, the lower one
   first. */
#define LG_CASE_FACES 12
typedef struct lg_surface_cases {
  uint8_t faces[256];
  uint8_t edge[256][LG_CASE_FACES][3]; /* in 2-D the first two */
} lg_surface_cases;
void lg_surface_cases_make(lg_surface_cases *c, int dim);
/* The corner where an edge begins. */
LG_INLINE int lg_surface_edge_corner(int edge) {
  int axis = edge / 4, low = edge & 1, high = edge >> 1 & 1, a = axis == 0, b = axis == 2 ? 1 : 2;
  return low << a | high << b;
}

/* extract.c: vertices and faces of the level. False: the world refuses. */
bool lg_surface_extract(const lg_surface_field *f, lg_surface *s);
/* smooth.c: takes the particles' bumps off the mesh, more where the bulk is behind it (0..1, of
   each vertex), and moves it until it holds `volume` (spacings^dim). */
bool lg_surface_smooth(const lg_surface_field *f, lg_surface *s, const float *bulk, double volume);

#endif
