/* water.c - 2-D: discs that melt into a body of water.

   Each particle is a kernel w = (1 - d^2/h^2)^2, h = reach times its disc's radius r. Water is where the sum of w exceeds
   level = w(r): a lone particle is a disc of radius r, and the discs of a fluid close the gaps between them by their skirts
   (J. Blinn, "A generalization of algebraic surface drawing", 1982).
   The colour is the mean of the particles' tones, weighted by w; the largest w tells how near the nearest particle is. */
#include "picture/frame.h"
#include "picture/lanes.h"
#include "picture/look.h"

/* Adds w for four columns of pixels, rows first .. last; dx: from the particle to their middles. at: of the first row. */
static void add_columns(lg_scratch *s, const lg_dot *d, size_t at, lg_f4 dx, float per_h2, int first, int last) {
  lg_f4 dx2 = dx * dx;
  for (int y = first; y <= last; y++, at += (size_t)s->stride) {
    float dy = (float)y + 0.5f - d->y;
    lg_f4 u = lg_f4_max(1 - (dx2 + dy * dy) * per_h2, lg_f4_all(0)), w = u * u;
    lg_f4_store(s->sum + at, lg_f4_load(s->sum + at) + w);
    lg_f4_store(s->weighted + at, lg_f4_load(s->weighted + at) + w * d->tone);
    lg_f4_store(s->top + at, lg_f4_max(lg_f4_load(s->top + at), w));
  }
}

static void add_dot(const lg_frame *f, const lg_dot *d, int begin, int end) {
  lg_scratch *s = f->scratch;
  float h = f->reach * d->r, right = (float)(f->image->width - 1);
  if (d->x + h < 0 || d->x - h > right + 1) return;
  int first = (int)lg_clamp(d->y - h + 0.5f, (float)begin, (float)end);
  int last = (int)lg_clamp(d->y + h - 0.5f, -1, (float)(end - 1));
  int x0 = (int)lg_clamp(d->x - h + 0.5f, 0, right), x1 = (int)lg_clamp(d->x + h - 0.5f, 0, right);
  for (int x = x0; x <= x1; x += LG_LANES4) {
    lg_f4 dx = (lg_f4){0.5f, 1.5f, 2.5f, 3.5f} + ((float)x - d->x);
    add_columns(s, d, (size_t)first * (size_t)s->stride + (size_t)x, dx, 1 / (h * h), first, last);
  }
}

static void clear(const lg_frame *f, int begin, int end) {
  lg_scratch *s = f->scratch;
  size_t at = (size_t)begin * (size_t)s->stride, rows = (size_t)(end - begin), bytes = rows * (size_t)s->stride * sizeof(float);
  memset(s->sum - LG_PAD + at, 0, bytes);
  memset(s->weighted - LG_PAD + at, 0, bytes);
  memset(s->top - LG_PAD + at, 0, bytes);
  memset(f->image->depth + (size_t)begin * (size_t)f->image->width, 0, rows * (size_t)f->image->width * sizeof(float));
}

/* Repeats the outermost pixels beyond the ends of the rows, where differences look. */
static void close_rows(const lg_frame *f, float *plane, int begin, int end) {
  for (int y = begin; y < end; y++) {
    float *row = lg_plane_row(f, plane, y);
    row[-1] = row[0];
    row[f->image->width] = row[f->image->width - 1];
  }
}

/* Pixels whose middles are within one radius outside of a wall, along one axis: from *first, before *end. */
static void behind_wall(const lg_frame *f, int axis, int side, int pixels, int *first, int *end) {
  const lg_bounds *b = &f->shot->bounds;
  float p[3] = {b->min[0], b->min[1], 0}, at[3], r = f->radius * f->lens.scale;
  p[axis] = side ? b->max[axis] : b->min[axis];
  lg_lens_project(&f->lens, p, at);
  float from = at[axis] - ((axis == 1) == (side == 1) ? r : 0), last = (float)pixels; /* y grows downwards */
  *first = (int)lg_clamp(from + 0.5f, 0, last);
  *end = (int)lg_clamp(from + r + 0.5f, 0, last);
}

/* Takes away the skirts that the kernels have behind walls. What is farther outside stays: a particle there is seen. */
static void trim(const lg_frame *f, int begin, int end) {
  for (int edge = 0; edge < 4; edge++) {
    int axis = edge / 2, first, last;
    if (f->shot->edge[axis][edge % 2] != LG_EDGE_WALL) continue;
    behind_wall(f, axis, edge % 2, axis ? f->image->height : f->image->width, &first, &last);
    int y0 = axis ? lg_clampi(first, begin, end) : begin, y1 = axis ? lg_clampi(last, begin, end) : end;
    int x0 = axis ? 0 : first, x1 = axis ? f->image->width : last;
    for (int y = y0; y < y1 && x0 < x1; y++) memset(lg_plane_row(f, f->scratch->sum, y) + x0, 0, (size_t)(x1 - x0) * sizeof(float));
  }
}

void lg_water_sum_band(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  int begin = lg_band_begin(band), end = lg_band_end(f, band);
  clear(f, begin, end);
  for (size_t i = f->dots ? s->dots.first[band] : 0; f->dots && i < s->dots.first[band + 1]; i++)
    add_dot(f, &s->dot[s->dots.item[i]], begin, end);
  trim(f, begin, end);
  close_rows(f, s->sum, begin, end);
  close_rows(f, s->top, begin, end);
}

