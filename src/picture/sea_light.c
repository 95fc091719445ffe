/* sea_light.c - the surface of the water (sea.c) as pixels: lit by a sky, with what is seen through
   it. Compiled once per dispatch path. */
#include "picture/sea_own.h"

#include "picture/lanes.h"

#define FOAM    0.85f /* how white torn water is */
#define DROP    0.60f /* and drops */
#define COVERED 0.38f /* part of a block that shows water, above which it is one surface */
#define DEPTHS  256   /* of water, whose light is worked out */
#define DEEPEST 6.0f  /* of them, in clear depths */

static const float absorbed[3] = {1.55f, 0.52f, 0.34f}; /* per clear depth */
static const float deep[3] = {14, 74, 104};             /* light that comes back from deep water */
static const float zenith[3] = {96, 150, 208}, horizon[3] = {214, 228, 238},
                   below[3] = {84, 104, 120};
static const float foam_color[3] = {238, 244, 248};
/* m: a depth of water that is still clear; a third of the tank's shortest side */
static float clear_depth(const lg_frame *f) {
  const lg_bounds *b = &f->shot->bounds;
  float side = LG_FAR;
  for (int k = 0; k < 3; k++) side = lg_min(side, b->max[k] - b->min[k]);
  return lg_max(side / 3, 3 * f->shot->spacing);
}
typedef struct light {
  float through[DEPTHS][3]; /* part that comes through water of a depth */
  float per_depth, deepest; /* 1/m; m */
  float up[3];              /* the world's up in the camera's axes: right, up, towards */
  bool tinted;              /* the water has the colours of a value */
} light;

static light light_of(const lg_frame *f) {
  float clear = clear_depth(f);
  light l = {.per_depth = DEPTHS / (DEEPEST * clear),
             .deepest = clear,
             .up = {f->lens.axis[0][1], f->lens.axis[1][1], -f->lens.axis[2][1]},
             .tinted = lg_frame_has_colors(f)};
  for (int i = 0; i < DEPTHS; i++)
    for (int k = 0; k < 3; k++) l.through[i][k] = expf(-absorbed[k] * DEEPEST * (float)i / DEPTHS);
  return l;
}

typedef struct spot { /* a pixel of the surface */
  float n[3];         /* right, up, towards */
  float z, thick;     /* m */
  float foam, torn;   /* 0..1 */
  float part;         /* of the pixel, that it covers */
  int32_t tint;
} spot;

typedef struct
    spots { /* pixels side by side: their numbers, and what is seen through the water there */
  float n[3][LG_PIXELS], foam[LG_PIXELS], part[LG_PIXELS];
  float own[3][LG_PIXELS], behind[3][LG_PIXELS], through[3][LG_PIXELS];
} spots;

