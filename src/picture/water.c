/* water.c - 2-D: water as metaballs: kernels of the particles are splatted into sums, and their
   iso-contour is the surface.

   Each particle is a kernel w = (1 - d^2/h^2)^2, h = reach times its disc's radius r. Water is
   where the sum of w exceeds level = w(r): a lone particle is a disc of radius r, and the discs of
   a fluid close the gaps between them by their skirts (J. Blinn, "A generalization of algebraic
   surface drawing", 1982). The colour is the mean of the particles' tones, weighted by w, but
   that of the nearest where tones are materials, which have no mean; the largest w tells how near
   the nearest particle is. */
#include "picture/frame.h"
#include "picture/lanes.h"
#include "picture/look.h"

/* radii behind a wall, from which a particle is outside: one that lies on the wall never
   flickers */
#define THROUGH 0.1f

/* The part of the picture that a particle may wet: from low, before high, of x and y in pixels. */
typedef struct part {
  float low[2], high[2];
} part;

/* Between the walls; endless where an edge is no wall. */
static part between_walls(const lg_frame *f) {
  const lg_bounds *b = &f->shot->bounds;
  part p = {{-LG_FAR, -LG_FAR}, {LG_FAR, LG_FAR}};

  /* The picture's rectangle of the bounds, of which the sides that are walls count. */
  float low[3], high[3]; /* y grows downwards */
  lg_lens_project(&f->lens, (float[3]){b->min[0], b->max[1], 0}, low);
  lg_lens_project(&f->lens, (float[3]){b->max[0], b->min[1], 0}, high);

  for (int k = 0; k < 2; k++) {
    if (f->shot->edge[k][k] == LG_EDGE_WALL) p.low[k] = low[k];
    if (f->shot->edge[k][1 - k] == LG_EDGE_WALL) p.high[k] = high[k];
  }
  return p;
}

/* The skirt of a particle ends at the walls that it is inside of; one that is behind a wall is seen
   there. */
static part part_of(const part *inside, const lg_dot *d) {
  part p = *inside;
  float at[2] = {d->x, d->y}, slack = THROUGH * d->r;
  for (int k = 0; k < 2; k++) {
    if (at[k] < p.low[k] - slack) p.low[k] = -LG_FAR;
    if (at[k] > p.high[k] + slack) p.high[k] = LG_FAR;
  }
  return p;
}

/* Does the whole kernel, of radius h, lie there? So it is for nearly all particles, which then need
   no looking at the walls. */
static bool holds(const part *p, const lg_dot *d, float h) {
  return d->x - h >= p->low[0] && d->x + h <= p->high[0] && d->y - h >= p->low[1] &&
         d->y + h <= p->high[1];
}

/* Whose colour a pixel has: the mean tone, the nearest tone, the mean of colours of their own. */
typedef enum blend { TONES, NEAREST, TINTS } blend;

/* Adds w for some columns of pixels with middles at px, rows first .. last, where p allows it
   (NULL: everywhere). at: of the first row. The largest w goes on behind the walls: the light looks
   at its slope, which has no step there. */
static inline void add_columns(lg_scratch *s, const lg_dot *d, const part *p, blend how, size_t at,
                               lg_vf px, float per_h2, int first, int last) {
  lg_vf dx = px - d->x, dx2 = dx * dx;
  lg_vi none = {0}, columns = p ? (px >= p->low[0]) & (px < p->high[0]) : none;
  for (int y = first; y <= last; y++, at += (size_t)s->stride) {
    float py = (float)y + 0.5f, dy = py - d->y;
    lg_vf u = lg_vf_max(1 - (dx2 + dy * dy) * per_h2, lg_vf_all(0)), w = u * u;
    lg_vf wet = p ? lg_vf_keep(py >= p->low[1] && py < p->high[1] ? columns : none, w) : w;
    lg_vf_store(s->sum + at, lg_vf_load(s->sum + at) + wet);

    lg_vf top = lg_vf_load(s->top + at), tone = lg_vf_load(s->weighted + at);
    if (how == NEAREST) tone = lg_vf_keep(w > top, lg_vf_all(d->tone)) + lg_vf_keep(w <= top, tone);
    else if (how == TINTS) tone += wet * (float)(d->color & 255);
    else tone += wet * d->tone;
    lg_vf_store(s->weighted + at, tone);
    for (int k = 0; how == TINTS && k < 2; k++) {
      float *sum = s->tint[k] + at;
      lg_vf_store(sum, lg_vf_load(sum) + wet * (float)(d->color >> (8 * k + 8) & 255));
    }
    lg_vf_store(s->top + at, lg_vf_max(top, w));
  }
}