/* How one picture's water is shaded. */
typedef struct shading {
  float level, skin;        /* sums: at the edge of the water; up to which the water is lit as its edge */
  float border2;            /* (d/h)^2 at a disc's edge */
  float sharp;              /* 1 / (change of the sum over one pixel at an edge) */
  float bead, lit, rim;     /* strength of: each disc's dark border, its light, the light on the water's edge */
  float slope;              /* makes differences over two pixels free of the radius */
} shading;

static shading shading_of(const lg_frame *f) {
  float r = lg_max(f->lens.scale * f->radius, LG_LEAST_RADIUS), h = f->reach * r, border2 = 1 / (f->reach * f->reach);
  shading s = {.border2 = border2, .level = (1 - border2) * (1 - border2), .rim = 0.3f, .slope = 0.5f * h};
  float inside = 3.1416f / (12 * border2); /* mean sum in a full lattice: pi h^2 / 3 over (2 r)^2 */
  s.skin = s.level + 0.7f * (inside - s.level);
  s.sharp = h / (4 * sqrtf(border2) * (1 - border2)); /* h |dw/dd| = 4 d/h (1 - d^2/h^2) */
  s.bead = 0.16f * lg_smooth(1.5f, 7, r);
  s.lit = 0.30f * lg_smooth(2.5f, 12, r);
  return s;
}

typedef struct rows { const float *sum, *above, *below, *weighted, *top, *top_above, *top_below; } rows;

/* How much the slope of a plane faces the light, -1 .. 1. */
static lg_f4 facing(const float *row, const float *above, const float *below, int x, float slope) {
  lg_f4 across = lg_f4_load(row + x + 1) - lg_f4_load(row + x - 1), up = lg_f4_load(above + x) - lg_f4_load(below + x);
  return lg_f4_clamp((across * LG_LIGHT_X + up * LG_LIGHT_Y) * -slope, -1, 1);
}

/* Brightness of the water, about 1. */
static lg_f4 light(const shading *a, const rows *r, int x, lg_f4 sum) {
  lg_f4 t = lg_f4_clamp((sum - a->level) * (1 / (a->skin - a->level)), 0, 1), edge = 1 - t * t * (3 - 2 * t);
  lg_f4 away2 = lg_f4_min((1 - lg_f4_sqrt(lg_f4_load(r->top + x))) * (1 / a->border2), lg_f4_all(1.2f)); /* of the nearest */
  return 1 - away2 * a->bead + facing(r->top, r->top_above, r->top_below, x, a->slope) * (1 - edge) * a->lit +
         (facing(r->sum, r->above, r->below, x, a->slope) * a->rim + 0.1f) * edge;
}

/* Four pixels, red | green << 8 | blue << 16. */
static lg_i4 show(const lg_frame *f, const shading *a, const rows *r, int x, const float sky[3]) {
  lg_f4 sum = lg_f4_load(r->sum + x), cover = lg_f4_clamp((sum - a->level) * a->sharp + 0.5f, 0, 1);
  lg_f4 tone = lg_f4_load(r->weighted + x) / lg_f4_max(sum, lg_f4_all(1e-6f)), bright = light(a, r, x, sum);
  lg_i4 at = lg_i4_of(lg_f4_clamp(tone * LG_COLORS, 0, LG_COLORS - 1)), base = {0, 0, 0, 0}, out = base;
  for (int lane = 0; lane < LG_LANES4; lane++) base[lane] = f->color[at[lane]];
  for (int k = 0; k < 3; k++) {
    lg_f4 c = lg_f4_clamp(lg_f4_of(base >> (8 * k) & 255) * bright, 0, 255);
    out |= lg_i4_of(sky[k] + (c - sky[k]) * cover + 0.5f) << (8 * k);
  }
  return out;
}

static void show_row(const lg_frame *f, const shading *a, const rows *r, const float sky[3], uint8_t *rgba) {
  int32_t empty = lg_pack(sky);
  float least = a->level - 0.5f / a->sharp;
  for (int x = 0; x < f->image->width; x += LG_LANES4) {
    lg_i4 out = {empty, empty, empty, empty};
    if (lg_i4_any(lg_f4_load(r->sum + x) > least)) out = show(f, a, r, x, sky);
    out |= LG_OPAQUE;
    int n = f->image->width - x < LG_LANES4 ? f->image->width - x : LG_LANES4;
    memcpy(rgba + 4 * x, &out, 4 * (size_t)n); /* little-endian: red is the first byte */
  }
}

void lg_water_show_band(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  shading a = shading_of(f);
  int last = f->image->height - 1;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    int above = y > 0 ? y - 1 : 0, below = y < last ? y + 1 : last;
    rows r = {lg_plane_row(f, s->sum, y), lg_plane_row(f, s->sum, above), lg_plane_row(f, s->sum, below),
              lg_plane_row(f, s->weighted, y), lg_plane_row(f, s->top, y), lg_plane_row(f, s->top, above),
              lg_plane_row(f, s->top, below)};
    float sky[3];
    lg_sky((float)y / (float)f->image->height, sky);
    show_row(f, &a, &r, sky, lg_rgba_row(f, y));
  }
}
