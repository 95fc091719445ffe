/* dots.c - projects the particles and sorts them into bands. */
#include "picture/bands.h"
#include "picture/frame.h"

#include "laguna_kind.h"

#define NEAREST 4          /* radii before the eye: nearer spheres would cover the picture */

static void project(void *user, size_t begin, size_t end) {
  const lg_frame *f = user;
  const lg_shot *s = f->shot;
  lg_dot *dot = f->scratch->dot;
  float per = f->high > f->low ? 1 / (f->high - f->low) : 0;
  for (size_t i = begin; i < end; i++) {
    float p[3] = {s->x[0][i], s->x[1][i], s->bounds.dim == 3 ? s->x[2][i] : 0}, at[3];
    float k = lg_lens_project(&f->lens, p, at), tone = (s->value[i] - f->low) * per;
    tone = tone > 0 ? lg_min(tone, 1) : 0; /* 0 for NAN, too */
    dot[i] = (lg_dot){at[0], at[1], 0, at[2], tone, f->color[lg_color_index(tone)]};
    float r = lg_max(k * f->radius, LG_LEAST_RADIUS), reach = f->reach * r;
    bool seen = k > 0 && at[0] > -reach && at[0] < (float)f->image->width + reach; /* false for NAN, too */
    seen = seen && (f->lens.dim == 2 || at[2] > NEAREST * f->radius);
    if (seen) dot[i].r = r;
  }
}

/* Rows that a disc or its kernel touches. */
static void rows(const void *user, size_t item, float *first, float *last) {
  const lg_frame *f = user;
  const lg_dot *d = &f->scratch->dot[item];
  float reach = f->reach * d->r;
  *first = d->y - reach;
  *last = d->r > 0 ? d->y + reach : *first - 1;
}

void lg_dots_make(lg_frame *f) {
  lg_scratch *s = f->scratch;
  size_t n = f->shot->count;
  f->dots = 0;
  if (!n || !lg_room(&s->dot, &s->dot_capacity, n, sizeof *s->dot)) return;
  lg_parallel(f->threads, n, project, f);
  if (lg_bands_sort(&s->dots, f->image->height, n, rows, f, f->threads)) f->dots = n;
}
