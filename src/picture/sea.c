/* sea.c - 3-D: particles as one body of water (after W. van der Laan et al., "Screen space fluid
   rendering with curvature flow", 2009): the depth that the spheres left is smoothed over blocks of
   pixels (relief.c), and the surface so found is lit by a sky, bends what is seen through it, and
   takes colour from it by how much water lies behind (Beer and Lambert). Where the surface is torn
   there is foam; drops that are no part of it keep the shape of their sphere. */
#include "picture/frame.h"
#include "picture/lanes.h"
#include "picture/look.h"

#define FOAM    0.85f /* how white torn water is */
#define DROP    0.60f /* and drops */
#define ROUNDS  2     /* of smoothing */
#define COVERED 0.38f /* part of a block that shows water, above which it is one surface */
#define STRIP   16    /* rows of blocks of one task */
#define DEPTHS  256   /* of water, whose light is worked out */
#define DEEPEST 6.0f  /* of them, in clear depths */

/* what a block of pixels knows of the surface; w times the mean of the others, so that blocks
   without water do not count between blocks */
typedef struct block {
  float w, right, up, towards, z, thick, cover;
  float foam;
  float body; /* part of the blocks around that shows water, too: little around a drop */
} block;
enum { FLOATS = sizeof(block) / sizeof(float) };

static const float absorbed[3] = {1.55f, 0.52f, 0.34f}; /* per clear depth */
static const float deep[3] = {14, 74, 104};             /* light that comes back from deep water */
static const float zenith[3] = {96, 150, 208}, horizon[3] = {214, 228, 238},
                   below[3] = {84, 104, 120};
static const float foam_color[3] = {238, 244, 248};

/* ---- thickness ------------------------------------------------------------------------------ */

/* m: a depth of water that is still clear; a third of the tank's shortest side */
static float clear_depth(const lg_frame *f) {
  const lg_bounds *b = &f->shot->bounds;
  float side = LG_FAR;
  for (int k = 0; k < 3; k++) side = lg_min(side, b->max[k] - b->min[k]);
  return lg_max(side / 3, 3 * f->shot->spacing);
}

/* The volume of a particle over the area of a block where it is, shared by the four nearest
   blocks. */
static void add_dot(const lg_frame *f, const lg_dot *d, int first, int last, float *thick) {
  float per = 1 / (float)f->block, u = d->x * per - 0.5f, v = d->y * per - 0.5f;
  int i = (int)floorf(u), j = (int)floorf(v);
  float s = u - (float)i, t = v - (float)j, side = d->z * (float)f->block / f->lens.scale,
        add = f->shot->spacing * f->shot->spacing * f->shot->spacing / (side * side);
  for (int b = 0; b < 2; b++)
    for (int a = 0; a < 2; a++) {
      int x = i + a, y = j + b;
      if (x < 0 || x >= f->blocks[0] || y < first || y >= last) continue;
      thick[y * f->blocks[0] + x] += add * (a ? s : 1 - s) * (b ? t : 1 - t);
    }
}

static void sum_thickness(void *frame, int strip) {
  const lg_frame *f = frame;
  const lg_scratch *s = f->scratch;
  int first = strip * STRIP, last = lg_clampi(first + STRIP, 0, f->blocks[1]), n = f->blocks[0];
  memset(s->thick[0] + first * n, 0, (size_t)((last - first) * n) * sizeof(float));

  /* Dots lie in the bands that their discs touch: those from a block above to one below. A dot is
     taken in the band of its middle. */
  int top = lg_clampi(((first - 1) * f->block) / LG_BAND, 0, s->dots.bands - 1),
      bottom = lg_clampi(((last + 1) * f->block) / LG_BAND, 0, s->dots.bands - 1);
  for (int band = top; band <= bottom; band++)
    for (size_t k = s->dots.first[band]; k < s->dots.first[band + 1]; k++) {
      const lg_dot *d = &s->dot[s->dots.item[k]];
      int middle = lg_clampi((int)floorf(d->y / LG_BAND), 0, s->dots.bands - 1);
      if (middle == band && d->r > 0) add_dot(f, d, first, last, s->thick[0]);
    }
}

/* Filters of five blocks along rows and columns: a particle is as wide as some blocks. */
static float blurred(const lg_frame *f, const float *from, int x, int y, bool down) {
  static const float weight[5] = {1 / 9.0f, 2 / 9.0f, 3 / 9.0f, 2 / 9.0f, 1 / 9.0f};
  int n = f->blocks[0], m = f->blocks[1];
  float sum = 0;
  for (int k = -2; k <= 2; k++) {
    int u = down ? x : lg_clampi(x + k, 0, n - 1), v = down ? lg_clampi(y + k, 0, m - 1) : y;
    sum += weight[k + 2] * from[v * n + u];
  }
  return sum;
}
static void blur(const lg_frame *f, int strip, const float *from, float *to, bool down) {
  int n = f->blocks[0];
  for (int y = strip * STRIP; y < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); y++)
    for (int x = 0; x < n; x++) to[y * n + x] = blurred(f, from, x, y, down);
}

