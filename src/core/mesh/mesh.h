/* mesh.h - closed surfaces from OBJ text: triangles in 3-D, line segments in 2-D, and the signed
   distance to them.

   text -> read.c: corners, faces -> loops.c (2-D): closed loops -> tree.c: a tree of boxes
        -> close.c: is it closed, which side is inside -> grid.c: distances near the surface
        -> mesh.c: who uses it, and what it answers

   Sign: the pseudonormal of what is nearest, a face, an edge (n1 + n2) or a corner (sum of angle x
   n), says the side: Baerentzen & Aanaes 2005, "Signed distance computation using the angle
   weighted pseudonormal". */
#ifndef LG_CORE_MESH_H
#define LG_CORE_MESH_H

#include "core/base/base.h"

#define LG_MESH_CELLS 8 /* cells of a brick along an axis */
#define LG_MESH_NODES (LG_MESH_CELLS + 1)

/* of the tree: the left child follows its parent, the right one is at `next` */
typedef struct lg_mesh_box {
  float min[3], max[3];
  int32_t next;  /* leaves: the first face */
  int32_t count; /* faces of a leaf; 0: not a leaf */
} lg_mesh_box;

typedef struct lg_mesh_grid {
  float cell, lo[3]; /* m; lower corner */
  int bricks[3];
  size_t count, near; /* bricks in all, and of those with nodes */
  /* per brick: which nodes are its own; -1: none, it is far from the surface */
  int32_t *index;
  float *node; /* m, signed distances: LG_MESH_NODES^dim a brick, x fastest */
} lg_mesh_grid;

typedef struct lg_mesh {
  lg_mem *mem;
  int dim, corners; /* of a face: 3 in 3-D, 2 in 2-D */
  char path[LG_TEXT_MAX];
  float scale; /* m per unit of the file */
  int users;
  float min[3], max[3]; /* m */
  size_t vertices, vertex_room, faces, face_room, boxes, box_room;
  float (*vertex)[3]; /* m */
  /* its corners, counter-clockwise seen from outside (2-D: the inside is on the left), and its line
     */
  int32_t (*face)[4];
  int32_t (*other)[3]; /* 3-D: the face across the edge from corner k to k + 1 */
  float (*normal)[3];  /* of a face, outward, length 1 (0 for a face without area) */
  float (*lean)[3];    /* of a vertex: its pseudonormal, of any length */
  lg_mesh_box *box;
  lg_mesh_grid grid;
} lg_mesh;

/* of a world; handles are places + 1 */
typedef struct lg_meshes {
  int count, capacity;
  lg_mesh **mesh;
} lg_meshes;

/* Each of these refuses with a whole sentence in why. */
/* vertices, faces, extent */
bool lg_mesh_read(lg_mesh *m, const char *text, char *why, size_t why_bytes);
/* 2-D: closed loops, turned the right way */
bool lg_mesh_trace(lg_mesh *m, char *why, size_t why_bytes);
/* the tree; puts the faces into its order */
bool lg_mesh_grow(lg_mesh *m, char *why, size_t why_bytes);
/* 3-D: neighbours, orientation; all normals */
bool lg_mesh_close(lg_mesh *m, char *why, size_t why_bytes);
/* the grid; false: no memory */
bool lg_mesh_cache(lg_mesh *m, float spacing, int threads);
bool lg_mesh_no_memory(const lg_mesh *m, char *why, size_t why_bytes); /* always false */

/* Signed distance in m without the grid. *hint is a face that may be near, or -1, and then the
   nearest: a good one saves time. */
double lg_mesh_exact(const lg_mesh *m, const double p[3], int32_t *hint);
/* Sees to it that *array holds n elements and keeps what is in it. False: no memory, nothing
   changed. */
bool lg_mesh_room(lg_mem *mem, void *array, size_t *room, size_t n, size_t element);
void lg_meshes_free(lg_meshes *all, lg_mem *mem);

#endif
