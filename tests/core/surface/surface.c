/* The surface as a mesh: closed and oriented whatever the particles are, of the volume that they
   have, of the area that a ball and a disc have, and the same bits for any number of threads. */
#include "laguna_kind.h"

#include "core/surface/surface_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SPACING 0.1f

static lg_world *make_world(int dim, int threads) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 4, 4) : lg_bounds3(0, 0, 0, 4, 4, 4);
  def.spacing = SPACING;
  def.threads = threads;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static float uniform(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return (float)(*state >> 8) / 16777216;
}

/* Particles on the lattice inside of a ball (disc), shaken by up to `jitter` spacings. */
static size_t add_ball(lg_world *w, float radius, float jitter) {
  int dim = lg_world_dim(w), n = (int)(2 * radius / SPACING) + 2;
  uint32_t seed = 7;
  for (int k = 0; k < (dim == 3 ? n : 1); k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        const int at[3] = {i, j, k};
        float x[3] = {0, 0, 0}, v[3] = {1, 2, dim == 3 ? 3 : 0}, r2 = 0;
        for (int a = 0; a < dim; a++) {
          x[a] = 2 + ((float)at[a] - 0.5f * (float)(n - 1)) * SPACING;
          r2 += (x[a] - 2) * (x[a] - 2);
        }
        if (r2 > radius * radius) continue;
        for (int a = 0; a < dim; a++) x[a] += jitter * SPACING * (2 * uniform(&seed) - 1);
        assert_true(lg_particle_add(w, x, v) >= 0);
      }
  return lg_world_count(w);
}

static void add_cloud(lg_world *w, size_t n) {
  uint32_t seed = 3;
  for (size_t i = 0; i < n; i++) {
    float x[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    for (int k = 0; k < lg_world_dim(w); k++) x[k] = 1.5f + uniform(&seed);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
}

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* 3-D: every edge is gone along once each way. 2-D: every vertex is the end of one segment and the
   beginning of one. */
static void assert_closed(const lg_surface *s) {
  size_t n = s->faces * (size_t)s->corners;
  uint64_t *there = malloc((n + 1) * sizeof *there), *back = malloc((n + 1) * sizeof *back);
  for (size_t f = 0; f < s->faces; f++)
    for (int c = 0; c < s->corners; c++) {
      const uint32_t *v = s->face + f * (size_t)s->corners;
      uint64_t a = v[c], b = v[(c + 1) % s->corners];
      assert_true(a < s->vertices && a != b);
      there[f * (size_t)s->corners + (size_t)c] = s->corners == 3 ? a << 32 | b
                                                  : c             ? UINT64_MAX
                                                                  : a;
      back[f * (size_t)s->corners + (size_t)c] = s->corners == 3 ? b << 32 | a : c ? UINT64_MAX : b;
    }
  qsort(there, n, sizeof *there, ascending);
  qsort(back, n, sizeof *back, ascending);
  for (size_t i = 0; i < n; i++) {
    assert_true(there[i] == back[i]);
    assert_true(i == 0 || there[i] == UINT64_MAX || there[i] != there[i - 1]);
  }
  free(there);
  free(back);
}

static void closed_whatever_it_is(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 4; i++) {
      lg_world *w = make_world(dim, 2);
      static const size_t clouds[] = {1, 40, 600, 3000};
      add_cloud(w, clouds[i]);
      for (double cell = 0.25; cell <= 1; cell *= 2) {
        lg_surface *s = lg_surface_new(w, cell);
        assert_non_null(s);
        assert_true(s->faces > 0 && s->volume > 0);
        assert_closed(s);
        lg_surface_free(w, s);
      }
      lg_world_free(w);
    }
}

/* All 2^(2^dim) cases of corners, alone in a field of their own: closed, with the volume of the
   fluid inside. */
static void every_case(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_surface_cases c;
    lg_surface_cases_make(&c, dim);
    for (int inside = 1; inside < 1 << (1 << dim); inside++) {
      int used[12] = {0};
      for (int f = 0; f < c.faces[inside]; f++)
        for (int k = 0; k < dim; k++) used[c.edge[inside][f][k]]++;
      /* an edge of the cell has a vertex if its two corners differ */
      for (int e = 0; e < (dim == 3 ? 12 : 8); e++) {
        int from = lg_surface_edge_corner(e), to = from | 1 << e / 4;
        if (to >= 1 << dim) continue;
        bool cut = (inside >> from & 1) != (inside >> to & 1);
        assert_true(cut == (used[e] > 0));
      }
    }
  }
}

