/* sea.c - 3-D: particles as one body of water (after W. van der Laan et al., "Screen space fluid
   rendering with curvature flow", 2009): the depth that the spheres left is smoothed over blocks
   of pixels (relief.c), and the surface so found is lit (sea_light.c) by a sky, bends what is
   seen through it, and takes colour from it by how much water lies behind (Beer and Lambert).
   Where the surface is torn there is foam; drops that are no part of it keep the shape of their
   sphere. */
#include "picture/sea_own.h"

#define ROUNDS 2  /* of smoothing */
#define STRIP  16 /* rows of blocks of one task */

/* ---- thickness ------------------------------------------------------------------------------ */

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
static float foam_of(const lg_frame *f, const lg_sea_block *b, float bend, float tone) {
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
      lg_sea_block *out = (lg_sea_block *)(void *)s->blocks + y * n + x;
      *out = (lg_sea_block){.cover = s->cover[y * n + x],
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
  if (!lg_room(&s->blocks, &s->blocks_capacity, n * LG_SEA_FLOATS, sizeof(float))) return false;

  /* what the water is seen through to */
  size_t pixels = (size_t)s->stride * (size_t)f->image->height;
  if (!lg_room(&s->behind, &s->behind_capacity, pixels, sizeof *s->behind)) return false;
  memcpy(s->behind, s->color, (pixels - 2 * LG_PAD) * sizeof *s->behind);

  /* each pass needs the rows of others of the one before */
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
