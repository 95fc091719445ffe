/* flip with fluids of two densities: at rest the pressure is the weight of both, and heavy fluid
   that lies on light fluid changes places with it. */
#include "physics/physics.h"

#define G 9.81

typedef struct layers {
  const char *transfer;
  int dim;
  double lower, upper; /* kg/m3 */
  double width;        /* m, of the upper one, from the left */
} layers;

static lg_world *fill(const layers *l) {
  lg_world_def def = lg_default_world();
  def.bounds = l->dim == 2 ? lg_bounds2(0, 0, 0.5f, 1) : lg_bounds3(0, 0, 0, 0.5f, 1, 0.2f);
  def.spacing = l->dim == 2 ? 0.0125f : 0.025f;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(
      w, "flip", LG_ARGS(lg_text("transfer", l->transfer), lg_num("density", l->lower))));
  lg_id upper = lg_add(w, "material.fluid", LG_ARGS(lg_num("density", l->upper)));
  for (int i = 0; i < 2; i++) {
    lg_arg min = lg_vec3("min", 0, 0.4 * i, 0),
           max = lg_vec3("max", i ? l->width : 0.5, 0.4 * (i + 1), 0.2);
    min.n = max.n = l->dim;
    lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
    assert_true(i ? lg_add(w, "emitter.volume",
                           LG_ARGS(lg_ref("shape", box), lg_ref("material", upper))) != 0
                  : lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  }
  return w;
}

/* m: how much higher the upper fluid's middle lies than the lower one's. */
static double above(const lg_world *w, const layers *l) {
  lg_view x = lg_column(w, "position"), m = lg_column(w, "mass");
  double sum[2] = {0, 0}, n[2] = {0, 0};
  for (size_t i = 0; i < x.n; i++) {
    const double density = (double)m.c[0][i] / pow((double)lg_world_spacing(w), l->dim);
    const int which = fabs(density - l->upper) < fabs(density - l->lower);
    sum[which] += (double)x.c[1][i];
    n[which]++;
  }
  return sum[1] / n[1] - sum[0] / n[0];
}

/* The pressure of a cell is that of what lies above its middle, within 1 % of the bottom's. */
static void both_weigh(void **state) {
  (void)state;
  for (int i = 0; i < 4; i++) {
    layers l = {i % 2 ? "apic" : "flip", 2 + i / 2, 1000, 500, 0.5};
    lg_world *w = fill(&l);
    for (int f = 0; f < 60; f++) step(w, 1 / 60.0);
    lg_grid_view p = lg_grid(w, "pressure");
    double worst = 0;
    for (int y = 1; y < p.cells[1]; y++) {
      const double height = (y + 0.5) * (double)p.cell[1];
      float value[3];
      if (height > 0.75) continue;
      lg_grid_cell(&p, p.cells[0] / 2, y, 0, value);
      const double exact = height > 0.4 ? 500 * G * (0.8 - height)
                                        : 500 * G * 0.4 + 1000 * G * (0.4 - height);
      worst = fmax(worst, fabs((double)value[0] - exact) / (G * 0.4 * 1500));
    }
    print_message("%d-D %s: pressure off by %.4f of the bottom's\n", l.dim, l.transfer, worst);
    assert_true(worst < 0.01);
    assert_true(above(w, &l) > 0.39);
    lg_world_free(w);
  }
}

static void heavy_sinks(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    layers l = {i ? "apic" : "flip", 2, 1000, 3000, 0.25};
    lg_world *w = fill(&l);
    for (int f = 0; f < 240; f++) step(w, 1 / 60.0);
    print_message("%s: what was above lies %.3f m lower\n", l.transfer, -above(w, &l));
    assert_true(above(w, &l) < -0.05); /* it mixes: 0.08 to 0.15 with another rate of volume */
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_weigh), cmocka_unit_test(heavy_sinks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
