/* hulls.h - the colliders of a shot, as faces in world coordinates; made anew only when a collider
   has moved or changed. */
#ifndef LG_PICTURE_HULLS_H
#define LG_PICTURE_HULLS_H

#include "laguna_kind.h"
#include "picture/contour.h"

#define LG_PROBES 27
typedef struct lg_hull {
  lg_id id;
  uint32_t color;       /* 0xRRGGBBAA */
  float min[3], max[3]; /* m, where it is looked at: its extent inside the bounds */
  /* m, its distances on a 3 x 3 x 3 grid of that box: another pose gives others */
  float probe[LG_PROBES];
  lg_contour contour;
} lg_hull;

typedef struct lg_hulls {
  int count; /* live ones; the slots behind them keep their memory */
  size_t slots;
  lg_hull *hull;
  bool whole; /* 3-D: with the faces where the bounds cut a solid, which would hide a picture */
} lg_hulls;

/* hull_faces.c: 3-D, of the faces of a mesh, as far as they are inside the bounds. False: no
   memory. */
bool lg_hull_faces(lg_contour *out, const lg_faces *of, const lg_bounds *bounds);

bool lg_hulls_take(lg_hulls *s, const lg_world *w); /* false: no memory */
void lg_hulls_free(lg_hulls *s);

#endif
