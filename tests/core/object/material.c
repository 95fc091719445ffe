/* Materials: numbers, masses, what solvers look up, and how viscosity and tension act between two
   of them. */
#include "core/operators.h"

#include "core/object/material.h"
#include "core/sph/forces.h"

enum { N = 32 };

static lg_id material(lg_world *w, double density, double viscosity, double tension) {
  lg_id id = lg_add(w, "material.fluid",
                    LG_ARGS(lg_num("density", density), lg_num("viscosity", viscosity),
                            lg_num("surface_tension", tension)));
  assert_true(id != 0);
  return id;
}

/* Numbers count up and are never given twice; a number whose material has gone means the default
   one. */
static void numbers(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 4, false);
  lg_properties p;
  lg_id oil = material(w, 800, 1, 0), tar = material(w, 1200, 9, 0);
  assert_int_equal(lg_material_number(w, oil), 1);
  assert_int_equal(lg_material_number(w, tar), 2);
  assert_true(lg_remove(w, oil));
  lg_id mud = material(w, 1500, 0, 0);
  assert_int_equal(lg_material_number(w, mud), 3);
  assert_int_equal(lg_material_number(w, oil), 0);
  assert_int_equal(lg_material_number(w, lg_world_id(w)), 0);
  assert_int_equal(lg_material_last(w), 3);
  assert_false(lg_material_properties(w, 1, &p));
  assert_true(lg_material_properties(w, 3, &p) && p.density == 1500);
  assert_true(
      lg_set_solver(w, "dfsph", LG_ARGS(lg_num("density", 950), lg_num("surface_tension", 0.5))));
  assert_true(lg_world_step(w, 1e-3));
  assert_true(lg_material_properties(w, 0, &p) && p.density == 950 && p.surface_tension == 0.5f);
  assert_true(w->objects->material[1].density == 950 && w->objects->material[2].density == 1200 &&
              w->objects->material[3].density == 1500);
  lg_world_free(w);
}

/* An emitter's particles carry its material: number, and density x spacing^dim as their mass. It
   cannot be removed meanwhile. */
static void emitted(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = lg_default_world();
    def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
    def.spacing = 0.125f;
    lg_world *w = lg_world_new(&def);
    lg_id oil = material(w, 700, 0, 0);
    lg_arg low = dim == 2 ? lg_vec2("max", 0.5, 1) : lg_vec3("max", 0.5, 1, 1);
    lg_arg high = dim == 2 ? lg_vec2("min", 0.5, 0) : lg_vec3("min", 0.5, 0, 0), end = low;
    end.v[0] = 1;
    lg_id left = lg_add(w, "shape.box", LG_ARGS(low)),
          right = lg_add(w, "shape.box", LG_ARGS(high, end));
    assert_true(
        lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", left), lg_ref("material", oil))));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", right))));
    assert_false(lg_remove(w, oil));
    assert_non_null(strstr(lg_error(w), "as its material"));
    assert_false(lg_add(w, "emitter.point", LG_ARGS(lg_ref("material", left))));
    assert_true(lg_world_step(w, 1e-4));
    lg_view x = lg_column(w, "position"), mass = lg_column(w, "mass"),
            number = lg_column(w, "material");
    size_t of_oil = 0;
    for (size_t i = 0; i < x.n; i++) {
      bool is_oil = x.c[0][i] < 0.5f;
      of_oil += is_oil;
      assert_int_equal(number.i32[i], is_oil);
      assert_true(fabs((double)mass.c[0][i] / ((is_oil ? 700 : 1000) * pow(0.125, dim)) - 1) <
                  1e-6);
    }
    assert_true(of_oil * 2 == x.n && x.n == (dim == 2 ? 64 : 512));
    lg_world_free(w);
  }
}

/* The step that an operator is tried in: below y = 1/2 the default material, above it the other
   one. */
static lg_step layered(lg_world *w, const lg_kernel *k, float density[N * N]) {
  lg_step s = prepared(w, k->radius, k);
  assert_true(lg_materials_read(w));
  s.materials = lg_material_last(w);
  s.material = w->objects->material;
  for (size_t i = 0; i < s.n; i++) {
    w->particles->material[i] = w->particles->x[1][i] > 0.5f;
    density[i] = 1000;
  }
  return s;
}

/* Steady shear of two layers: the stress tau = mu du/dy is the same in both, so what crosses the
   interface must be tau times its length. Of the means of two viscosities only the harmonic one has
   that; the arithmetic one would give 4/3 of it here. */
