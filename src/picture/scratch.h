/* scratch.h - what the renderer keeps with an image from frame to frame, so that drawing needs no
   memory of its own. */
#ifndef LG_PICTURE_SCRATCH_H
#define LG_PICTURE_SCRATCH_H

#include "picture/picture.h"

#include <math.h>
#include <string.h>

/* Rows of one band: a band is one task of the drawing threads, 16 rows of the whole width (its
   buffers stay in the L2 cache). */
#define LG_BAND         16
#define LG_LARGEST_SIDE 16384 /* pixels, of an image */
#define LG_FAR          1e30f /* m: the depth where nothing is */
/* floats before each row, and twice as many behind it: some at a time may go over its ends */
#define LG_PAD          8

/* bands that an item touches; its place in their order */
typedef struct lg_span {
  uint16_t first, last, turn;
} lg_span;
#define LG_SPAN_NONE ((lg_span){1, 0, 0})

/* Which items (discs, faces) touch which band: item[first[b]] .. item[first[b + 1] - 1], in order
   of their turns, then of their number. */
typedef struct lg_bands {
  int bands;
  lg_span *span; /* one for each item */
  size_t span_capacity;
  size_t *first;
  uint32_t *item;
  size_t item_capacity;
  size_t *count; /* of each chunk of items, for the counting sort */
  size_t count_capacity;
  size_t first_capacity;
} lg_bands;

typedef struct lg_dot { /* x, y, r and color lie together: shade.c loads them at once */
  float x, y, r;        /* pixels; r 0: not on the picture */
  int32_t color;        /* of its tone: red | green << 8 | blue << 16 */
  float z;              /* m, depth */
  float tone;           /* 0 .. 1 of the range of colours */
} lg_dot;

typedef struct lg_reach { /* columns, up to but not with `to` */
  int from, to;
} lg_reach;

struct lg_glyphs;
typedef struct lg_scratch {
  struct lg_glyphs *glyphs;
  int stride; /* floats from row to row of the buffers below: width + 3 LG_PAD */
  /* the memory of those buffers; a row's pixel 0 has LG_PAD floats before it */
  float *planes;
  /* 2-D: sum of the kernels, of kernel times value, largest kernel; where a band has dots */
  float *sum, *weighted, *top;
  /* 2-D, of particles with colours of their own: sums of kernel times green, times blue; that of
     red stands in `weighted` */
  float *tint[2], *tints; /* in the memory of tints */
  size_t tints_capacity;
  const float *zeros; /* a row of them */
  float *depth;       /* 3-D: m from the eye; the same memory as sum, weighted, top */
  int32_t *owner;     /* 3-D: the particle seen at the pixel; LG_NOBODY, LG_SOLID */
  int32_t *color;     /* 3-D: before finish; red | green << 8 | blue << 16 */
  lg_reach *extent;   /* 3-D: of each row, where anything is */
  lg_bands dots, faces;
  lg_dot *dot;
  size_t dot_capacity;
  /* 3-D: depth, later light, of the large shape of the water; one for each block of pixels */
  float *relief[2];
  size_t relief_capacity[2];
  /* 3-D water: part of each block that shows it; its thickness, m; what sea.c knows of the block */
  float *cover, *body[2], *thick[2], *blocks;
  size_t cover_capacity, body_capacity[2], thick_capacity[2], blocks_capacity;
  int32_t *behind; /* the colour plane as it was before the water */
  size_t behind_capacity;
  float (*corner)[4]; /* projected corners of collider faces: x, y, depth, shade */
  uint32_t *paint;    /* the colour of each face, 0xRRGGBBAA */
  size_t corner_capacity, paint_capacity;
} lg_scratch;
#define LG_NOBODY (-1)
#define LG_SOLID  (-2)

/* Makes room for n items of `size` bytes; false: no memory (and *p is untouched). Contents are
   kept. */
bool lg_room(void *p, size_t *capacity, size_t n, size_t size);

/* Makes room for tint[]; false: no memory. */
bool lg_tint_room(lg_scratch *s, int height);

/* fn(user, i) for i of 0 .. n-1, each once, on `threads` threads; a free thread takes the next
   i. */
typedef void lg_task_fn(void *user, int i);
void lg_tasks(int threads, int n, lg_task_fn *fn, void *user);

/* fminf would be a call on a plain x86-64 */
static inline float lg_min(float a, float b) { return a < b ? a : b; }
static inline float lg_max(float a, float b) { return a > b ? a : b; }
/* lo of what is no number: what follows is often an index */
static inline float lg_clamp(float x, float lo, float hi) { return x > lo ? x < hi ? x : hi : lo; }
static inline int lg_clampi(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static inline float lg_mix(float a, float b, float t) { return a + (b - a) * t; }
/* red | green << 8 | blue << 16, of 0 .. 255 */
static inline int32_t lg_pack(const float rgb[3]) {
  return (int32_t)(rgb[0] + 0.5f) | (int32_t)(rgb[1] + 0.5f) << 8 | (int32_t)(rgb[2] + 0.5f) << 16;
}
static inline float lg_smooth(float lo, float hi, float x) { /* 0 .. 1, smooth at both ends */
  float t = lg_clamp((x - lo) / (hi - lo), 0, 1);
  return t * t * (3 - 2 * t);
}

#endif