static lg_vf dot(const lg_vf a[3], const lg_vf b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* What lies behind pixel x of lane k, bent aside, how much of it comes through, and the water's own
   colour. */
static void look_behind(const lg_frame *f, const light *l, const spot *p, int x, int y, int k,
                        spots *out) {
  const lg_scratch *s = f->scratch;
  float bend = 0.35f * lg_min(p->thick, l->deepest) * f->lens.scale / p->z;
  int bx = lg_clampi(x - (int)(p->n[0] * bend), 0, f->image->width - 1),
      by = lg_clampi(y + (int)(p->n[1] * bend), 0, f->image->height - 1);
  int32_t behind = s->behind[(size_t)by * (size_t)s->stride + (size_t)bx];
  const float *through = l->through[lg_clampi((int)(p->thick * l->per_depth), 0, DEPTHS - 1)];
  bool tinted = l->tinted && p->tint;

  for (int c = 0; c < 3; c++) {
    out->n[c][k] = p->n[c];
    out->own[c][k] = tinted ? (float)(p->tint >> (8 * c) & 255) : deep[c];
    out->behind[c][k] = (float)(behind >> (8 * c) & 255);
    out->through[c][k] = l->tinted ? through[1] : through[c];
  }
  out->foam[k] = p->foam;
  out->part[k] = p->part;
}

/* Some pixels from x on, red | green << 8 | blue << 16. */
static lg_vi lit(const lg_frame *f, const light *l, const spots *p, int x, int y) {
  const lg_lens *lens = &f->lens;
  lg_vf one = lg_vf_all(1), zero = {0},
        u = (lg_vf_numbers((float)x + 0.5f) - lens->cx) / lens->scale;
  float v = (lens->cy - (float)y - 0.5f) / lens->scale;
  lg_vf per = 1 / lg_vf_sqrt(u * u + (v * v + 1)), eye[3] = {-u * per, -v * per, per}, n[3], h[3];
  const lg_vf sun[3] = {lg_vf_all(LG_LIGHT_X), lg_vf_all(LG_LIGHT_Y), lg_vf_all(LG_LIGHT_Z)};
  for (int c = 0; c < 3; c++) {
    n[c] = lg_vf_load(p->n[c]);
    h[c] = sun[c] + eye[c];
  }
  lg_vf facing = lg_vf_max(dot(n, eye), zero), lambert = lg_vf_max(dot(n, sun), zero);

  /* Schlick's approximation of Fresnel's reflection; how far up the mirrored ray goes, and what it
     meets: sky, or what lies about. */
  lg_vf g = 1 - facing, g2 = g * g, mirror = g2 * g2 * g * 0.98f + 0.02f, high = zero;
  for (int c = 0; c < 3; c++) high += (2 * facing * n[c] - eye[c]) * l->up[c];
  lg_vf above = lg_vf_sqrt(lg_vf_clamp(high, 0, 1)), about = lg_vf_clamp(-6 * high, 0, 1);

  /* Blinn's highlight, to the 64th power. */
  lg_vf half = lg_vf_max(dot(n, h) / lg_vf_sqrt(dot(h, h)), zero);
  for (int i = 0; i < 6; i++) half *= half;

  lg_vf bright = lambert * 0.55f + 0.62f, foam = lg_vf_load(p->foam), part = lg_vf_load(p->part);
  const lg_vi was =
      lg_vi_load(f->scratch->color + (size_t)y * (size_t)f->scratch->stride + (size_t)x);
  lg_vi out = {0};
  for (int c = 0; c < 3; c++) {
    lg_vf through = lg_vf_load(p->through[c]), own = lg_vf_load(p->own[c]) * bright,
          body = own + (lg_vf_load(p->behind[c]) - own) * through,
          sky = above * (zenith[c] - horizon[c]) + about * (below[c] - horizon[c]) + horizon[c],
          rgb = body + (sky - body) * mirror + half * 190,
          white = (lambert * 0.22f + 0.78f) * foam_color[c];
    rgb = lg_vf_clamp(rgb + (white - rgb) * foam, 0, 255);
    lg_vf old = lg_vf_of(was >> (8 * c) & 255);
    rgb = old + (rgb - old) * part;
    out |= lg_vi_of(rgb + 0.5f * one) << (8 * c);
  }
  return out;
}

/* A drop that is no part of the surface has the normal of its sphere. */
static void take_drop(const lg_frame *f, const lg_dot *d, int x, int y, float alone, spot *p) {
  float per = d->r > 0 ? 1 / d->r : 0, nx = ((float)x + 0.5f - d->x) * per,
        ny = (d->y - (float)y - 0.5f) * per, nz = sqrtf(lg_max(1 - nx * nx - ny * ny, 0));
  const float n[3] = {nx, ny, nz};

  float length = 0;
  for (int k = 0; k < 3; k++) {
    p->n[k] = lg_mix(p->n[k], n[k], alone);
    length += p->n[k] * p->n[k];
  }
  for (int k = 0; k < 3 && length > 0; k++) p->n[k] /= sqrtf(length);

  p->z = lg_mix(p->z, d->z, alone);
  p->thick = lg_mix(p->thick, lg_max(p->thick, 2 * f->radius * nz), alone);
  p->part = lg_max(p->part, alone * lg_smooth(0.4f, 0.85f, nz));
}

/* Rows of blocks that a row of pixels lies between, and how far. */
static void between(const lg_frame *f, int y, lg_sea_block *line) {
  const lg_sea_block *all = (const lg_sea_block *)(const void *)f->scratch->blocks;
  int n = f->blocks[0];
  float v = lg_clamp(((float)y + 0.5f) / (float)f->block - 0.5f, 0, (float)(f->blocks[1] - 1));
  const float *a = (const float *)(all + (int)v * n),
              *b = (int)v + 1 < f->blocks[1] ? a + (size_t)n * LG_SEA_FLOATS : a;
  float t = v - (float)(int)v, *out = (float *)line;
  for (int i = 0; i < n * LG_SEA_FLOATS; i++) out[i] = lg_mix(a[i], b[i], t);
  line[n] = line[n - 1];
}

/* The surface at a pixel, between two blocks of its row; false: it is not seen there. */
static bool look(const lg_frame *f, const light *l, const lg_sea_block *a, const lg_sea_block *b,
                 float t, int x, int y, spot *p) {
  const lg_scratch *s = f->scratch;
  size_t at = (size_t)y * (size_t)s->stride + (size_t)x;
  int32_t owner = s->owner[at];
  lg_sea_block m;
  for (int k = 0; k < LG_SEA_FLOATS; k++)
    ((float *)&m)[k] = lg_mix(((const float *)a)[k], ((const float *)b)[k], t);
  float part = m.w > 0.2f ? lg_smooth(0.5f * COVERED, 1.3f * COVERED, m.cover) : 0;
  bool seen = owner >= 0, surface = part > 0;

  /* A solid in front of the surface hides it. */
  float per = m.w > 0 ? 1 / m.w : 0, z = m.w > 0 ? m.z * per : LG_FAR;
  if (!seen && (!surface || (owner == LG_SOLID && s->depth[at] < z))) return false;

  *p = (spot){.n = {m.right * per, m.up * per, m.w > 0 ? m.towards * per : 1},
              .z = z,
              .thick = m.thick,
              .foam = FOAM * m.foam,
              .part = part};
  if (!seen) return true;

  /* Little water around: a drop. */
  const lg_dot *d = &s->dot[owner];
  float alone = 1 - lg_smooth(0.45f, 0.85f, m.body);
  p->tint = d->color | LG_OPAQUE; /* black is a colour, too */
  p->foam = lg_max(p->foam, DROP * alone * (l->tinted ? 0.5f : lg_smooth(0.15f, 0.7f, d->tone)));
  p->torn = lg_max(m.foam, alone);
  if (alone > 0) take_drop(f, d, x, y, z < LG_FAR ? alone : 1, p);
  return true;
}

/* Some pixels of a row from x on; line: its blocks. */
static void draw_pixels(const lg_frame *f, const light *l, const lg_sea_block *line, int x, int y) {
  lg_scratch *s = f->scratch;
  size_t at = (size_t)y * (size_t)s->stride + (size_t)x;
  float per = 1 / (float)f->block, last = (float)(f->blocks[0] - 1);
  lg_vi wet = {0};
  spots all;
  memset(&all, 0, sizeof all);

  /* What there is at each of them. */
  for (int k = 0; k < LG_PIXELS && x + k < f->image->width; k++) {
    float u = lg_clamp(((float)(x + k) + 0.5f) * per - 0.5f, 0, last);
    const lg_sea_block *b = line + (int)u;
    spot p;
    if (b[0].cover <= 0 && b[1].cover <= 0) continue;
    if (!look(f, l, &b[0], &b[1], u - (float)(int)u, x + k, y, &p)) continue;
    look_behind(f, l, &p, x + k, y, k, &all);
    wet[k] = -1;
    /* smooth for the shadows of finish.c, too */
    if (p.torn < 0.5f) s->depth[at + (size_t)k] = p.z;
  }

  if (!lg_vi_any(wet)) return;
  lg_vi out = lit(f, l, &all, x, y), old = lg_vi_load(s->color + at);
  lg_vi_store(s->color + at, (out & wet) | (old & ~wet));
}

void LG_PER_ISA(lg_sea_band)(void *frame, int band) {
  const lg_frame *f = frame;
  light l = light_of(f);
  lg_sea_block line[LG_LARGEST_SIDE / LG_LEAST_BLOCK + 2];
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    between(f, y, line);
    for (int x = 0; x < f->image->width; x += LG_PIXELS) draw_pixels(f, &l, line, x, y);
  }
}