static void blur_across(void *frame, int strip) {
  const lg_frame *f = frame;
  blur(f, strip, f->scratch->thick[0], f->scratch->thick[1], false);
  blur(f, strip, f->scratch->cover, f->scratch->body[1], false);
}
static void blur_down(void *frame, int strip) {
  const lg_frame *f = frame;
  blur(f, strip, f->scratch->thick[1], f->scratch->thick[0], true);
  blur(f, strip, f->scratch->body[1], f->scratch->body[0], true);
}

/* The most within two blocks: what stands at the rim of a body belongs to it. */
static void most(const lg_frame *f, int strip, const float *from, float *to, bool down) {
  int n = f->blocks[0], m = f->blocks[1], end = down ? m : n, by = down ? n : 1;
  for (int y = strip * STRIP; y < lg_clampi((strip + 1) * STRIP, 0, m); y++)
    for (int x = 0; x < n; x++) {
      const float *at = from + y * n + x;
      float all = *at;
      for (int k = -2, i = down ? y : x; k <= 2; k++)
        if (i + k >= 0 && i + k < end) all = lg_max(all, at[k * by]);
      to[y * n + x] = all;
    }
}
static void body_across(void *frame, int strip) {
  const lg_frame *f = frame;
  most(f, strip, f->scratch->body[0], f->scratch->body[1], false);
}
static void body_down(void *frame, int strip) {
  const lg_frame *f = frame;
  most(f, strip, f->scratch->body[1], f->scratch->body[0], true);
}

/* ---- the surface ---------------------------------------------------------------------------- */

/* Its normal, from the change of depth from block to block, in the camera's axes. */
static void normal_of(const lg_frame *f, int x, int y, float z, float zx, float zy, float n[3]) {
  const lg_lens *l = &f->lens;
  float u = (((float)x + 0.5f) * (float)f->block - l->cx) / l->scale,
        v = (l->cy - ((float)y + 0.5f) * (float)f->block) / l->scale,
        side = z * (float)f->block / l->scale;

  /* Where the surface goes with a block to the right, and with one up; their cross product. */
  float a[3] = {side + zx * u, zx * v, zx}, b[3] = {zy * u, side + zy * v, zy};
  n[0] = -(a[1] * b[2] - a[2] * b[1]);
  n[1] = -(a[2] * b[0] - a[0] * b[2]);
  n[2] = a[0] * b[1] - a[1] * b[0];
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : k == 2;
}

/* How much the surface bends or breaks at a block, in radii of a particle: its second difference.
   Along a rim it says nothing. */
static float roughness(const lg_frame *f, const float *z, int x, int y) {
  const int n = f->blocks[0];
  if (z[0] >= LG_FAR) return 0;
  if (x < 2 || y < 2 || x + 2 >= n || y + 2 >= f->blocks[1]) return 0;
  float most = 0;
  for (int axis = 0, by = 1; axis < 2; axis++, by = n) {
    if (z[-by] >= LG_FAR || z[by] >= LG_FAR || z[-2 * by] >= LG_FAR || z[2 * by] >= LG_FAR)
      return 0;
    most = lg_max(most, fabsf(z[-by] + z[by] - 2 * z[0]));
  }
  return most / f->radius;
}

static void find_bends(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int y = strip * STRIP; y < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); y++)
    for (int x = 0; x < n; x++)
      f->scratch->body[1][y * n + x] = roughness(f, f->scratch->relief[0] + y * n + x, x, y);
}
static void blur_bends(void *frame, int strip) {
  const lg_frame *f = frame;
  blur(f, strip, f->scratch->body[1], f->scratch->thick[1], false);
}

/* The speed there, 0 .. 1, by whoever is seen in the middle of the block. */
static float tone_of(const lg_frame *f, int x, int y) {
  const lg_scratch *s = f->scratch;
  int px = lg_clampi(x * f->block + f->block / 2, 0, f->image->width - 1),
      py = lg_clampi(y * f->block + f->block / 2, 0, f->image->height - 1);
  int32_t owner = s->owner[(size_t)py * (size_t)s->stride + (size_t)px];
  return owner >= 0 ? s->dot[owner].tone : 0.4f;
}

/* How white torn and thin water is, faster water more, if it is known how fast. */
static float foam_of(const lg_frame *f, const block *b, float bend, float tone) {
  float torn = lg_smooth(0.4f, 1.8f, b->towards * bend) *
               (1 - lg_smooth(3, 14, b->thick / f->shot->spacing));
  return torn * (lg_frame_has_colors(f) ? 0.5f : lg_smooth(0.15f, 0.7f, tone));
}

