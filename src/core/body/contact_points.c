/* contact_points.c - points of a body's surface, about a spacing apart, in the frame of its shape.
   They are what is held against other things, so a body is as smooth as its points are dense.

   Each lies `radius` inside of the surface, as the centre of a ball that touches it: so edges and
   corners are rounded by that, and where a ball touches another thing its centre is outside of
   it. */
#include "core/body/contacts.h"
#include "core/object/object.h"

enum { GRID_MOST = 1 << 26, INSET_STEPS = 16 };

/* of a spacing, and of the shortest side */
#define RADIUS 0.1f

/* Moves p, which lies d m outside, along the gradient of the distance onto the surface and on,
   until it is `radius` inside; in a corner that is farther. False: the distance has no gradient
   there. */
static bool project(const lg_world *w, lg_id shape, float d, float reach, float radius,
                    const float p[3], float out[3]) {
  float slope[3];
  lg_shape_slope(w, shape, p, reach, slope);
  float length = lg_length(slope);
  if (!(length > 0)) return false;
  for (int k = 0; k < 3; k++) out[k] = p[k] - d * slope[k] / length;

  for (int i = 0; i < INSET_STEPS; i++) {
    float way = lg_shape_distance(w, shape, out) + radius;
    for (int k = 0; k < 3 && way > 0; k++) out[k] -= way * slope[k] / length;
  }
  return true;
}

/* The nodes of a grid that lie just outside, moved onto the surface; corners are among them.
   Returns how many; -1: too many for this step. */
static int sample(const lg_world *w, lg_id shape, float step, lg_contact_points *into) {
  float lo[3], hi[3], p[3] = {0, 0, 0}, nodes[3] = {1, 1, 1};
  if (!lg_shape_bounds(w, shape, lo, hi)) return 0;

  /* the grid: its cells divide the shape's box, with a layer around it */
  into->thinnest = hi[0] - lo[0];
  for (int k = 0; k < w->dim; k++) {
    nodes[k] = ceilf((hi[k] - lo[k]) / step - 1e-3f) + 2;
    into->thinnest = lg_minf(into->thinnest, hi[k] - lo[k]);
    if (!isfinite(hi[k] - lo[k])) return 0; /* of a shape from outside: it has no end either */
  }
  into->radius = RADIUS * lg_minf(w->def.spacing, into->thinnest);
  if ((double)nodes[0] * (double)nodes[1] * (double)nodes[2] > GRID_MOST) return -1;

  int n[3] = {(int)nodes[0], (int)nodes[1], (int)nodes[2]}, count = 0;
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    const int at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    for (int k = 0; k < w->dim; k++)
      p[k] = lo[k] + ((float)at[k] - 0.5f) * (hi[k] - lo[k]) / lg_maxf((float)(n[k] - 2), 1);
    float d = lg_shape_distance(w, shape, p), on[3];
    if (!isfinite(d)) return 0; /* too large for its own distance: no node would be near it */
    if (d < 0 || d >= step) continue;
    float reach = 0.1f * lg_minf(step, into->thinnest);
    if (!project(w, shape, d, reach, into->radius, p, on)) continue;
    if (count == LG_CONTACT_POINTS_MAX) return -1;
    memcpy(into->point[count++], on, sizeof on);
  }
  return count;
}

/* Coarser where it would be too many. */
static bool make(lg_world *w, lg_contact_points *points, lg_id shape, uint64_t key) {
  float step = w->def.spacing;
  if (!points->point)
    points->point = lg_mem_realloc(&w->mem, NULL, LG_CONTACT_POINTS_MAX * sizeof *points->point);
  if (!points->point) return false;
  while ((points->n = sample(w, shape, step, points)) < 0) step *= 1.3f;
  points->key = key;
  return true;
}

/* One set a body, in their order; where a shape has moved in the order it is sampled anew. */
bool lg_contact_points_update(lg_world *w) {
  lg_bodies *all = w->bodies;
  size_t n = (size_t)all->n;
  if (!lg_mem_grow(&w->mem, &all->points, n, sizeof *all->points)) return false;
  if (n > all->point_sets) all->point_sets = n;

  /* of what has another shape than before */
  for (size_t b = 0; b < n; b++) {
    lg_face face;
    if (!lg_collider_face(w, all->body[b].id, &face)) continue;
    uint64_t key = lg_object_get(w, face.shape)->edits << 32 | face.shape;
    if (all->points[b].key != key && !make(w, &all->points[b], face.shape, key)) return false;
  }
  return true;
}

void lg_contact_points_free(lg_world *w) {
  for (size_t i = 0; i < w->bodies->point_sets; i++)
    lg_mem_free(&w->mem, w->bodies->points[i].point);
  lg_mem_free(&w->mem, w->bodies->points);
  lg_mem_free(&w->mem, w->bodies->contact);
}