static void add_dot(const lg_frame *f, const lg_dot *d, const part *walls, int begin, int end) {
  lg_scratch *s = f->scratch;
  float h = f->reach * d->r, right = (float)(f->image->width - 1);
  if (d->x + h < 0 || d->x - h > right + 1) return;

  part p = part_of(walls, d);
  bool whole = holds(&p, d, h);

  /* Pixels with their middle in the kernel, or one more. */
  int first = (int)lg_clamp(d->y - h + 0.5f, (float)begin, (float)end);
  int last = (int)lg_clamp(d->y + h - 0.5f, -1, (float)(end - 1));
  int x0 = (int)lg_clamp(d->x - h + 0.5f, 0, right), x1 = (int)lg_clamp(d->x + h - 0.5f, 0, right);

  float per_h2 = 1 / (h * h);
  for (int x = x0; x <= x1; x += LG_PIXELS) {
    lg_vf px = lg_vf_numbers((float)x + 0.5f);
    size_t at = (size_t)first * (size_t)s->stride + (size_t)x;
    const part *inside = whole ? NULL : &p;
    if (f->tinted) add_columns(s, d, inside, TINTS, at, px, per_h2, first, last);
    else if (f->shot->materials) add_columns(s, d, inside, NEAREST, at, px, per_h2, first, last);
    else if (whole) add_columns(s, d, NULL, TONES, at, px, per_h2, first, last);
    else add_columns(s, d, &p, TONES, at, px, per_h2, first, last);
  }
}

static void clear(const lg_frame *f, int begin, int end) {
  lg_scratch *s = f->scratch;
  size_t at = (size_t)begin * (size_t)s->stride,
         bytes = (size_t)(end - begin) * (size_t)s->stride * sizeof(float);
  memset(s->sum - LG_PAD + at, 0, bytes);
  memset(s->weighted - LG_PAD + at, 0, bytes);
  memset(s->top - LG_PAD + at, 0, bytes);
  for (int k = 0; f->tinted && k < 2; k++) memset(s->tint[k] - LG_PAD + at, 0, bytes);
}

/* Repeats the outermost pixels beyond the ends of the rows, where differences look. */
static void close_rows(const lg_frame *f, float *plane, int begin, int end) {
  for (int y = begin; y < end; y++) {
    float *row = lg_plane_row(f, plane, y);
    row[-1] = row[0];
    row[f->image->width] = row[f->image->width - 1];
  }
}

/* A band without dots: its sums are not even cleared. */
static bool dry(const lg_frame *f, int band) {
  return !f->dots || f->scratch->dots.first[band] == f->scratch->dots.first[band + 1];
}

void LG_PER_ISA(lg_water_sum_band)(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  int begin = lg_band_begin(band), end = lg_band_end(f, band);
  part inside = between_walls(f);
  if (dry(f, band)) return;

  /* Splats every dot that touches the band. */
  clear(f, begin, end);
  for (size_t i = s->dots.first[band]; i < s->dots.first[band + 1]; i++)
    add_dot(f, &s->dot[s->dots.item[i]], &inside, begin, end);

  close_rows(f, s->sum, begin, end);
  close_rows(f, s->top, begin, end);
}

/* How one picture's water is shaded. */
typedef struct shading {
  /* sums: at the edge of the water; up to which the water is lit as its edge */
  float level, skin;
  float border2; /* (d/h)^2 at a disc's edge */
  float sharp;   /* 1 / (change of the sum over one pixel at an edge) */
  /* strength of: each disc's dark border, its light, the light on the water's edge */
  float bead, lit, rim;
  float slope; /* makes differences over two pixels free of the radius */
} shading;

static shading shading_of(const lg_frame *f) {
  float r = lg_max(f->lens.scale * f->radius, LG_LEAST_RADIUS), h = f->reach * r,
        border2 = 1 / (f->reach * f->reach);
  shading s = {
      .border2 = border2, .level = (1 - border2) * (1 - border2), .rim = 0.3f, .slope = 0.5f * h};

  float inside = 3.1416f / (12 * border2); /* mean sum in a full lattice: pi h^2 / 3 over (2 r)^2 */
  s.skin = s.level + 0.7f * (inside - s.level);

  s.sharp = h / (4 * sqrtf(border2) * (1 - border2)); /* h |dw/dd| = 4 d/h (1 - d^2/h^2) */
  /* where no kernel reaches there is no water, however small the discs */
  s.sharp = lg_max(s.sharp, 0.5f / s.level);

  s.bead = 0.16f * lg_smooth(1.5f, 7, r);
  s.lit = 0.30f * lg_smooth(2.5f, 12, r);
  return s;
}

typedef struct rows {
  const float *sum, *above, *below, *weighted, *tint[2], *top, *top_above, *top_below;
} rows;