static void volume_and_area(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (float jitter = 0; jitter < 0.5f; jitter += 0.4f) {
      lg_world *w = make_world(dim, 2);
      double n = (double)add_ball(w, dim == 2 ? 1.5f : 1, jitter),
             v = n * pow((double)SPACING, dim);
      /* of the ball of that volume */
      double r = dim == 2 ? sqrt(v / LG_PI) : cbrt(v * 3 / (4 * LG_PI)),
             area = dim == 2 ? 2 * LG_PI * r : 4 * LG_PI * r * r;
      lg_surface *s = lg_surface_new(w, 0.5);
      assert_non_null(s);
      assert_closed(s);
      assert_true(fabs(s->volume / v - 1) < 0.002);
      assert_true(fabs(s->area / area - 1) < 0.05);

      /* normals look out, vertices lie on the ball, and all of it moves as the particles do */
      for (size_t i = 0; i < s->vertices; i++) {
        double out = 0, d2 = 0;
        for (int k = 0; k < dim; k++) {
          double x = (double)s->position[i][k] - 2;
          d2 += x * x;
          out += x * (double)s->normal[i][k];
          assert_float_equal(s->velocity[i][k], k + 1, 1e-4);
        }
        assert_true(fabs(sqrt(d2) - r) < (double)SPACING);
        assert_true(out / sqrt(d2) > 0.7);
      }
      lg_surface_free(w, s);
      lg_world_free(w);
    }
}

/* A box keeps within 3 % of its particles' volume, drops within 10 %. */
static void volume_of_small_things(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = make_world(dim, 1);
    for (int i = 0; i < 4; i++) {
      float x[3] = {0.5f + 0.8f * (float)i, 2, dim == 3 ? 2 : 0}, v[3] = {0, 0, 0};
      assert_true(lg_particle_add(w, x, v) >= 0);
    }
    lg_surface *s = lg_surface_new(w, 0.25);
    assert_non_null(s);
    assert_true(fabs(s->volume / (4 * pow((double)SPACING, dim)) - 1) < 0.1);
    assert_closed(s);
    lg_surface_free(w, s);
    lg_world_free(w);
  }
}

static void same_bits(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_surface *first = NULL;
    lg_world *w[4];
    static const int threads[] = {1, 2, 3, 7};
    for (int t = 0; t < 4; t++) {
      w[t] = make_world(dim, threads[t]);
      add_ball(w[t], 1, 0.4f);
      lg_surface *s = lg_surface_new(w[t], 0.5);
      assert_non_null(s);
      if (!first) first = s;
      assert_int_equal(s->vertices, first->vertices);
      assert_int_equal(s->faces, first->faces);
      assert_memory_equal(s->position, first->position, s->vertices * sizeof *s->position);
      assert_memory_equal(s->velocity, first->velocity, s->vertices * sizeof *s->velocity);
      assert_memory_equal(s->face, first->face, s->faces * (size_t)s->corners * sizeof *s->face);
      assert_true(s->volume == first->volume && s->area == first->area);
      if (t) lg_surface_free(w[t], s);
    }
    lg_surface_free(w[0], first);
    for (int t = 0; t < 4; t++) lg_world_free(w[t]);
  }
}

static void nothing_and_nonsense(void **state) {
  (void)state;
  lg_world *w = make_world(3, 1);
  lg_surface *s = lg_surface_new(w, 0.5);
  assert_non_null(s);
  assert_true(s->faces == 0 && s->vertices == 0 && s->volume == 0 && s->area == 0);
  lg_surface_free(w, s);
  static const double cells[] = {0, -1, 2, 0.1, (double)NAN};
  for (int i = 0; i < 5; i++) {
    assert_null(lg_surface_new(w, cells[i]));
    assert_non_null(strstr(lg_error(w), "surface: cell = "));
  }
  assert_null(lg_surface_new(NULL, 0.5));

  /* what a script wrote is passed over */
  add_cloud(w, 3);
  lg_view x = lg_column_edit(w, "position");
  x.c[0][0] = NAN;
  x.c[1][1] = 1e30f;
  s = lg_surface_new(w, 0.5);
  assert_non_null(s);
  assert_true(s->faces > 0 && s->volume < 2e-3);
  assert_closed(s);
  lg_surface_free(w, s);

  /* and a gauge of it is as any other */
  double v[3];
  assert_int_equal(lg_measure(w, "surface_area", LG_NO_ARGS, v), 1);
  assert_true(v[0] > 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_whatever_it_is),
                                     cmocka_unit_test(every_case),
                                     cmocka_unit_test(volume_and_area),
                                     cmocka_unit_test(volume_of_small_things),
                                     cmocka_unit_test(same_bits),
                                     cmocka_unit_test(nothing_and_nonsense)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
