/* Contours of shapes whose length, area and volume are known. */
#include "picture/contour.h"
#include "stage.h"

typedef struct body {
  int dim, calls;
  float size, turn;
  bool box;
} body;

static float distance(const void *user, const float p[3]) {
  body *b = (body *)(uintptr_t)user; /* counts its calls */
  b->calls++;
  float c = cosf(b->turn), s = sinf(b->turn),
        q[3] = {c * p[0] + s * p[1], c * p[1] - s * p[0], b->dim == 3 ? p[2] : 0};
  if (!b->box) return sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - b->size;
  float inside = -LG_FAR, outside = 0;
  for (int k = 0; k < b->dim; k++) {
    float d = fabsf(q[k]) - b->size;
    inside = fmaxf(inside, d);
    outside += d > 0 ? d * d : 0;
  }
  return outside > 0 ? sqrtf(outside) : inside;
}

/* Measure of the boundary and of the inside, by the divergence theorem: positive if the faces look
   outwards. */
static void measure(const lg_contour *c, double *boundary, double *inside) {
  *boundary = *inside = 0;
  for (size_t f = 0; f < c->faces; f++) {
    const float(*p)[3] = (const float(*)[3])(c->corner + f * (size_t)c->corners);
    if (c->corners == 2) {
      *boundary += hypot(p[1][0] - p[0][0], p[1][1] - p[0][1]);
      *inside += 0.5 * ((double)p[0][0] * p[1][1] - (double)p[1][0] * p[0][1]);
      continue;
    }
    for (int t = 0; t < 2; t++) {
      const float *a = p[0], *b = p[1 + t], *d = p[2 + t];
      double u[3], v[3];
      for (int k = 0; k < 3; k++) u[k] = b[k] - a[k], v[k] = d[k] - a[k];
      double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                     u[0] * v[1] - u[1] * v[0]};
      *boundary += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      *inside += (n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / 6;
    }
  }
}

static const float low[3] = {-1.03f, -1.04f, -1.05f}, high[3] = {1.02f, 1.01f, 1.06f};
static const float low2[3] = {-1.03f, -1.04f, 0}, high2[3] = {1.02f, 1.01f, 0};

static lg_contour contour(body *b, float cell) {
  lg_contour c = {0};
  assert_true(lg_contour_make(&c, b->dim, b->dim == 3 ? low : low2, b->dim == 3 ? high : high2,
                              cell, distance, b));
  assert_int_equal(c.corners, b->dim == 3 ? 4 : 2);
  return c;
}

/* Circle and sphere of radius 0.7: length and area to 0.5 %, every corner on the surface, its
   normal along the radius. */
static void round_bodies(void **state) {
  (void)state;
  const double pi = 3.14159265358979, r = 0.7;
  for (int dim = 2; dim <= 3; dim++) {
    body b = {.dim = dim, .size = (float)r};
    lg_contour c = contour(&b, 0.05f);
    double boundary, inside;
    measure(&c, &boundary, &inside);
    assert_true(fabs(boundary / (dim == 2 ? 2 * pi * r : 4 * pi * r * r) - 1) < 0.005);
    assert_true(fabs(inside / (dim == 2 ? pi * r * r : 4 * pi * r * r * r / 3) - 1) < 0.005);
    for (size_t i = 0; i < c.faces * (size_t)c.corners; i++) {
      assert_true(fabsf(distance(&b, c.corner[i])) < 0.002f);
      float along = 0;
      for (int k = 0; k < 3; k++) along += c.corner[i][k] * c.normal[i][k] / (float)r;
      assert_true(along > 0.99f);
    }
    lg_contour_free(&c);
  }
}

/* A box keeps its edges and corners, turned or not: area and volume to 0.5 %, and a point within
   0.01 of each corner. */
static void boxes_stay_sharp(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    body b = {.dim = 2 + i % 2, .size = 0.5f, .turn = i < 2 ? 0 : 0.4f, .box = true};
    lg_contour c = contour(&b, 0.043f);
    double boundary, inside;
    measure(&c, &boundary, &inside);
    assert_true(fabs(boundary / (b.dim == 2 ? 4 : 6) - 1) < 0.005);
    assert_true(fabs(inside - 1) < 0.005);
    float nearest = LG_FAR, co = cosf(b.turn), si = sinf(b.turn);
    float corner[3] = {0.5f * (co - si), 0.5f * (co + si), b.dim == 3 ? 0.5f : 0};
    for (size_t k = 0; k < c.faces * (size_t)c.corners; k++)
      nearest =
          fminf(nearest, hypotf(hypotf(c.corner[k][0] - corner[0], c.corner[k][1] - corner[1]),
                                c.corner[k][2] - corner[2]));
    assert_true(nearest < (b.turn == 0 ? 0.002f : 0.025f));
    lg_contour_free(&c);
  }
}

/* Only the cells near the surface are looked at: far fewer calls than nodes, and twice as fine
   costs four times, not eight. */
static void looks_near_the_surface(void **state) {
  (void)state;
  body coarse = {.dim = 3, .size = 0.7f}, fine = coarse;
  lg_contour a = contour(&coarse, 0.05f), b = contour(&fine, 0.025f);
  assert_true(fine.calls < 83 * 83 * 85 / 2);
  assert_true(fine.calls < 5 * coarse.calls);
  lg_contour_free(&a);
  lg_contour_free(&b);
}

/* Nothing inside the box: no faces. Used again, the memory holds the new shape only. */
static void empty_and_again(void **state) {
  (void)state;
  body b = {.dim = 3, .size = 0.7f}, none = {.dim = 3, .size = -5};
  lg_contour c = contour(&b, 0.1f), once = contour(&b, 0.1f);
  assert_true(lg_contour_make(&c, 3, low, high, 0.1f, distance, &none));
  assert_int_equal(c.faces, 0);
  assert_true(lg_contour_make(&c, 3, low, high, 0.1f, distance, &b));
  assert_int_equal(c.faces, once.faces);
  assert_memory_equal(c.corner, once.corner, c.faces * 4 * sizeof *c.corner);
  lg_contour_free(&c);
  lg_contour_free(&once);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_bodies), cmocka_unit_test(boxes_stay_sharp),
      cmocka_unit_test(looks_near_the_surface), cmocka_unit_test(empty_and_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
