/* camera.c - where a picture looks from: fit, orbit, pan, zoom, pick. */
#include "picture/camera.h"

#define HALF_VIEW_TAN 0.3153f /* tan(35 degrees / 2): a long lens keeps boxes from looking bent */
/* rad: just short of straight down, where yaw would lose its meaning */
#define STEEPEST      1.55f
#define AIR           1.06f /* of the bounds, so that their edges are seen */
#define RAD_PER_PIXEL 0.006f

static float distance_of(const lg_camera *c) { return 0.5f * c->height / HALF_VIEW_TAN; }

/* Rows right, up, forward; at yaw 0 and pitch 0 the camera looks along -z with x to the right. */
static void axes_of(const lg_camera *c, float axis[3][3]) {
  float sy = sinf(c->yaw), cy = cosf(c->yaw), sp = sinf(c->pitch), cp = cosf(c->pitch);
  float right[3] = {cy, 0, -sy}, up[3] = {-sy * sp, cp, -cy * sp},
        forward[3] = {-sy * cp, -sp, -cy * cp};
  memcpy(axis[0], right, sizeof right);
  memcpy(axis[1], up, sizeof up);
  memcpy(axis[2], forward, sizeof forward);
}

lg_lens lg_camera_lens(const lg_camera *c, int width, int height) {
  lg_lens l = {.dim = c->dim, .cx = 0.5f * (float)width, .cy = 0.5f * (float)height};
  memcpy(l.origin, c->target, sizeof l.origin);
  l.scale = (float)height / c->height;
  if (c->dim == 2) return l;

  /* 3-D: the eye stands behind the target, so far that `height` fills the picture there. */
  axes_of(c, l.axis);
  l.focus = distance_of(c);
  for (int k = 0; k < 3; k++) l.origin[k] -= l.focus * l.axis[2][k];
  l.scale *= l.focus;
  l.near = 1e-3f * l.focus;
  return l;
}

/* Moves the target by (x, y) m along the camera's right and up. */
static void slide(lg_camera *c, float x, float y) {
  float axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
  if (c->dim == 3) axes_of(c, axis);
  for (int k = 0; k < 3; k++) c->target[k] += x * axis[0][k] + y * axis[1][k];
}

/* Centres the picture of the box. Returns how many times too large for the picture it is, LG_FAR if
   the eye is inside. */
static float centre(lg_camera *c, const lg_bounds *b, int width, int height) {
  lg_lens l = lg_camera_lens(c, width, height);
  float low[2] = {LG_FAR, LG_FAR}, high[2] = {-LG_FAR, -LG_FAR}, nearest = l.focus;

  /* The rectangle on the picture that holds all eight corners. */
  for (int corner = 0; corner < 8; corner++) {
    float p[3], at[3];
    for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? b->max[k] : b->min[k];
    if (!(lg_lens_project(&l, p, at) > 0)) return LG_FAR;
    nearest = lg_min(nearest, at[2]);
    for (int k = 0; k < 2; k++) {
      low[k] = lg_min(low[k], at[k]);
      high[k] = lg_max(high[k], at[k]);
    }
  }

  float m = nearest / l.scale; /* a pixel at the nearest corner: a longer step could go too far */
  slide(c, (0.5f * (low[0] + high[0]) - l.cx) * m, (l.cy - 0.5f * (low[1] + high[1])) * m);
  return AIR * lg_max((high[0] - low[0]) / (float)width, (high[1] - low[1]) / (float)height);
}

/* The smallest height that shows all of the box, by bisection: the nearer the eye, the larger the
   box. */
static void fit_box(lg_camera *c, const lg_bounds *b, int width, int height) {
  float low = 0, high = 0, ratio = 1;
  for (int k = 0; k < 3; k++) high += 2 * (b->max[k] - b->min[k]);
  for (int round = 0; round < 24; round++) {
    c->height = round + 1 < 24 ? 0.5f * (low + high) : high;
    for (int k = 0; k < 3; k++) c->target[k] = 0.5f * (b->min[k] + b->max[k]);
    for (int again = 0; again < 40 && ratio < LG_FAR; again++) ratio = centre(c, b, width, height);
    *(ratio > 1 ? &low : &high) = c->height;
    ratio = 1;
  }
}

