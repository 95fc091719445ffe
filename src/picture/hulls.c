/* hulls.c - the colliders of a shot. */
#include "picture/hulls.h"

#include "laguna_kind.h"
#include "picture/look.h"
#include "picture/scratch.h"

#include <stdlib.h>

typedef struct clipped {
  const lg_world *w;
  lg_id id;
  lg_bounds bounds;
  bool whole;
} clipped;

static float box_distance(const lg_bounds *b, const float p[3]) {
  float inside = -LG_FAR, outside = 0;
  for (int k = 0; k < b->dim; k++) {
    float q = fmaxf(b->min[k] - p[k], p[k] - b->max[k]);
    inside = fmaxf(inside, q);
    if (q > 0) outside += q * q;
  }
  return outside > 0 ? sqrtf(outside) : inside;
}

/* What of the collider is inside the bounds: a floor that goes on for ever ends there. */
static float distance(const void *user, const float p[3]) {
  const clipped *c = user;
  return fmaxf(lg_distance(c->w, c->id, p), box_distance(&c->bounds, p));
}

/* As its row says, if it has one. */
static uint32_t color_of(const lg_world *w, lg_id id) {
  lg_arg a;
  if (!lg_param_find(lg_kind_of(w, id), "color") || !lg_get(w, id, "color", &a))
    return LG_SOLID_FILL;
  uint32_t rgba = 0;
  for (int k = 0; k < 3; k++) rgba = rgba << 8 | (uint32_t)(255 * a.v[k] + 0.5);
  return rgba << 8 | 0xff;
}

/* The box to look at; false: nothing of the collider is inside the bounds. */
static bool box_of(const clipped *c, float min[3], float max[3]) {
  const lg_bounds *b = &c->bounds;
  bool bounded = lg_extent(c->w, c->id, min, max), some = true;

  for (int k = 0; k < 3; k++) {
    min[k] = bounded && k < b->dim ? fmaxf(min[k], b->min[k]) : b->min[k];
    max[k] = bounded && k < b->dim ? fminf(max[k], b->max[k]) : b->max[k];
    some = some && (k >= b->dim || min[k] < max[k]);
  }
  return some;
}

static void probe(const clipped *c, const float min[3], const float max[3], float out[LG_PROBES]) {
  /* at 1/7, 1/2, 6/7 of each side, a little askew so that mirror images differ */
  for (int i = 0; i < LG_PROBES; i++) {
    float part[3] = {(float)(i % 3), (float)(i / 3 % 3), (float)(i / 9)}, p[3];
    for (int k = 0; k < 3; k++)
      p[k] = lg_mix(min[k], max[k], 0.143f + 0.351f * part[k] + 0.01f * (float)k);
    out[i] = lg_distance(c->w, c->id, p);
  }
}

/* Fine enough for its longest side, and for its thinnest where that can be had. */
static float cell_of(int dim, const float min[3], const float max[3]) {
  float longest = 0, thinnest = LG_FAR;
  for (int k = 0; k < dim; k++) {
    longest = fmaxf(longest, max[k] - min[k]);
    thinnest = fminf(thinnest, max[k] - min[k]);
  }
  return dim == 2 ? lg_clamp(thinnest / 8, longest / 400, longest / 128)
                  : lg_clamp(thinnest / 6, longest / 96, longest / 48);
}

static bool on_bounds(const lg_bounds *b, float tolerance, const float (*corner)[3], int corners) {
  for (int k = 0; k < b->dim; k++) {
    int low = 0, high = 0;
    for (int c = 0; c < corners; c++) {
      low += fabsf(corner[c][k] - b->min[k]) < tolerance;
      high += fabsf(corner[c][k] - b->max[k]) < tolerance;
    }
    if (low == corners || high == corners) return true;
  }
  return false;
}

