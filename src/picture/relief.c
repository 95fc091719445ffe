/* relief.c - 3-D: light on the large shape of the water: screen-space fluid rendering.

   Spheres alone look like a heap of beads, lit the same whether they lie on a wave's crest or in
   its side. So the depth of the particles is averaged over blocks about half a sphere wide,
   smoothed across a few spheres (but not across steps from one body to another), and the surface so
   found is lit (after W. van der Laan et al., "Screen space fluid rendering with curvature flow",
   2009, with a plainer filter). */
#include "picture/frame.h"
#include "picture/look.h"

#define REACH   4    /* blocks on each side that the smoothing takes in */
#define NEUTRAL 0.6f /* light where there is no surface */
#define STRIP   4    /* rows of blocks of one task */

/* Adds what row y shows of particles to the sums and numbers of the blocks that it crosses; of
   water, which has no gaps to look through, the nearest counts. */
static void add_row(const lg_frame *f, int y, int skip, float *sum, int *n) {
  const lg_scratch *s = f->scratch;
  const lg_reach e = s->extent[y];
  const float *depth = lg_plane_row(f, s->depth, y);
  const int32_t *owner = s->owner + (size_t)y * (size_t)s->stride;
  bool nearest = f->style->as == LG_AS_WATER;

  /* Block by block, every `skip`-th pixel that shows a particle. */
  for (int u = e.from / f->block, x = u * f->block; x < e.to; u++) {
    int end = lg_clampi(x + f->block, 0, f->image->width);
    float part = sum[u], near = n[u] ? part : LG_FAR;

    for (; x < end; x += skip) {
      bool seen = owner[x] >= 0;
      part += seen ? depth[x] : 0;
      near = seen ? lg_min(near, depth[x]) : near;
      n[u] += seen;
    }
    sum[u] = nearest ? near : part;
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
    float rows = (float)((lg_clampi((v + 1) * f->block, 0, f->image->height) - v * f->block + skip -
                          1) /
                         skip),
          *cover = f->scratch->cover + v * f->blocks[0];
    for (int u = 0; u < f->blocks[0]; u++) {
      int end = lg_clampi((u + 1) * f->block, 0, f->image->width),
          columns = (end - u * f->block + skip - 1) / skip;
      if (!n[u]) sum[u] = LG_FAR;
      else if (f->style->as != LG_AS_WATER) sum[u] /= (float)n[u];
      cover[u] = (float)n[u] / (rows * (float)columns);
    }
  }
}

/* Weighted mean of the depths on a line of blocks, `by` apart, from -before to +after: a triangle
   filter that leaves out what belongs to another body. Two blocks across from each other count
   together unless the surface bends by a step between them, so that one seen at a flat angle, where
   depth runs from block to block, stays the plane that it is. */
static float mean_along(const float *z, int by, int before, int after, float step) {
  if (z[0] >= LG_FAR) return LG_FAR;

  float sum = 0, weight = REACH + 1;
  for (int k = 1; k <= REACH; k++) {
    float back = k <= before ? z[-k * by] - z[0] : LG_FAR,
          on = k <= after ? z[k * by] - z[0] : LG_FAR, w = (float)(REACH + 1 - k);
    bool together = fabsf(back + on) < step, has_back = together || fabsf(back) < step,
         has_on = together || fabsf(on) < step;
    sum += w * ((has_back ? back : 0) + (has_on ? on : 0));
    weight += w * (float)(has_back + has_on);
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
                                                    LG_RELIEF_STEP * f->radius);
}

static void smooth_down(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++)
    for (int u = 0; u < n; u++)
      f->scratch->relief[0][v * n + u] =
          mean_along(f->scratch->relief[1] + v * n + u, n, smaller(v, REACH),
                     smaller(f->blocks[1] - 1 - v, REACH), LG_RELIEF_STEP * f->radius);
}

static void light(void *frame, int strip) {
  const lg_frame *f = frame;
  int n = f->blocks[0];
  for (int v = strip * STRIP; v < lg_clampi((strip + 1) * STRIP, 0, f->blocks[1]); v++)
    for (int u = 0; u < n; u++) {
      const float *z = f->scratch->relief[0] + v * n + u;
      float *out = f->scratch->relief[1] + v * n + u;
      if (*z >= LG_FAR) {
        *out = NEUTRAL;
        continue;
      }

      /* Normal from the slopes, and its angle with the light. */
      float per_m = f->lens.scale / (*z * (float)f->block); /* blocks a metre */
      float zx = lg_relief_slope(f, z, 1, u > 0, u + 1 < n) * per_m,
            zy = -lg_relief_slope(f, z, n, v > 0, v + 1 < f->blocks[1]) * per_m;
      float lambert = (zx * LG_LIGHT_X + zy * LG_LIGHT_Y + LG_LIGHT_Z) /
                      sqrtf(zx * zx + zy * zy + 1);
      *out = lg_max(lambert, 0);
    }
}

bool LG_PER_ISA(lg_relief_depth)(lg_frame *f, int rounds) {
  float pixels = 2 * f->radius * f->lens.scale / f->lens.focus; /* a sphere at the target */
  f->block = (int)lg_clamp(0.5f * pixels + 0.5f, LG_LEAST_BLOCK, 32);
  f->blocks[0] = (f->image->width + f->block - 1) / f->block;
  f->blocks[1] = (f->image->height + f->block - 1) / f->block;

  lg_scratch *s = f->scratch;
  size_t n = (size_t)f->blocks[0] * (size_t)f->blocks[1];
  if (!lg_room(&s->relief[0], &s->relief_capacity[0], n, sizeof(float)) ||
      !lg_room(&s->relief[1], &s->relief_capacity[1], n, sizeof(float)) ||
      !lg_room(&s->cover, &s->cover_capacity, n, sizeof(float)))
    return false;

  /* Mean depths, smoothed along rows and columns (a separable filter). */
  int strips = (f->blocks[1] + STRIP - 1) / STRIP;
  lg_tasks(f->threads, strips, average, f);
  for (int round = 0; round < rounds; round++) {
    lg_tasks(f->threads, strips, smooth_across, f);
    lg_tasks(f->threads, strips, smooth_down, f);
  }
  return true;
}

bool LG_PER_ISA(lg_relief_make)(lg_frame *f) {
  if (!LG_PER_ISA(lg_relief_depth)(f, 1)) return false;
  lg_tasks(f->threads, (f->blocks[1] + STRIP - 1) / STRIP, light, f);
  return true;
}