lg_camera lg_camera_fit(const lg_shot *s, int width, int height) {
  lg_bounds b = lg_shot_bounds(s);
  lg_camera c = {.dim = b.dim, .height = 1};
  for (int k = 0; k < 3; k++) c.target[k] = 0.5f * (b.min[k] + b.max[k]);

  /* 2-D: the tighter side decides. */
  float aspect = (float)width / (float)height;
  if (b.dim == 2) {
    c.height = AIR * lg_max(b.max[1] - b.min[1], (b.max[0] - b.min[0]) / aspect);
    return c;
  }

  c.yaw = -0.55f; /* from the left and a little above: three faces of the box are seen */
  c.pitch = 0.32f;
  fit_box(&c, &b, width, height);
  return c;
}

bool lg_aim_given(const lg_aim *a) {
  return a->has_from || a->has_at || a->follows || a->height > 0 || a->turn != 0;
}

lg_camera lg_camera_aimed(const lg_aim *a, const lg_shot *s, int width, int height) {
  lg_camera c = lg_camera_fit(s, width, height);

  /* The target: as given, or the centre of what is followed. */
  for (int k = 0; k < c.dim; k++) {
    if (a->follows) c.target[k] = a->centre[k] + (a->has_at ? a->at[k] : 0);
    else if (a->has_at) c.target[k] = a->at[k];
  }

  /* The eye: from there to the target, and as far away, unless the height says otherwise. */
  float d[3], distance = 0;
  for (int k = 0; k < 3; k++) {
    d[k] = a->from[k] + (a->follows ? a->centre[k] : 0) - c.target[k];
    distance += d[k] * d[k];
  }
  distance = sqrtf(distance);
  if (c.dim == 3 && a->has_from && distance > 1e-6f) {
    c.yaw = atan2f(d[0], d[2]);
    c.pitch = lg_clamp(asinf(lg_clamp(d[1] / distance, -1, 1)), -STEEPEST, STEEPEST);
    c.height = 2 * HALF_VIEW_TAN * distance;
  }

  if (a->height > 0) c.height = a->height;
  if (c.dim == 3) c.yaw = remainderf(c.yaw + a->turn, 6.28318530f);
  return c;
}

void lg_camera_orbit(lg_camera *c, float dx, float dy) {
  if (c->dim == 2) return;
  c->yaw = remainderf(c->yaw - dx * RAD_PER_PIXEL, 6.28318530f);
  c->pitch = lg_clamp(c->pitch + dy * RAD_PER_PIXEL, -STEEPEST, STEEPEST);
}

void lg_camera_pan(lg_camera *c, float dx, float dy, int picture_height) {
  float m = c->height / (float)picture_height;
  slide(c, -dx * m, dy * m);
}

void lg_camera_zoom(lg_camera *c, float factor, float x, float y, int width, int height) {
  if (!(factor > 0)) return;
  float before = c->height, after = lg_clamp(before / factor, 1e-6f, 1e9f);
  c->height = after;
  float m = (before - after) / (float)height;
  slide(c, (x - 0.5f * (float)width) * m, (0.5f * (float)height - y) * m);
}

void lg_camera_pick(const lg_camera *c, float x, float y, int width, int height, float p[3]) {
  lg_camera at = *c;
  float m = c->height / (float)height;
  slide(&at, (x - 0.5f * (float)width) * m, (0.5f * (float)height - y) * m);
  memcpy(p, at.target, sizeof at.target);
}

void lg_camera_ray(const lg_camera *c, float x, float y, int width, int height, float from[3],
                   float along[3]) {
  const lg_lens l = lg_camera_lens(c, width, height);
  float at[3];
  lg_camera_pick(c, x, y, width, height, at);
  for (int k = 0; k < 3; k++) {
    from[k] = l.dim == 3 ? l.origin[k] : at[k];
    along[k] = at[k] - from[k];
  }
}