/* In 3-D the faces where the bounds cut a solid are left out: they would hide what is inside. */
static void open_at_bounds(lg_contour *c, const lg_bounds *b, float tolerance) {
  size_t kept = 0, n = (size_t)c->corners;
  for (size_t f = 0; f < c->faces; f++) {
    if (on_bounds(b, tolerance, (const float(*)[3])(c->corner + f * n), c->corners)) continue;
    memmove(c->corner + kept * n, c->corner + f * n, n * sizeof *c->corner);
    memmove(c->normal + kept * n, c->normal + f * n, n * sizeof *c->normal);
    kept++;
  }
  c->faces = kept;
}

static bool make(lg_hull *s, const clipped *c) {
  lg_faces own;
  if (c->bounds.dim == 3 && lg_collider_faces(c->w, c->id, &own)) {
    if (!lg_hull_faces(&s->contour, &own, &c->bounds)) return false;
    if (!c->whole)
      open_at_bounds(&s->contour, &c->bounds, 1e-5f * (c->bounds.max[0] - c->bounds.min[0]));
    return true;
  }

  float cell = cell_of(c->bounds.dim, s->min, s->max), min[3], max[3];
  for (int k = 0; k < 3; k++) {
    min[k] = s->min[k] - 1.5f * cell;
    max[k] = s->max[k] + 1.5f * cell;
  }

  if (c->bounds.dim == 2) min[2] = 0;
  if (!lg_contour_make(&s->contour, c->bounds.dim, min, max, cell, distance, c)) return false;
  if (c->bounds.dim == 3 && !c->whole) open_at_bounds(&s->contour, &c->bounds, 0.01f * cell);
  return true;
}

/* The slot of a collider, moved to place `at`. *known: its faces may still be right. NULL: no
   memory. */
static lg_hull *slot_of(lg_hulls *s, int at, lg_id id, bool *known) {
  size_t have = s->slots, found = (size_t)at;
  while (found < have && s->hull[found].id != id) found++;
  *known = found < have;

  /* A new collider takes a free slot, a known one keeps its faces. */
  if (!*known && (size_t)at >= have) {
    if (!lg_room(&s->hull, &s->slots, (size_t)at + 1, sizeof *s->hull)) return NULL;
    memset(s->hull + have, 0, (s->slots - have) * sizeof *s->hull);
  }

  if (*known) {
    lg_hull swap = s->hull[at];
    s->hull[at] = s->hull[found];
    s->hull[found] = swap;
  }
  s->hull[at].id = id;
  return &s->hull[at];
}

static bool take(lg_hull *s, const clipped *c, bool known) {
  float min[3], max[3], seen[LG_PROBES];
  if (!box_of(c, min, max)) {
    s->contour.faces = 0;
    s->id = 0; /* looked at anew when it comes back */
    return true;
  }

  /* Faces stay as long as the box and the probed distances do: contouring is the dear part. */
  probe(c, min, max, seen);
  if (known && !memcmp(min, s->min, sizeof min) && !memcmp(max, s->max, sizeof max) &&
      !memcmp(seen, s->probe, sizeof seen))
    return true;

  memcpy(s->min, min, sizeof min);
  memcpy(s->max, max, sizeof max);
  memcpy(s->probe, seen, sizeof seen);
  return make(s, c);
}

bool lg_hulls_take(lg_hulls *s, const lg_world *w) {
  clipped c = {w, 0, lg_world_bounds(w), s->whole};
  s->count = 0;
  for (int i = 0; i < lg_object_count(w); i++) {
    c.id = lg_object_at(w, i);
    if (!lg_collider_stands(w, c.id)) continue;

    bool known;
    lg_hull *slot = slot_of(s, s->count, c.id, &known);

    /* Contoured anew if it has moved or changed. */
    if (!slot || !take(slot, &c, known)) return false;
    slot->color = color_of(w, c.id);
    s->count++;
  }
  return true;
}

void lg_hulls_free(lg_hulls *s) {
  for (size_t i = 0; i < s->slots; i++) lg_contour_free(&s->hull[i].contour);
  free(s->hull);
  *s = (lg_hulls){0};
}
