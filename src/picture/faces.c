/* faces.c - projects the colliders' faces and sorts them into bands. */
#include "picture/bands.h"
#include "picture/frame.h"
#include "picture/look.h"

/* Brightness of a surface with this normal (world), for the light that goes with the camera. */
static float shade_of(const lg_lens *l, const float n[3]) {
  float right = 0, up = 0, towards = 0;
  for (int k = 0; k < 3; k++) {
    right += n[k] * l->axis[0][k];
    up += n[k] * l->axis[1][k];
    towards -= n[k] * l->axis[2][k];
  }
  float lambert = right * LG_LIGHT_X + up * LG_LIGHT_Y + towards * LG_LIGHT_Z;
  return 0.42f + 0.58f * lg_max(0, 0.3f + 0.7f * lambert);
}

/* Corners to (x, y, depth, shade); a corner behind the eye has depth 0. */
static void project(const lg_frame *f, const lg_contour *c, float (*out)[4]) {
  for (size_t i = 0; i < c->faces * (size_t)c->corners; i++) {
    if (!(lg_lens_project(&f->lens, c->corner[i], out[i]) > 0)) out[i][2] = 0;
    out[i][3] = f->lens.dim == 3 ? shade_of(&f->lens, c->normal[i]) : 1;
  }
}

/* Twice the area of a face on the picture, y down: negative if it is seen from outside (a face's
   corners are counter-clockwise there). */
static float turn(const float (*c)[4]) {
  return (c[2][0] - c[0][0]) * (c[3][1] - c[1][1]) - (c[3][0] - c[1][0]) * (c[2][1] - c[0][1]);
}

/* The bands of a face that is seen. */
static lg_span span_of(const lg_frame *f, size_t item) {
  size_t corners = f->lens.dim == 3 ? 4 : 2;
  const float(*c)[4] = (const float(*)[4])(f->scratch->corner + item * corners);

  bool seen = true;
  float first = c[0][1], last = first;
  for (size_t k = 0; k < corners; k++) {
    first = lg_min(first, c[k][1]);
    last = lg_max(last, c[k][1]);
    seen = seen && (f->lens.dim == 2 || c[k][2] > 0);
  }

  /* Back faces are culled. */
  if (!seen || (f->lens.dim == 3 && turn(c) >= 0)) return LG_SPAN_NONE;
  return lg_span_of(first - 2, last + 2, f->image->height); /* 2: a line's width */
}

void lg_faces_make(lg_frame *f) {
  const lg_hulls *hulls = &f->shot->hulls;
  lg_scratch *s = f->scratch;
  size_t faces = 0, corners = f->lens.dim == 3 ? 4 : 2;
  f->faces = 0;

  for (int i = 0; f->style->colliders && i < hulls->count; i++)
    faces += hulls->hull[i].contour.faces;

  if (!faces || !lg_bands_room(&s->faces, faces)) return;
  if (!lg_room(&s->corner, &s->corner_capacity, faces * corners, sizeof *s->corner) ||
      !lg_room(&s->paint, &s->paint_capacity, faces, sizeof *s->paint))
    return;

  /* Corners of all contours, one after the other. */
  faces = 0;
  for (int i = 0; i < hulls->count; i++) {
    const lg_hull *h = &hulls->hull[i];
    project(f, &h->contour, s->corner + faces * corners);
    for (size_t k = 0; k < h->contour.faces; k++) s->paint[faces + k] = h->color;
    faces += h->contour.faces;
  }

  for (size_t i = 0; i < faces; i++) s->faces.span[i] = span_of(f, i);
  if (lg_bands_sort(&s->faces, f->image->height, 1, faces, f->threads)) f->faces = faces;
}
