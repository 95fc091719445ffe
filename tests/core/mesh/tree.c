/* The tree's answer against every face tried in turn, and its side against the winding number, for
   a ball of spikes. */
#include "shape/solids.h"

#include "core/base/vec.h"
#include "core/mesh/mesh.h"

static solid s;

static void minus(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}
static double dot3(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The distance of p from a triangle, by the plane where p's foot is inside (three signed areas) and
   by its sides. */
static double triangle_distance(const double p[3], double *const v[3]) {
  double n[3], e[2][3], best = 1e30, r[3];
  minus(v[1], v[0], e[0]);
  minus(v[2], v[0], e[1]);
  lg_cross_d(e[0], e[1], n);

  /* its sides, and on which side of each p is */
  bool over = true;
  for (int c = 0; c < 3; c++) {
    double side[3], q[3], inward[3];
    minus(v[(c + 1) % 3], v[c], side);
    minus(p, v[c], q);
    lg_cross_d(n, side, inward);
    over = over && dot3(inward, q) >= 0;
    double t = fmax(0, fmin(1, dot3(side, q) / dot3(side, side)));
    for (int k = 0; k < 3; k++) q[k] -= t * side[k];
    best = fmin(best, sqrt(dot3(q, q)));
  }

  minus(p, v[0], r);
  return over ? fabs(dot3(n, r)) / sqrt(dot3(n, n)) : best;
}

static double brute(const double p[3]) {
  double best = 1e30;
  for (int i = 0; i < s.faces; i++) {
    double *const v[3] = {s.v[s.f[i][0]], s.v[s.f[i][1]], s.v[s.f[i][2]]};
    best = fmin(best, triangle_distance(p, v));
  }
  return best;
}

/* Radii between 0.4 and 1.2 by turns of a golden section: thin spikes and deep dents, and still
   star-shaped, so never crossing. */
static void make_spikes(int times) {
  s.vertices = s.faces = 0;
  add_icosphere(&s, 0, 0, 0, 1, times, false);
  for (int i = 0; i < s.vertices; i++) {
    double r = 0.4 + 0.8 * fmod(0.618034 * i, 1);
    for (int k = 0; k < 3; k++) s.v[i][k] = (double)(float)(r * s.v[i][k]);
  }
}

/* Random points: distance and sign against all triangles and the winding number. */
static void check_points(const lg_mesh *m) {
  int32_t last = -1;
  int in = 0;
  for (int n = 0; n < 400; n++) {
    double p[3];
    int32_t none = -1;
    probe(n, 3, p);
    double truth = brute(p), d = lg_mesh_exact(m, p, &none);
    assert_near(fabs(d), truth, 1e-6);

    /* with the nearest face of another point as its hint */
    assert_near(lg_mesh_exact(m, p, &last), d, 1e-9);
    bool inside = d < 0;
    if (truth > 1e-4) assert_int_equal(inside, winding(&s, p) > 0.5);
    in += inside;
  }
  assert_true(in > 10 && in < 390);
}

/* On a corner itself, and a little out and in along its spike. */
static void check_corners(const lg_mesh *m) {
  for (int i = 0; i < s.vertices; i++) {
    double p[3];
    int32_t none = -1;
    assert_near(lg_mesh_exact(m, s.v[i], &none), 0, 1e-6);
    for (int k = 0; k < 3; k++) p[k] = 1.01 * s.v[i][k];
    assert_true(lg_mesh_exact(m, p, &none) > 0);
    for (int k = 0; k < 3; k++) p[k] = 0.99 * s.v[i][k];
    assert_true(lg_mesh_exact(m, p, &none) < 0);
  }
}

static void spikes(void **state) {
  (void)state;
  for (int times = 0; times < 4; times++) {
    lg_why why;
    make_spikes(times);
    lg_mem mem = {NULL, NULL, 0, 0};
    lg_mesh m = {.mem = &mem, .dim = 3, .corners = 3, .scale = 1, .path = "spikes"};
    if (!lg_mesh_read(&m, solid_text(&s, times % 2), &why) || !lg_mesh_build_tree(&m, &why) ||
        !lg_mesh_close(&m, &why))
      fail_msg("%s", why.text);
    check_points(&m);
    check_corners(&m);

    /* what is no place is far away */
    double nowhere[3] = {INFINITY, 0, 0}, wrong[3] = {NAN, 0, 0};
    int32_t last = -1;
    assert_true(lg_mesh_exact(&m, nowhere, &last) > 1e20 && lg_mesh_exact(&m, wrong, &last) > 1e20);

    lg_mem_free(&mem, m.vertex);
    lg_mem_free(&mem, m.face);
    lg_mem_free(&mem, m.box);
    lg_mem_free(&mem, m.neighbor);
    lg_mem_free(&mem, m.normal);
    lg_mem_free(&mem, m.pseudonormal);
    assert_int_equal(mem.held, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(spikes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
