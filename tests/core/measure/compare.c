/* Two worlds side by side: distances by id against a search of all, and columns at a place against
   what was put there. */
#include "laguna_kind.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static lg_world *make(int dim, int threads, bool gravity) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 3 ? lg_bounds3(0, 0, 0, 1, 1, 1) : lg_bounds2(0, 0, 1, 1);
  def.spacing = dim == 3 ? 0.1f : 0.05f;
  def.threads = threads;
  if (!gravity) def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  lg_id box = dim == 3 ? lg_add(w, "shape.box", LG_ARGS(lg_vec3("max", 0.6, 0.8, 1)))
                       : lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.6, 0.8)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  assert_true(lg_set_solver(w, "pbf", LG_NO_ARGS));
  return w;
}

static void run(lg_world *w, int frames) {
  for (int i = 0; i < frames; i++) assert_true(lg_world_step(w, 1 / 60.0));
}

static void equal_worlds_have_not_parted(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *a = make(dim, 1, true), *b = make(dim, 3, true);
    lg_parting p;
    assert_true(lg_compare(a, b, &p)); /* before the first frame: of nothing */
    assert_int_equal(p.both + p.alone, 0);
    run(a, 12);
    run(b, 12);
    assert_true(lg_compare(a, b, &p));
    assert_int_equal(p.both, lg_world_count(a));
    assert_int_equal(p.alone, 0);
    assert_true(p.rms == 0 && p.most == 0);

    lg_view at = lg_column(a, "position");
    float *d = malloc(at.n * sizeof *d);
    assert_true(lg_compare_at(a, b, "speed", &at, d));
    for (size_t i = 0; i < at.n; i++) assert_true(d[i] == 0);
    free(d);
    lg_world_free(a);
    lg_world_free(b);
  }
}

/* Particles lie in other orders, since cells do; each is searched for among all. */
static void distances_are_those_of_a_search(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *a = make(dim, 2, true), *b = make(dim, 2, true);
    assert_true(
        lg_set(b, lg_world_id(b),
               LG_ARGS(dim == 3 ? lg_vec3("gravity", 3, -9, 0) : lg_vec2("gravity", 3, -9))));
    run(a, 30);
    run(b, 30);
    lg_view x = lg_column(a, "position"), y = lg_column(b, "position"), id = lg_column(a, "id");
    double sum = 0, most = -1;
    int64_t who = -1;
    for (size_t i = 0; i < x.n; i++) {
      int64_t j = lg_particle_find(b, id.i32[i]);
      double r2 = 0;
      for (int k = 0; k < dim; k++) r2 += pow((double)x.c[k][i] - (double)y.c[k][j], 2);
      sum += r2;
      if (r2 > most) who = id.i32[i];
      most = fmax(most, r2);
    }
    lg_parting p;
    assert_true(lg_compare(a, b, &p));
    assert_true(p.most > 0.01 && fabs(p.most - sqrt(most)) < 1e-12);
    assert_true(fabs(p.rms - sqrt(sum / (double)x.n)) < 1e-12);
    assert_int_equal(p.id, who);

    /* One that b alone has. */
    float far[3] = {0.9f, 0.9f, 0.9f}, still[3] = {0, 0, 0};
    int64_t born = lg_particle_add(b, far, still);
    assert_true(lg_compare(a, b, &p));
    assert_int_equal(p.both, lg_world_count(a));
    assert_int_equal(p.alone, 1);
    assert_int_equal(p.alone_id, born);
    lg_world_free(a);
    lg_world_free(b);
  }
}

/* Water that all flows at 1 m/s, beside water at 3 m/s: 2 within, 0 where there is none, and
   between them at the surface. */
static void columns_are_subtracted(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w[2] = {make(dim, 1, false), make(dim, 1, false)};
    for (int k = 0; k < 2; k++) {
      assert_true(lg_world_fill(w[k]));
      lg_view v = lg_column_edit(w[k], "velocity");
      for (size_t i = 0; i < v.n; i++) v.c[0][i] = k ? 3 : -1; /* of vectors the length */
    }
    float x[3] = {0.31f, 0.95f, 0.59f}, y[3] = {0.42f, 0.5f, 0.4f}, z[3] = {0.5f, 0.5f, 0.5f}, d[3];
    lg_view at = {.c = {x, y, dim == 3 ? z : NULL}, .n = 3, .components = dim};
    assert_true(lg_compare_at(w[0], w[1], "speed", &at, d));
    assert_true(fabs((double)d[0] - 2) < 1e-5);
    assert_true(d[1] == 0);
    assert_true(d[2] > 0.2f && d[2] <= 2.00001f);
    assert_false(lg_compare_at(w[0], w[1], "no_such", &at, d));
    lg_world_free(w[0]);
    lg_world_free(w[1]);
  }
}

static void worlds_must_have_one_dimension(void **state) {
  (void)state;
  lg_world *a = make(2, 1, true), *b = make(3, 1, true);
  lg_parting p;
  assert_false(lg_compare(a, b, &p));
  assert_false(lg_compare(a, NULL, &p));
  lg_world_free(a);
  lg_world_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(equal_worlds_have_not_parted),
                                     cmocka_unit_test(distances_are_those_of_a_search),
                                     cmocka_unit_test(columns_are_subtracted),
                                     cmocka_unit_test(worlds_must_have_one_dimension)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
