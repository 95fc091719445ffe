/* image.c - the image and its scratch memory. */
#include "picture/scratch.h"

#include "laguna_kind.h"
#include "picture/text.h"

#include <stdatomic.h>
#include <stdlib.h>

bool lg_room(void *p, size_t *capacity, size_t n, size_t size) {
  if (n <= *capacity) return true;
  size_t larger = *capacity + *capacity / 2;
  if (larger < n) larger = n;
  if (larger > SIZE_MAX / size) return false;

  /* p is the address of a pointer of any type, which no assignment may alias. */
  void *old;
  memcpy(&old, p, sizeof old);
  void *grown = realloc(old, larger * size);
  if (!grown) return false;
  memcpy(p, &grown, sizeof grown);
  *capacity = larger;
  return true; // cppcheck-suppress memleak
}

typedef struct queue {
  atomic_int next;
  int n;
  lg_task_fn *fn;
  void *user;
} queue;

static void drain(void *user, size_t begin, size_t end) {
  (void)begin;
  (void)end;
  queue *q = user;
  for (int i; (i = atomic_fetch_add(&q->next, 1)) < q->n;) q->fn(q->user, i);
}

/* One block of lg_parallel a thread, and each drains the queue: bands cost very different times. */
void lg_tasks(int threads, int n, lg_task_fn *fn, void *user) {
  queue q = {0, n, fn, user};
  if (threads > n) threads = n;
  if (threads <= 1) drain(&q, 0, 0);
  else lg_parallel(threads, (size_t)threads * LG_BLOCK, drain, &q);
}

bool lg_tint_room(lg_scratch *s, int height) {
  size_t n = (size_t)s->stride * (size_t)height;
  if (!lg_room(&s->tints, &s->tints_capacity, 2 * n + (size_t)s->stride, sizeof *s->tints))
    return false;
  s->tint[0] = s->tints + LG_PAD;
  s->tint[1] = s->tint[0] + n;
  return true;
}

static bool scratch_init(lg_scratch *s, int width, int height) {
  s->stride = width + 3 * LG_PAD;
  size_t n = (size_t)s->stride * (size_t)height;
  s->planes = calloc(3 * n + (size_t)s->stride, sizeof *s->planes);
  s->extent = calloc((size_t)height, sizeof *s->extent);
  s->glyphs = lg_glyphs_new();
  if (!s->planes || !s->extent || !s->glyphs) return false;

  /* Planes of the same size behind each other; in 3-D they are depth, owner and colour. */
  s->sum = s->planes + LG_PAD;
  s->weighted = s->sum + n;
  s->top = s->sum + 2 * n;
  s->zeros = s->sum + 3 * n;
  s->depth = s->sum; /* a picture is 2-D or 3-D: the same memory serves both */
  s->owner = (int32_t *)(void *)s->weighted;
  s->color = (int32_t *)(void *)s->top;
  return true;
}

static void bands_free(lg_bands *b) {
  free(b->first);
  free(b->item);
  free(b->count);
  free(b->span);
}

static void scratch_free(lg_scratch *s) {
  if (!s) return;
  lg_glyphs_free(s->glyphs);
  bands_free(&s->dots);
  bands_free(&s->faces);

  /* Planes of pixels, and what grows with the number of particles and faces. */
  free(s->planes);
  free(s->extent);
  free(s->dot);
  free(s->relief[0]);
  free(s->relief[1]);
  free(s->cover);
  free(s->body[0]);
  free(s->body[1]);
  free(s->thick[0]);
  free(s->thick[1]);
  free(s->blocks);
  free(s->behind);
  free(s->corner);
  free(s->paint);
  free(s->tints);
  free(s);
}

bool lg_image_init(lg_image *image, int width, int height) {
  *image = (lg_image){0};
  if (width < 1 || height < 1 || width > LG_LARGEST_SIDE || height > LG_LARGEST_SIDE) return false;

  size_t pixels = (size_t)width * (size_t)height;
  image->width = width;
  image->height = height;

  /* What was allocated is freed where something was not. */
  image->rgba = calloc(pixels, 4);
  image->scratch = calloc(1, sizeof *image->scratch);
  if (image->rgba && image->scratch && scratch_init(image->scratch, width, height)) return true;
  lg_image_free(image);
  return false;
}

void lg_image_free(lg_image *image) {
  free(image->rgba);
  scratch_free(image->scratch);
  *image = (lg_image){0};
}

const char *lg_image_trouble(lg_image *image) { return lg_glyphs_trouble(image->scratch->glyphs); }

void lg_picture_shrunk(lg_image *image, int x, int y, int by, int width, int height,
                       const uint8_t *rgba) {
  const size_t row = 4 * (size_t)width;
  for (int j = 0; j < height / by; j++)
    for (int i = 0; i < width / by; i++) {
      if (x + i < 0 || x + i >= image->width || y + j < 0 || y + j >= image->height) continue;

      /* the mean of a square of pixels */
      const uint8_t *from = rgba + (size_t)(by * j) * row + 4 * (size_t)(by * i);
      uint8_t *to = image->rgba + 4 * ((size_t)(y + j) * (size_t)image->width + (size_t)(x + i));
      for (int c = 0; c < 3; c++) {
        int sum = by * by / 2;
        for (int k = 0; k < by * by; k++)
          sum += from[(size_t)(k / by) * row + 4 * (size_t)(k % by) + (size_t)c];
        to[c] = (uint8_t)(sum / (by * by));
      }
    }
}