static void make_blocks(void *frame, int strip) {
  const lg_frame *f = frame;
  const lg_scratch *s = f->scratch;
  int n = f->blocks[0], m = f->blocks[1];
  for (int y = strip * STRIP; y < lg_clampi((strip + 1) * STRIP, 0, m); y++)
    for (int x = 0; x < n; x++) {
      const float *z = s->relief[0] + y * n + x;
      block *out = (block *)(void *)s->blocks + y * n + x;
      *out = (block){.cover = s->cover[y * n + x],
                     .thick = s->thick[0][y * n + x],
                     .body = s->body[0][y * n + x]};

      if (*z >= LG_FAR) continue;
      float normal[3];
      normal_of(f, x, y, *z, lg_relief_slope(f, z, 1, x > 0, x + 1 < n),
                -lg_relief_slope(f, z, n, y > 0, y + 1 < m), normal);

      /* how it lies to the light, and whether it is white */
      out->w = 1;
      out->right = normal[0];
      out->up = normal[1];
      out->towards = normal[2];
      out->z = *z;
      float bend = blurred(f, s->thick[1], x, y, true);
      if (bend > 0) out->foam = foam_of(f, out, bend, tone_of(f, x, y));
    }
}

bool LG_PER_ISA(lg_sea_make)(lg_frame *f) {
  lg_scratch *s = f->scratch;
  if (!lg_relief_depth(f, ROUNDS)) return false;
  size_t n = (size_t)f->blocks[0] * (size_t)f->blocks[1];
  for (int k = 0; k < 2; k++)
    if (!lg_room(&s->thick[k], &s->thick_capacity[k], n, sizeof(float)) ||
        !lg_room(&s->body[k], &s->body_capacity[k], n, sizeof(float)))
      return false;
  if (!lg_room(&s->blocks, &s->blocks_capacity, n * FLOATS, sizeof(float))) return false;

  size_t pixels = (size_t)s->stride * (size_t)f->image->height;
  if (!lg_room(&s->behind, &s->behind_capacity, pixels, sizeof *s->behind)) return false;
  memcpy(s->behind, s->color, (pixels - 2 * LG_PAD) * sizeof *s->behind);

  int strips = (f->blocks[1] + STRIP - 1) / STRIP;
  lg_tasks(f->threads, strips, sum_thickness, f);
  lg_tasks(f->threads, strips, blur_across, f);
  lg_tasks(f->threads, strips, blur_down, f);
  lg_tasks(f->threads, strips, body_across, f);
  lg_tasks(f->threads, strips, body_down, f);
  lg_tasks(f->threads, strips, find_bends, f);
  lg_tasks(f->threads, strips, blur_bends, f);
  lg_tasks(f->threads, strips, make_blocks, f);
  return true;
}

/* ---- light ---------------------------------------------------------------------------------- */

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
static void between(const lg_frame *f, int y, block *line) {
  const block *all = (const block *)(const void *)f->scratch->blocks;
  int n = f->blocks[0];
  float v = lg_clamp(((float)y + 0.5f) / (float)f->block - 0.5f, 0, (float)(f->blocks[1] - 1));
  const float *a = (const float *)(all + (int)v * n),
              *b = (int)v + 1 < f->blocks[1] ? a + (size_t)n * FLOATS : a;
  float t = v - (float)(int)v, *out = (float *)line;
  for (int i = 0; i < n * FLOATS; i++) out[i] = lg_mix(a[i], b[i], t);
  line[n] = line[n - 1];
}

/* The surface at a pixel, between two blocks of its row; false: it is not seen there. */
static bool look(const lg_frame *f, const light *l, const block *a, const block *b, float t, int x,
                 int y, spot *p) {
  const lg_scratch *s = f->scratch;
  size_t at = (size_t)y * (size_t)s->stride + (size_t)x;
  int32_t owner = s->owner[at];
  block m;
  for (int k = 0; k < FLOATS; k++)
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
static void draw_pixels(const lg_frame *f, const light *l, const block *line, int x, int y) {
  lg_scratch *s = f->scratch;
  size_t at = (size_t)y * (size_t)s->stride + (size_t)x;
  float per = 1 / (float)f->block, last = (float)(f->blocks[0] - 1);
  lg_vi wet = {0};
  spots all;
  memset(&all, 0, sizeof all);

  /* What there is at each of them. */
  for (int k = 0; k < LG_PIXELS && x + k < f->image->width; k++) {
    float u = lg_clamp(((float)(x + k) + 0.5f) * per - 0.5f, 0, last);
    const block *b = line + (int)u;
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
  block line[LG_LARGEST_SIDE / LG_LEAST_BLOCK + 2];
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    between(f, y, line);
    for (int x = 0; x < f->image->width; x += LG_PIXELS) draw_pixels(f, &l, line, x, y);
  }
}
