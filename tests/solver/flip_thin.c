/* flip: still water behind walls thinner than a cell, and on both sides of them. Compared with:
   rest, rho g h, the levels before; a wall of many cells. */
#include "solver/fluid.h"

#include "core/mac_of.h"

/* A tank of 1 m with a wall through (0.507, 0.3), `width` spacings wide and leaning by `angle`;
   water 0.6 m high where it stands left of it, `right` m high beyond. */
typedef struct tank {
  int dim;
  double spacing, width, angle, right;
  const char *transfer;
  double feedback;
} tank;

static bool is_left(const tank *t, const float x[3]) {
  return ((double)x[0] - 0.507) * cos(t->angle) + ((double)x[1] - 0.3) * sin(t->angle) < 0;
}

static lg_world *fill(const tank *t) {
  lg_world_def def = lg_default_world();
  const double half = t->width * t->spacing / 2;
  const float deep = (float)(6 * t->spacing);
  def.bounds = t->dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, deep);
  def.spacing = (float)t->spacing;
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(
      w, "flip",
      LG_ARGS(lg_text("transfer", t->transfer), lg_num("volume_feedback", t->feedback))));
  lg_arg min = lg_vec3("min", -half, -2, -1), max = lg_vec3("max", half, 2, 1);
  lg_arg to = lg_vec3("translation", 0.507, 0.3, 0);
  lg_arg turn = t->dim == 2 ? lg_num("rotation", t->angle) : lg_vec3("rotation", 0, 0, t->angle);
  min.n = max.n = to.n = t->dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
  lg_id wall = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box), to, turn));
  assert_true(box && wall);

  /* A lattice, but where the wall stands. */
  for (double z = t->spacing / 2; z < (t->dim == 3 ? (double)deep : t->spacing); z += t->spacing)
    for (double y = t->spacing / 2; y < 0.6; y += t->spacing)
      for (double x = t->spacing / 2; x < 1; x += t->spacing) {
        const float at[3] = {(float)x, (float)y, t->dim == 3 ? (float)z : 0}, rest[3] = {0, 0, 0};
        const double d = fabs((x - 0.507) * cos(t->angle) + (y - 0.3) * sin(t->angle));
        if (d < half + t->spacing / 4 || y > (is_left(t, at) ? 0.6 : t->right)) continue;
        assert_true(lg_particle_add(w, at, rest) >= 0);
      }
  return w;
}

/* m: mean height of the particles on a side, and how many they are. */
static double mean_height(const lg_world *w, const tank *t, bool left, int *n) {
  lg_view p = lg_column(w, "position");
  double sum = 0;
  *n = 0;
  for (size_t i = 0; i < p.n; i++) {
    const float x[3] = {p.c[0][i], p.c[1][i], 0};
    if (is_left(t, x) != left) continue;
    sum += (double)x[1];
    ++*n;
  }
  return *n > 0 ? sum / *n : 0;
}

static double rms_speed(const lg_world *w) {
  lg_view v = lg_column(w, "velocity");
  double sum = 0;
  for (size_t i = 0; i < v.n; i++)
    for (int k = 0; k < v.components; k++) sum += (double)v.c[k][i] * (double)v.c[k][i];
  return sqrt(sum / (double)v.n);
}

/* Runs it; the rms speed in the last second, and by how much the mean heights have changed. */
static double run(const tank *t, double seconds, double change[2]) {
  lg_world *w = fill(t);
  double before[2], sum = 0;
  int n[2], after;
  for (int left = 0; left < 2; left++) before[left] = mean_height(w, t, left, &n[left]);
  for (int f = 0; f < (int)(60 * seconds); f++) {
    step(w, 1 / 60.0);
    double v = rms_speed(w);
    if (f >= (int)(60 * seconds) - 60) sum += v * v / 60;
  }
  for (int left = 0; left < 2; left++) {
    change[left] = mean_height(w, t, left, &after) - before[left];
    assert_int_equal(after, n[left]); /* nothing comes through */
  }
  print_message("%d-D %s %s, %.2f spacings at %.2f: rms %.4f m/s, heights %+.4f %+.4f m\n", t->dim,
                t->transfer, t->feedback > 0 ? "feedback" : "alone", t->width, t->angle, sqrt(sum),
                change[1], change[0]);
  lg_world_free(w);
  return sqrt(sum);
}

static const char *const transfers[] = {"flip", "apic"};
static const double widths[] = {0.5, 1, 2, 3}, angles[] = {0, 0.2, -0.3, 0.785};

/* The pressure alone, with water on one side and on both: it is still, and as high as before within
   a quarter of a spacing. */
static void water_is_still(void **state) {
  (void)state;
  for (int i = 0; i < 2 * 4 * 4; i++) {
    double change[2];
    tank t = {2, 0.02, widths[i / 2 % 4], angles[i / 8], 0.3 * (i % 3 == 0), transfers[i % 2], 0};
    assert_true(run(&t, 5, change) < 0.05);
    assert_true(fabs(change[0]) < 5e-3 && fabs(change[1]) < 5e-3);
  }
  for (int i = 0; i < 2 * 4; i++) {
    double change[2];
    tank t = {3, 0.04, widths[i / 2], i % 3 ? 0.3 : 0, 0.3 * (i % 3 == 0), transfers[i % 2], 0};
    assert_true(run(&t, 3, change) < 0.05);
    assert_true(fabs(change[0]) < 1e-2 && fabs(change[1]) < 1e-2);
  }
}

/* With the volume feedback of the defaults, also behind a wall of five cells: after 10 s, as what
   stirs takes its time. */
static void defaults_rest(void **state) {
  (void)state;
  double worst = 0;
  for (int transfer = 0; transfer < 2; transfer++)
    for (int i = 0; i < 5 * 4; i++) {
      const double width = i < 16 ? widths[i / 4] : 10;
      double change[2];
      tank t = {2, 0.02, width, angles[i % 4], 0, transfers[transfer], 15};
      worst = fmax(worst, run(&t, 10, change));
      assert_true(fabs(change[1]) < 0.02); /* a spacing */
    }
  assert_true(worst < 0.01);
}

/* p = rho g h on the wet side, nothing on the other. */
static void walls_carry_the_pressure(void **state) {
  (void)state;
  for (int i = 0; i < 8; i++) {
    tank t = {2, 0.02, widths[i / 2], i % 2 ? 0.15 : 0, 0, "flip", 0};
    lg_world *w = fill(&t);
    for (int f = 0; f < 60; f++) step(w, 1 / 60.0);
    lg_grid_view p = lg_grid(w, "pressure");
    double worst = 0;
    for (int y = 0; y < p.cells[1]; y++)
      for (int x = 0; x < p.cells[0]; x++) {
        const float at[3] = {((float)x + 0.5f) * p.cell[0], ((float)y + 0.5f) * p.cell[1], 0};
        const double d = ((double)at[0] - 0.507) * cos(t.angle) +
                         ((double)at[1] - 0.3) * sin(t.angle);
        if (fabs(d) < (double)p.cell[0] || (double)at[1] > 0.56) continue;
        float value[3];
        lg_grid_cell(&p, x, y, 0, value);
        worst =
            fmax(worst, fabs((double)value[0] / (1000 * 9.81) - (d < 0 ? 0.6 - (double)at[1] : 0)));
      }
    print_message("%.1f spacings at %.2f: pressure off by %.4f m of water\n", t.width, t.angle,
                  worst);
    assert_true(worst < 0.01);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(water_is_still),
      cmocka_unit_test(defaults_rest),
      cmocka_unit_test(walls_carry_the_pressure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
