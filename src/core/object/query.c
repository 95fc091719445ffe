/* query.c - what objects say about space: distances and boxes of shapes and colliders, samples of
   fields. */
#include "core/base/world.h"
#include "core/object/object.h"

#define NOWHERE ((float)LG_HUGE) /* m: the distance of something that is not there */

static bool same_axis(const float a[3], const float b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}
static bool no_axis(const float a[3]) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

/* The matrix kept with the object, if it is of the rotation it has now: a rejected step may have
   brought an older one back. */
static lg_rotation turn_of(const lg_object *o, const float axis[3]) {
  return same_axis(o->turned, axis) ? o->turn : lg_rotation_of(axis);
}

static const lg_object *shape_of(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == LG_FAMILY_SHAPE ? o : NULL;
}

/* ---- shapes --------------------------------------------------------------------------------- */

float lg_shape_distance(const lg_world *w, lg_id shape, const float p[3]) {
  const lg_object *o = shape_of(w, shape);
  if (!o) return NOWHERE;
  const lg_shape_pose *pose = o->self;
  float own[3] = {p[0] - pose->translation[0], p[1] - pose->translation[1],
                  w->dim == 3 ? p[2] - pose->translation[2] : 0};
  if (!no_axis(pose->rotation)) {
    lg_rotation r = turn_of(o, pose->rotation);
    lg_rotate_back(&r, own, own);
  }
  return o->kind->shape.distance(w, o->self, own);
}

/* Box around the turned and moved box: with c its middle and h its half widths, R c + t and sum_j
   |R_ij| h_j. */
static void place_box(const lg_rotation *r, const float t[3], int dim, float min[3], float max[3]) {
  float c[3], h[3];
  for (int k = 0; k < 3; k++) {
    c[k] = k < dim ? 0.5f * (min[k] + max[k]) : 0;
    h[k] = k < dim ? 0.5f * (max[k] - min[k]) : 0;
  }

  /* the middle turns with it, and each half is as wide as the turned box is there */
  for (int k = 0; k < 3; k++) {
    float middle = lg_dot(r->m[k], c) + t[k];
    float half = fabsf(r->m[k][0]) * h[0] + fabsf(r->m[k][1]) * h[1] + fabsf(r->m[k][2]) * h[2];
    min[k] = k < dim ? middle - half : 0;
    max[k] = k < dim ? middle + half : 0;
  }
}

bool lg_shape_bounds(const lg_world *w, lg_id shape, float min[3], float max[3]) {
  const lg_object *o = shape_of(w, shape);
  if (!o || !o->kind->shape.bounds || !o->kind->shape.bounds(w, o->self, min, max)) return false;
  const lg_shape_pose *pose = o->self;

  if (!no_axis(pose->rotation)) {
    lg_rotation r = turn_of(o, pose->rotation);
    place_box(&r, pose->translation, w->dim, min, max);
    return true;
  }

  for (int k = 0; k < 3; k++) {
    min[k] = k < w->dim ? min[k] + pose->translation[k] : 0;
    max[k] = k < w->dim ? max[k] + pose->translation[k] : 0;
  }
  return true;
}

/* ---- emitters, shapes and colliders --------------------------------------------------------- */

bool lg_emitter_spent(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == LG_FAMILY_EMITTER && o->kind->emitter.spent &&
         o->kind->emitter.spent(o->self);
}

bool lg_collider_stands(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == LG_FAMILY_COLLIDER && lg_object_enabled(o);
}

bool lg_collider_face(const lg_world *w, lg_id id, lg_face *face) {
  const lg_object *o = lg_object_get(w, id);
  if (!o || o->kind->family != LG_FAMILY_COLLIDER) return false;
  memset(face, 0, sizeof *face);
  o->kind->collider.face(o->self, face);
  return true;
}

bool lg_collider_faces(const lg_world *w, lg_id collider, lg_faces *out) {
  lg_face face;
  const lg_object *o = lg_collider_face(w, collider, &face) ? shape_of(w, face.shape) : NULL;
  if (!o || !o->kind->shape.faces || !o->kind->shape.faces(w, o->self, out)) return false;

  /* Turned and moved as the shape is, then as the collider is. */
  const lg_shape_pose *pose = o->self;
  lg_rotation own = turn_of(o, pose->rotation), whole = lg_rotation_of(face.rotation), both;
  both = lg_rotation_then(&own, &whole);
  lg_rotate(&whole, pose->translation, out->shift);
  for (int i = 0; i < 3; i++) {
    out->shift[i] += face.translation[i];
    for (int k = 0; k < 3; k++) out->turn[i][k] = both.m[i][k];
  }
  return true;
}

