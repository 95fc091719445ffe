/* camera.h - a camera worked out for one picture size. */
#ifndef LG_PICTURE_CAMERA_H
#define LG_PICTURE_CAMERA_H

#include "picture/scratch.h"

typedef struct lg_lens {
  int dim;
  float axis[3][3]; /* rows: right, up, forward; unit vectors */
  float origin[3];  /* 3-D: the eye; 2-D: the target */
  float scale;      /* pixels per m: in 2-D everywhere, in 3-D at depth 1 m */
  float cx, cy;     /* pixel of the target */
  float focus;      /* m, 3-D: distance from the eye to the target */
  float near;       /* m: nothing nearer than this is drawn */
} lg_lens;
lg_lens lg_camera_lens(const lg_camera *c, int width, int height);

/* Pixel and depth of a point; returns pixels per m there, 0: behind the eye. Depth is 0 in 2-D. */
static inline float lg_lens_project(const lg_lens *l, const float p[3], float out[3]) {
  if (l->dim == 2) {
    out[0] = l->cx + (p[0] - l->origin[0]) * l->scale;
    out[1] = l->cy - (p[1] - l->origin[1]) * l->scale;
    out[2] = 0;
    return l->scale;
  }

  /* Perspective: the point in the camera's axes, divided by its depth. */
  float d[3] = {p[0] - l->origin[0], p[1] - l->origin[1], p[2] - l->origin[2]};
  float z = d[0] * l->axis[2][0] + d[1] * l->axis[2][1] + d[2] * l->axis[2][2];

  out[0] = l->cx;
  out[1] = l->cy;
  out[2] = z;
  if (!(z > l->near)) return 0;
  float k = l->scale / z;
  out[0] = l->cx + k * (d[0] * l->axis[0][0] + d[1] * l->axis[0][1] + d[2] * l->axis[0][2]);
  out[1] = l->cy - k * (d[0] * l->axis[1][0] + d[1] * l->axis[1][1] + d[2] * l->axis[1][2]);
  return k;
}

#endif
