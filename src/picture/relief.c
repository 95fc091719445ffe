/* relief.c - 3-D: light on the large shape of the water: screen-space fluid rendering.

   Spheres alone look like a heap of beads, lit the same whether they lie on a wave's crest or in
   its side. So the depth of the particles is averaged over blocks about half a sphere wide,
   smoothed across a few spheres (but not across steps from one body to another), and the surface so
   found is lit (after W. van der Laan et al., "Screen space fluid rendering with curvature flow",
   2009, with a plainer filter). */
#include "picture/frame.h"
#include "picture/look.h"

#define REACH   4 /* blocks on each side that the smoothing takes in */
/* sphere radii: larger differences of depth belong to different bodies */
#define STEP    10.0f
#define NEUTRAL 0.6f /* light where there is no surface */
#define STRIP   4    /* rows of blocks of one task */

/* Adds what row y shows of particles to the sums and numbers of the blocks that it crosses. */
static void add_row(const lg_frame *f, int y, int skip, float *sum, int *n) {
  const lg_scratch *s = f->scratch;
  const lg_reach e = s->extent[y];
  const float *depth = lg_plane_row(f, s->depth, y);
  const int32_t *owner = s->owner + (size_t)y * (size_t)s->stride;

  /* Block by block, every `skip`-th pixel that shows a particle. */
  for (int u = e.from / f->block, x = u * f->block; x < e.to; u++) {
    int end = lg_clampi(x + f->block, 0, f->image->width);
    float part = sum[u];

    for (; x < end; x += skip) {
      bool seen = owner[x] >= 0;
      part += seen ? depth[x] : 0;
      n[u] += seen;
    }
    sum[u] = part;
    x = end;
  }
}

static void average(void *frame, int strip) {
  const lg_frame *f = frame;
  int skip = f->block / 4 > 1 ? f->block / 4 : 1, n[LG_LARGEST_SIDE / LG_LEAST_BLOCK + 1];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++) {
    float *sum = f->scratch->relief[0] + v * f->blocks[0];
    memset(sum, 0, (size_t)f->blocks[0] * sizeof *sum);
    memset(n, 0, (size_t)f->blocks[0] * sizeof *n);

    /* Mean depth of each block in a row of blocks. */
    for (int y = v * f->block; y < lg_clampi((v + 1) * f->block, 0, f->image->height); y += skip)
      add_row(f, y, skip, sum, n);
    for (int u = 0; u < f->blocks[0]; u++) sum[u] = n[u] ? sum[u] / (float)n[u] : LG_FAR;
  }
}

/* Weighted mean of the depths on a line of blocks, `by` apart, from -before to +after. */
static float mean_along(const float *z, int by, int before, int after, float step) {
  if (z[0] >= LG_FAR) return LG_FAR;

  /* A triangle filter that leaves out what belongs to another body. */
  float sum = 0, weight = 0;
  for (int k = -before; k <= after; k++) {
    float d = z[k * by], w = (float)(REACH + 1 - (k < 0 ? -k : k));
    w = d - z[0] < step && z[0] - d < step ? w : 0;
    sum += w * (d - z[0]);
    weight += w;
  }
  return z[0] + sum / weight;
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void smooth_across(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++)
    for (int u = 0; u < n; u++)
      f->scratch->relief[1][v * n + u] = mean_along(f->scratch->relief[0] + v * n + u, 1,
                                                    smaller(u, REACH), smaller(n - 1 - u, REACH),
                                                    STEP * f->radius);
}

static void smooth_down(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++)
    for (int u = 0; u < n; u++)
      f->scratch->relief[0][v * n + u] =
          mean_along(f->scratch->relief[1] + v * n + u, n, smaller(v, REACH),
                     smaller(f->blocks[1] - 1 - v, REACH), STEP * f->radius);
}

/* Change of depth from block to block: the smaller of the two sides, so that it does not look over
   an edge. */
static float slope(const float *z, int by, bool has_before, bool has_after, float step) {
  float back = has_before ? z[0] - z[-by] : LG_FAR, on = has_after ? z[by] - z[0] : LG_FAR;
  bool back_ok = fabsf(back) < step, on_ok = fabsf(on) < step;
  if (back_ok && on_ok) return 0.5f * (back + on);
  return back_ok ? back : on_ok ? on : 0;
}

static void light(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++)
    for (int u = 0; u < n; u++) {
      const float *z = f->scratch->relief[0] + v * n + u;
      float *out = f->scratch->relief[1] + v * n + u, step = STEP * f->radius;
      if (*z >= LG_FAR) {
        *out = NEUTRAL;
        continue;
      }

      /* Normal from the slopes, and its angle with the light. */
      float per_m = f->lens.scale / (*z * (float)f->block); /* blocks a metre */
      float zx = slope(z, 1, u > 0, u + 1 < n, step) * per_m,
            zy = -slope(z, n, v > 0, v + 1 < f->blocks[1], step) * per_m;
      float lambert = (zx * LG_LIGHT_X + zy * LG_LIGHT_Y + LG_LIGHT_Z) /
                      sqrtf(zx * zx + zy * zy + 1);
      *out = lg_max(lambert, 0);
    }
}

bool LG_PER_ISA(lg_relief_make)(lg_frame *f) {
  float pixels = 2 * f->radius * f->lens.scale / f->lens.focus; /* a sphere at the target */
  f->block = (int)lg_clamp(0.5f * pixels + 0.5f, LG_LEAST_BLOCK, 32);
  f->blocks[0] = (f->image->width + f->block - 1) / f->block;
  f->blocks[1] = (f->image->height + f->block - 1) / f->block;

  size_t n = (size_t)f->blocks[0] * (size_t)f->blocks[1];
  for (int k = 0; k < 2; k++)
    if (!lg_room(&f->scratch->relief[k], &f->scratch->relief_capacity[k], n, sizeof(float)))
      return false;

  /* Mean depths, smoothed along rows and columns (a separable filter), then lit. */
  int strips = (f->blocks[1] + STRIP - 1) / STRIP;
  lg_tasks(f->threads, strips, average, f);
  lg_tasks(f->threads, strips, smooth_across, f);
  lg_tasks(f->threads, strips, smooth_down, f);
  lg_tasks(f->threads, strips, light, f);
  return true;
}
