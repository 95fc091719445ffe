/* surface.h - what the writers of surfaces share: surface.c (OBJ, PLY, STL) and gltf.c. */
#ifndef LG_RECORD_SURFACE_H
#define LG_RECORD_SURFACE_H

#include "laguna.h"
#include "picture/hulls.h"
#include "record/sheet.h"

typedef struct lg_sheet_surface { /* what a writer gets */
  const lg_world *w;
  const lg_surface *s;
  const lg_hulls *solids; /* 3-D: closed, of quadrangles, in world coordinates; 2-D: none */
} lg_sheet_surface;

typedef struct lg_pose {
  lg_id id;
  const char *name;
  double at[3], turn[4];         /* m; a quaternion, x y z w */
  float translation[3], by[3];   /* the same; by: axial */
  float velocity[3], angular[3]; /* m/s, there; rad/s */
} lg_pose;
/* Of the next collider from the object *i on; false: there is none. */
bool lg_pose_next(const lg_world *w, int *i, lg_pose *out);
/* Its faces; NULL: it has none. */
const lg_hull *lg_surface_hull(const lg_sheet_surface *t, lg_id id);

/* numbers of little-endian formats */
void lg_put32(FILE *f, uint32_t x);
void lg_put_vec(FILE *f, const float x[3]);

lg_sheet_writer lg_surface_glb; /* gltf.c */

#endif
