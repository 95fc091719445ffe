/* shapes.h - a shape's distance against brute force: the nearest of very many points of its
   surface, and who is inside. */
#ifndef LG_TESTS_SHAPES_H
#define LG_TESTS_SHAPES_H

#include "kinds.h"

typedef struct cloud {
  size_t n, room;
  double (*p)[3];
} cloud; /* points of a surface */

static inline void cloud_add(cloud *c, double x, double y, double z) {
  if (c->n == c->room) {
    c->room = c->room ? 2 * c->room : 4096;
    void *grown = realloc(c->p, c->room * sizeof *c->p);
    assert_non_null(grown);
    c->p = grown;
  }
  double *p = c->p[c->n++];
  p[0] = x;
  p[1] = y;
  p[2] = z;
}

static inline void cloud_free(cloud *c) {
  free(c->p);
  memset(c, 0, sizeof *c);
}

static inline double cloud_distance(const cloud *c, const double p[3]) {
  double best = 1e30;
  for (size_t i = 0; i < c->n; i++) {
    double x = c->p[i][0] - p[0], y = c->p[i][1] - p[1], z = c->p[i][2] - p[2];
    best = fmin(best, x * x + y * y + z * z);
  }
  return sqrt(best);
}

static inline double distance_at(const lg_world *w, lg_id shape, double x, double y, double z) {
  float p[3] = {(float)x, (float)y, (float)z};
  return (double)lg_distance(w, shape, p);
}

/* Points all over [-1.5, 1.5]^dim, the same in every run. */
static inline void probe(int i, int dim, double p[3]) {
  static const double step[3] = {0.7548776662, 0.5698402910, 0.4301597090};
  for (int k = 0; k < 3; k++) p[k] = k < dim ? 3 * fmod(0.5 + (i + 1) * step[k], 1) - 1.5 : 0;
}

/* where a distance is promised to be exact; elsewhere it must be a bound */
enum { SIDES_BOTH, SIDE_OUTER, SIDE_INNER };

/* Compares the shape with a cloud of its surface whose points lie at most `gap` apart; inside tells
   who is inside. A distance to the cloud is at least the distance, and too large by at most gap
   (near the surface) or gap^2 / distance (far from it). */
static inline void check_shape(const lg_world *w, lg_id shape, const cloud *surface, double gap,
                               bool (*inside)(const double p[3]), int sides) {
  int dim = lg_world_dim(w), in = 0;
  for (int i = 0; i < 400; i++) {
    double p[3];
    probe(i, dim, p);
    double truth = cloud_distance(surface, p), d = distance_at(w, shape, p[0], p[1], p[2]);
    bool within = inside(p), exact = sides == SIDES_BOTH || (sides == SIDE_INNER) == within;
    in += within;
    if (truth < gap) continue; /* brute force is blind here */
    if ((d < 0) != within)
      fail_msg("%d-D: (%g, %g, %g) should be %s, distance %g", dim, p[0], p[1], p[2],
               within ? "inside" : "outside", d);
    double least = exact ? truth - gap * gap / truth - 2e-6 : 0;
    if (fabs(d) > truth + 2e-6 || fabs(d) < least)
      fail_msg("%d-D: distance of (%g, %g, %g) is %g, by brute force %g", dim, p[0], p[1], p[2], d,
               truth);
  }
  assert_true(in > 3 && in < 397); /* both sides were tried */
}

/* Its bounding box holds its surface, and touches it on every side within `slack`. */
static inline void check_box(const lg_world *w, lg_id shape, const cloud *surface, double slack) {
  float min[3], max[3];
  assert_true(lg_extent(w, shape, min, max));
  for (int k = 0; k < lg_world_dim(w); k++) {
    double low = 1e9, high = -1e9;
    for (size_t i = 0; i < surface->n; i++) {
      low = fmin(low, surface->p[i][k]);
      high = fmax(high, surface->p[i][k]);
    }
    if ((double)min[k] > low + 1e-6 || (double)max[k] < high - 1e-6)
      fail_msg("the box ends before the shape on axis %d", k);
    if ((double)min[k] < low - slack || (double)max[k] > high + slack)
      fail_msg("the box is too wide on axis %d", k);
  }
}

/* A refusal that names what is wrong. */
static inline void refused(lg_world *w, const char *kind, const lg_arg *args, const char *word) {
  assert_int_equal(lg_add(w, kind, args), 0);
  if (!strstr(lg_error(w), word)) fail_msg("'%s' does not name '%s'", lg_error(w), word);
}

#endif