static void stress_is_continuous(void **state) {
  (void)state;
  static float density[N * N];
  lg_world *w = lattice_world(2, N, false);
  w->def.edges[0][0] = w->def.edges[0][1] = LG_EDGE_PERIODIC;
  assert_true(lg_set_solver(w, "dfsph", LG_ARGS(lg_num("viscosity", 1))) &&
              lg_objects_apply_solver(w));
  material(w, 1000, 3, 0);
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = layered(w, &k, density);
  for (size_t i = 0; i < s.n; i++) {
    float y = w->particles->x[1][i] - 0.5f;
    w->particles->v[0][i] = y > 0 ? y / 3 : y; /* tau = 1 Pa */
  }
  lg_fluid water = {.density = 1000, .viscosity = 1};
  lg_sph_forces(&s, &k, &water, density, s.sph->pack);
  double below = 0, all = 0;
  for (size_t i = 0; i < s.n; i++) {
    double f = (double)(w->particles->mass[i] * w->particles->a[0][i]);
    all += f;
    if (w->particles->x[1][i] < 0.5f) below += f;
  }
  print_message("stress across the interface: %.4f of tau\n", below);
  assert_true(fabs(below - 1) < 0.05);
  assert_true(fabs(all) < 1e-5);
  lg_world_free(w);
}

/* A fluid feels another as it feels air: above an interface the tension's forces are those of a
   block that lies there alone, bit for bit of its own sigma, and the fluid without tension feels
   nothing. */
static void tension_sees_its_own(void **state) {
  (void)state;
  static float density[N * N], alone[N * N];
  lg_world *w = lattice_world(2, N, false), *half = lattice_world(2, N, false);
  material(w, 1000, 0, 2);
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = layered(w, &k, density);
  lg_fluid plain = {.density = 1000}, tense = {.density = 1000, .surface_tension = 2};
  lg_sph_forces(&s, &k, &plain, density, s.sph->pack);
  size_t kept = 0; /* the other world has only the upper half */
  for (size_t i = 0; i < half->particles->n; i++) {
    if (half->particles->x[1][i] < 0.5f) continue;
    for (int c = 0; c < 2; c++) half->particles->x[c][kept] = half->particles->x[c][i];
    kept++;
  }
  half->particles->n = kept;
  lg_step t = prepared(half, k.radius, &k);
  lg_sph_forces(&t, &k, &tense, density, t.sph->pack);
  for (size_t i = 0; i < t.n; i++) {
    int column = (int)(half->particles->x[0][i] * N), row = (int)(half->particles->x[1][i] * N);
    alone[row * N + column] = half->particles->a[1][i];
  }
  float most = 0;
  for (size_t i = 0; i < s.n; i++) {
    int at = (int)(w->particles->x[1][i] * N) * N + (int)(w->particles->x[0][i] * N);
    most = lg_maxf(most, fabsf(alone[at]));
  }
  assert_true(most > 0);
  for (size_t i = 0; i < s.n; i++) {
    int at = (int)(w->particles->x[1][i] * N) * N + (int)(w->particles->x[0][i] * N);
    assert_true(fabsf(w->particles->a[1][i] - alone[at]) <= 1e-4f * most);
  }
  lg_world_free(half);
  lg_world_free(w);
}

/* dt obeys the most demanding material, and the pair of a thick and a light one: 0.125 h^2 min(rho)
   / harmonic mean. */
static void limits_of_dt(void **state) {
  (void)state;
  static float density[N * N];
  lg_world *w = lattice_world(2, N, false);
  material(w, 2000, 4000, 0);
  material(w, 10, 2, 0);
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = layered(w, &k, density);
  double h = 2.0 / N, pair = 2 * 4000.0 * 2 / 4002;
  assert_true(
      fabs(lg_sph_viscous_dt(&s, 0, 1000) / (0.125 * h * h * fmin(2000 / 4000.0, 10 / pair)) - 1) <
      1e-5);
  assert_true(fabs(lg_sph_viscous_dt(&s, 1e6f, 1000) / (0.125 * h * h * 1e-3) - 1) < 1e-5);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers), cmocka_unit_test(emitted), cmocka_unit_test(stress_is_continuous),
      cmocka_unit_test(tension_sees_its_own), cmocka_unit_test(limits_of_dt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