/* How much the slope of a plane faces the light, -1 .. 1. */
static lg_vf facing(const float *row, const float *above, const float *below, int x, float slope) {
  lg_vf across = lg_vf_load(row + x + 1) - lg_vf_load(row + x - 1),
        up = lg_vf_load(above + x) - lg_vf_load(below + x);
  return lg_vf_clamp((across * LG_LIGHT_X + up * LG_LIGHT_Y) * -slope, -1, 1);
}

/* Brightness of the water, about 1. */
static lg_vf light(const shading *a, const rows *r, int x, lg_vf sum) {
  lg_vf t = lg_vf_clamp((sum - a->level) * (1 / (a->skin - a->level)), 0, 1),
        edge = 1 - t * t * (3 - 2 * t);
  /* of the nearest */
  lg_vf away2 =
      lg_vf_min((1 - lg_vf_sqrt(lg_vf_load(r->top + x))) * (1 / a->border2), lg_vf_all(1.2f));
  return 1 - away2 * a->bead +
         facing(r->top, r->top_above, r->top_below, x, a->slope) * (1 - edge) * a->lit +
         (facing(r->sum, r->above, r->below, x, a->slope) * a->rim + 0.1f) * edge;
}

/* Some pixels, red | green << 8 | blue << 16. */
static lg_vi show(const lg_frame *f, const shading *a, const rows *r, int x, const float sky[3]) {
  lg_vf sum = lg_vf_load(r->sum + x), cover = lg_vf_clamp((sum - a->level) * a->sharp + 0.5f, 0, 1);

  lg_vf tone = lg_vf_load(r->weighted + x), bright = light(a, r, x, sum),
        per = lg_vf_max(sum, lg_vf_all(1e-6f));
  if (!f->shot->materials) tone /= per;

  /* Colour of the tone, lit, over the background. */
  lg_vi at = lg_vi_of(lg_vf_clamp(tone * LG_COLORS, 0, LG_COLORS - 1)), base = {0}, out = base;
  for (int lane = 0; lane < LG_PIXELS; lane++) base[lane] = f->color[at[lane]];

  for (int k = 0; k < 3; k++) {
    lg_vf own = lg_vf_of(base >> (8 * k) & 255);
    if (f->tinted) own = k == 0 ? tone : lg_vf_load(r->tint[k - 1] + x) / per;
    lg_vf c = lg_vf_clamp(own * bright, 0, 255);
    out |= lg_vi_of(sky[k] + (c - sky[k]) * cover + 0.5f) << (8 * k);
  }
  return out;
}

static void show_row(const lg_frame *f, const shading *a, const rows *r, const float sky[3],
                     uint8_t *rgba) {
  int32_t empty = lg_pack(sky);
  float least = a->level - 0.5f / a->sharp;
  for (int x = 0; x < f->image->width; x += LG_PIXELS) {
    lg_vi out = lg_vi_all(empty);
    if (lg_vi_any(lg_vf_load(r->sum + x) > least)) out = show(f, a, r, x, sky);
    lg_vi_pixels(rgba + 4 * x, out | LG_OPAQUE, f->image->width - x);
  }
}

static void show_sky(const lg_frame *f, const float sky[3], uint8_t *rgba) {
  int32_t color = lg_pack(sky) | LG_OPAQUE;
  for (int x = 0; x < f->image->width; x++) memcpy(rgba + 4 * x, &color, sizeof color);
}

/* A row of a plane; zeros in a dry band. */
static const float *sums_of(const lg_frame *f, float *plane, int y) {
  return dry(f, y / LG_BAND) ? f->scratch->zeros : lg_plane_row(f, plane, y);
}

void LG_PER_ISA(lg_water_show_band)(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  shading a = shading_of(f);
  int last = f->image->height - 1;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    int above = y > 0 ? y - 1 : 0, below = y < last ? y + 1 : last;

    float sky[3];
    lg_sky(f->style, lg_frame_ground(f), (float)y / (float)f->image->height, sky);
    if (dry(f, band)) {
      show_sky(f, sky, lg_rgba_row(f, y));
      continue;
    }

    /* The row between its neighbours, for the slopes that the light looks at. */
    rows r = {.sum = sums_of(f, s->sum, y),
              .above = sums_of(f, s->sum, above),
              .below = sums_of(f, s->sum, below),
              .weighted = sums_of(f, s->weighted, y),
              .top = sums_of(f, s->top, y),
              .top_above = sums_of(f, s->top, above),
              .top_below = sums_of(f, s->top, below)};
    for (int k = 0; f->tinted && k < 2; k++) r.tint[k] = sums_of(f, s->tint[k], y);
    show_row(f, &a, &r, sky, lg_rgba_row(f, y));
  }
}
