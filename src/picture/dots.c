/* dots.c - projects the particles and sorts them into bands, in 3-D the nearer ones first. */
#include "picture/bands.h"
#include "picture/frame.h"
#include "picture/lanes.h"

#define NEAREST 4  /* radii before the eye: nearer spheres would cover the picture */
#define TURNS   64 /* slices of depth: the order in which bands draw their spheres */

/* depth of the first slice; slices per m */
typedef struct view {
  const lg_frame *f;
  float front, per_depth;
} view;

/* pixels, depth, pixels per m: 0 is behind the eye */
typedef struct point {
  lg_vf x, y, z, k;
} point;

static lg_vf load(const float *p, size_t n) {
  float some[LG_PIXELS] = {0};
  if (n >= LG_PIXELS) return lg_vf_load(p);
  memcpy(some, p, n * sizeof *p);
  return lg_vf_load(some);
}

/* lg_lens_project, of as many points as there are lanes. */
static point project(const lg_frame *f, size_t i, size_t n) {
  const lg_shot *s = f->shot;
  const lg_lens *l = &f->lens;
  lg_vf d[3], at[3], zero = {0};
  for (int k = 0; k < l->dim; k++) d[k] = load(s->x[k] + i, n) - l->origin[k];

  /* Pixel, depth, and pixels per m; behind the near plane they are 0. */
  if (l->dim == 2)
    return (point){l->cx + d[0] * l->scale, l->cy - d[1] * l->scale, zero, zero + l->scale};
  for (int k = 0; k < 3; k++)
    at[k] = d[0] * l->axis[k][0] + d[1] * l->axis[k][1] + d[2] * l->axis[k][2];
  lg_vf k = lg_vf_keep(at[2] > l->near, l->scale / at[2]);
  return (point){l->cx + k * at[0], l->cy - k * at[1], at[2], k};
}

/* Up to as many dots, and the bands that they or their kernels touch. */
static void make(const view *v, size_t i, size_t n) {
  const lg_frame *f = v->f;
  point p = project(f, i, n);

  /* Tone in the range of the legend, and radius of the disc (2-D: of its kernel). */
  float per = f->high > f->low ? 1 / (f->high - f->low) : 0, last = (float)(f->image->height - 1);
  lg_vf tone = lg_vf_clamp((load(f->shot->value + i, n) - f->low) * per, 0, 1); /* 0 for NAN, too */
  lg_vf r = lg_vf_max(p.k * f->radius, lg_vf_all(LG_LEAST_RADIUS)), reach = r * f->reach,
        top = p.y - reach, bottom = p.y + reach;

  /* Is it on the picture (NAN is not), and in 3-D far enough before the eye? */
  lg_vi there = (p.k > 0) & (p.x > -reach) & (p.x < (float)f->image->width + reach);
  if (f->lens.dim == 3) there &= p.z > NEAREST * f->radius;
  lg_vi color = lg_vi_of(lg_vf_clamp(tone * LG_COLORS, 0, LG_COLORS - 1)),
        seen = there & (bottom >= 0) & (top <= last + 1);

  /* Bands that it touches, and its slice of depth. */
  lg_vi first = lg_vi_of(lg_vf_clamp(top, 0, last)) / LG_BAND,
        end = lg_vi_of(lg_vf_clamp(bottom, 0, last)) / LG_BAND;
  lg_vi turn = lg_vi_of(lg_vf_clamp((p.z - v->front) * v->per_depth, 0, TURNS - 1));

  for (size_t k = 0; k < n && k < LG_PIXELS; k++) {
    int32_t own = f->tinted ? f->shot->tint[i + k] : f->color[color[k]];
    f->scratch->dot[i + k] = (lg_dot){p.x[k], p.y[k], there[k] ? r[k] : 0, own, p.z[k], tone[k]};
    lg_span span = {(uint16_t)first[k], (uint16_t)end[k], (uint16_t)turn[k]};
    f->scratch->dots.span[i + k] = seen[k] ? span : LG_SPAN_NONE;
  }
}

static void make_block(void *user, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i += LG_PIXELS) make(user, i, end - i);
}

/* The slices divide the bounds; what is outside belongs to the first or the last. */
static view view_of(const lg_frame *f) {
  const lg_bounds *b = &f->shot->bounds;
  view v = {f, LG_FAR, 0};
  float back = f->lens.near;

  /* Depths of the nearest and the farthest corner of the bounds. */
  for (int corner = 0; corner < 8 && f->lens.dim == 3; corner++) {
    float p[3], at[3];
    for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? b->max[k] : b->min[k];
    lg_lens_project(&f->lens, p, at);
    v.front = lg_max(lg_min(v.front, at[2]), f->lens.near);
    back = lg_max(back, at[2]);
  }
  v.per_depth = back > v.front ? TURNS / (back - v.front) : 0;
  return v;
}

void LG_PER_ISA(lg_dots_make)(lg_frame *f) {
  lg_scratch *s = f->scratch;
  size_t n = f->shot->count;
  view v = view_of(f);
  f->dots = 0;

  if (!n || !lg_room(&s->dot, &s->dot_capacity, n, sizeof *s->dot) || !lg_bands_room(&s->dots, n))
    return;

  /* A counting sort by band and slice of depth, stable whatever the number of threads. */
  lg_parallel(f->threads, n, make_block, &v);
  if (lg_bands_sort(&s->dots, f->image->height, f->lens.dim == 3 ? TURNS : 1, n, f->threads))
    f->dots = n;
}
