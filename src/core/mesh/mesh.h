/* mesh.h - closed surfaces from OBJ text, triangles in 3-D and line segments in 2-D, and the signed
   distance to them.

   text -> obj.c: vertices, faces -> outline.c (2-D): closed loops -> tree.c: a tree of boxes
        -> surface.c: is it closed, which side is inside -> grid.c: distances near the surface
        -> mesh.c: who uses it, and what it answers

   Sign: the pseudonormal of the nearest feature, a face, an edge (n1 + n2) or a vertex (sum of
   angle x n), tells the side (Baerentzen & Aanaes 2005, "Signed distance computation using the
   angle weighted pseudonormal"). */
#ifndef LG_CORE_MESH_H
#define LG_CORE_MESH_H

#include "core/base/base.h"
#include "core/base/bricks.h"

/* Of the tree, in depth-first order: the left child follows its parent, the right one is at
   `next`. */
typedef struct lg_mesh_box {
  float min[3], max[3]; /* m */
  int32_t next;         /* leaves: the first face */
  int32_t count;        /* faces of a leaf; 0: not a leaf */
} lg_mesh_box;

typedef struct lg_mesh {
  lg_mem *mem;
  int dim, corners; /* of a face: 3 in 3-D, 2 in 2-D */
  char path[LG_TEXT_MAX];
  float scale; /* m per unit of the file */
  int users;
  bool shared;          /* of a file, which others may name too; else of a polygon */
  float min[3], max[3]; /* m */

  size_t vertices, faces, boxes;
  float (*vertex)[3]; /* m */
  /* its vertices, counter-clockwise seen from outside (2-D: the inside is on the left), and its
     line of the file */
  int32_t (*face)[4];
  int32_t (*neighbor)[3];   /* 3-D: the face across the edge from corner k to k + 1 */
  float (*normal)[3];       /* of a face, outward, length 1 (0 for a face without area) */
  float (*pseudonormal)[3]; /* of a vertex, of any length */
  lg_mesh_box *box;

  lg_bricks grid; /* without index: there is none, and every distance is searched in the tree */
  float *node;    /* m, signed distances at the grid's nodes, x fastest, brick after brick */
} lg_mesh;

/* of a world; handles are places + 1 */
typedef struct lg_meshes {
  int count;
  lg_mesh **mesh;
} lg_meshes;

/* Its vertices, the smaller first; at: which one it is, 3 face + k in 3-D, the face itself in
   2-D. */
typedef struct lg_mesh_edge {
  int32_t low, high, at;
} lg_mesh_edge;

/* All edges of faces, equal ones side by side, for the caller to free; NULL: no memory. */
lg_mesh_edge *lg_mesh_sorted_edges(const lg_mesh *m, size_t *n);
/* How many of the next edges, `left` in all, are equal to the first. */
size_t lg_mesh_equal_edges(const lg_mesh_edge *e, size_t left);

/* Each of these refuses with a whole sentence in why. */
bool lg_mesh_read(lg_mesh *m, const char *text, lg_why *why);    /* OBJ text */
bool lg_mesh_orient_outline(lg_mesh *m, lg_why *why);            /* 2-D */
bool lg_mesh_build_tree(lg_mesh *m, lg_why *why);                /* puts faces into its order */
bool lg_mesh_close(lg_mesh *m, lg_why *why);                     /* orientation and all normals */
bool lg_mesh_build_grid(lg_mesh *m, float spacing, int threads); /* false: no memory */
bool lg_mesh_no_memory(const lg_mesh *m, lg_why *why);           /* always false */

/* Signed distance in m without the grid. *hint is a face that may be near, or -1, and then the
   nearest: a good one saves time. */
double lg_mesh_exact(const lg_mesh *m, const double p[3], int32_t *hint);
void lg_meshes_free(lg_meshes *all, lg_mem *mem);

#endif
