/* shape.mesh - the inside of a closed surface from an OBJ file: triangles in 3-D, closed polylines
   or flat faces in 2-D.

   Near the surface the distance is read from a grid with two cells a spacing (four in 2-D), so
   details below half a spacing are rounded off; farther away it is that to the nearest face. The
   sign is that of the angle-weighted pseudonormal there (Baerentzen & Aanaes 2005), for which the
   surface must be closed and must not run through itself: join bodies that overlap with a union of
   shapes instead. The file is read when the shape is made. */
#include "laguna_solver.h"

typedef struct mesh {
  LG_SHAPE_POSE;
  char file[LG_TEXT_MAX];
  float scale;
  int surface; /* state: the world's */
} mesh;

static const lg_param rows[] = {LG_SHAPE_POSE_ROWS(mesh),
                                LG_ROW_(mesh, file, LG_FILE, 0, 0, 0, 0, 0, 0, "", NULL,
                                        "the OBJ file, relative to the scene",
                                        LG_REQUIRED | LG_RESTART),
                                LG_ROW_(mesh, scale, LG_FLOAT, 1, 0, 0, 0, LG_TINY, LG_HUGE, "m",
                                        NULL, "how long one unit of the file is", LG_RESTART),
                                LG_ROWS_END};

static bool load(lg_world *w, void *self, lg_why *why) {
  mesh *m = self;
  m->surface = lg_mesh_load(w, m->file, m->scale, why);
  return m->surface != 0;
}

static void drop(lg_world *w, void *self) { lg_mesh_drop(w, ((mesh *)self)->surface); }

static float distance(const lg_world *w, const void *self, const float p[3]) {
  return lg_mesh_distance(w, ((const mesh *)self)->surface, p);
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  return lg_mesh_bounds(w, ((const mesh *)self)->surface, min, max);
}

static bool faces(const lg_world *w, const void *self, lg_faces *out) {
  return lg_mesh_faces(w, ((const mesh *)self)->surface, out);
}

const lg_kind LG_KIND(shape,
                      mesh) = {.name = "mesh",
                               .family = LG_FAMILY_SHAPE,
                               .doc = "The inside of a closed surface from an OBJ file.",
                               .also = "obj|triangles|model",
                               .size = sizeof(mesh),
                               .params = rows,
                               .create = load,
                               .destroy = drop,
                               .shape = {.distance = distance, .bounds = bounds, .faces = faces}};