float lg_distance(const lg_world *w, lg_id id, const float p[3]) {
  lg_face face;
  if (!p) return NOWHERE;
  if (!lg_collider_face(w, id, &face)) return lg_shape_distance(w, id, p);
  float q[3] = {p[0] - face.translation[0], p[1] - face.translation[1],
                w->dim == 3 ? p[2] - face.translation[2] : 0};
  lg_rotation r = lg_rotation_of(face.rotation);
  lg_rotate_back(&r, q, q);
  return lg_shape_distance(w, face.shape, q);
}

/* Gradient of the distance by central differences over +- reach, of length 1; false: it has none
   there. */
static bool gradient(const lg_world *w, lg_id id, const double q[3], double reach, double n[3]) {
  double length2 = 0;

  /* by central differences */
  for (int k = 0; k < 3; k++) {
    float before[3] = {(float)q[0], (float)q[1], (float)q[2]},
          after[3] = {(float)q[0], (float)q[1], (float)q[2]};
    before[k] -= (float)reach;
    after[k] += (float)reach;
    n[k] = k < w->dim ? ((double)lg_distance(w, id, after) - (double)lg_distance(w, id, before)) /
                            (2 * reach)
                      : 0;
    length2 += n[k] * n[k];
  }

  for (int k = 0; k < 3; k++) n[k] /= sqrt(length2);
  return length2 > 1e-6;
}

/* Goes down (up) the gradient from q until the distance is 0. */
static bool to_surface(const lg_world *w, lg_id id, double q[3]) {
  double n[3], spacing = (double)w->def.spacing;
  for (int step = 0; step < 64; step++) {
    float at[3] = {(float)q[0], (float)q[1], (float)q[2]};
    double d = (double)lg_distance(w, id, at);

    if (fabs(d) < 1e-4 * spacing) return true;
    if (!(fabs(d) < (double)NOWHERE / 2)) return false;
    /* float32 and the differences themselves then err by 2e-5 */
    double reach = fmax(0.005 * fabs(d), 0.02 * spacing);
    bool found = gradient(w, id, q, reach, n);
    /* in the middle of a ball one way is as good as another */
    for (int k = 0; k < w->dim; k++) q[k] -= d * (found ? n[k] : k == 0);
  }
  return false;
}

bool lg_closest(const lg_world *w, lg_id id, const float p[3], float point[3], float normal[3]) {
  if (!w || !p || !point || !normal) return false;
  double from[3] = {(double)p[0], (double)p[1], w->dim == 3 ? (double)p[2] : 0}, q[3], n[3];

  /* along the distance's own slope, to the surface */
  float d = lg_distance(w, id, p);
  memcpy(q, from, sizeof q);
  if (!to_surface(w, id, q)) return false;

  /* at an edge or a corner there is no slope: the way there says it */
  double spacing = (double)w->def.spacing,
         way = hypot(hypot(from[0] - q[0], from[1] - q[1]), from[2] - q[2]);
  bool smooth = gradient(w, id, q, 0.02 * spacing, n);
  if (way < 0.1 * spacing && !smooth) return false;

  for (int k = 0; k < 3; k++) {
    /* right at edges and corners too */
    if (way >= 0.1 * spacing) n[k] = (from[k] - q[k]) / (d < 0 ? -way : way);
    point[k] = (float)q[k];
    normal[k] = (float)n[k];
  }
  return true;
}

bool lg_extent(const lg_world *w, lg_id id, float min[3], float max[3]) {
  lg_face face;
  if (!min || !max) return false;
  if (!lg_collider_face(w, id, &face)) return lg_shape_bounds(w, id, min, max);
  if (!lg_shape_bounds(w, face.shape, min, max)) return false;
  lg_rotation r = lg_rotation_of(face.rotation);
  place_box(&r, face.translation, w->dim, min, max);
  return true;
}

/* ---- fields --------------------------------------------------------------------------------- */

static const lg_object *field_of(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == LG_FAMILY_FIELD ? o : NULL;
}

int lg_field_components(const lg_world *w, lg_id field) {
  const lg_object *o = field_of(w, field);
  if (!o) return 0;
  return o->kind->field.components ? o->kind->field.components(w, o->self) : w->dim;
}

bool lg_field_sample(const lg_world *w, lg_id field, const lg_points *at, float *const out[3]) {
  const lg_object *o = field_of(w, field);
  if (!o || at->n < 0 || at->n > LG_BLOCK) return false;
  return o->kind->field.sample(w, o->self, at, out);
}

void *lg_kind_memory(lg_world *w, void *old, size_t new_bytes) {
  if (new_bytes > 0) return lg_mem_realloc(&w->mem, old, new_bytes);
  lg_mem_free(&w->mem, old);
  return NULL;
}
