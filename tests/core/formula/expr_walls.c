/* Walls in formulas: against the kernel summed over small cubes of all that is solid, moved
   outwards by the shift, in 2-D and 3-D, at edges, in corners and at a ball, under solvers that
   keep walls and such as do not; the gradient as derivative; periodic edges; no table made
   twice. */
#include "core/brute.h"
#include "core/formula/expr.h"
#include "core/walls/volume_map.h"

enum { POINTS = 24 };
static const double DX = 0.05, BALL = 0.3; /* m */

typedef struct room {
  lg_world *w;
  lg_id ball; /* in the middle of a box of 1 m; 0: none */
} room;

static room room_of(int dim, const char *solver, bool ball, bool periodic) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = (float)DX;
  if (periodic) def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  room r = {lg_world_new(&def), 0};
  assert_non_null(r.w);
  assert_true(lg_set_solver(r.w, solver, LG_NO_ARGS));
  if (!ball) return r;
  lg_arg at = dim == 2 ? lg_vec2("translation", 0.5, 0.5) : lg_vec3("translation", 0.5, 0.5, 0.5);
  lg_id shape = lg_add(r.w, "shape.sphere", LG_ARGS(lg_num("radius", BALL)));
  r.ball = lg_add(r.w, "collider.solid", LG_ARGS(lg_ref("shape", shape), at));
  assert_true(r.ball != 0);
  return r;
}

/* Signed distance of box and ball, as lattices read them. */
static double solid(const void *user, const float x[3]) {
  const room *r = user;
  double d = INFINITY, d2 = 0;
  for (int k = 0; k < r->w->dim; k++) {
    double at = (double)x[k];
    if (r->w->def.edges[k][0] == LG_EDGE_WALL) d = fmin(d, fmin(at, 1 - at));
    d2 += (at - 0.5) * (at - 0.5);
  }
  if (r->ball) d = fmin(d, sqrt(d2) - BALL);
  return d + (double)r->w->walls->table.shift;
}

/* Along the floor, in a corner, and round the ball, none in a solid. */
static void point(int i, int dim, double x[3]) {
  const double angle = 0.7 * i, far = BALL + 0.004 * i;
  for (int k = 0; k < 3; k++) x[k] = k < dim ? 0.31 + 0.1 * k : 0;
  if (i % 3 == 0) x[1] = 0.005 * i;
  if (i % 3 == 1) x[0] = x[1] = 0.005 * i;
  if (i % 3 != 2) return;
  x[0] = 0.5 + far * cos(angle);
  x[1] = 0.5 + far * sin(angle);
  if (dim == 3) x[2] = 0.5;
}

/* fraction and gradient of each particle, stored by one update into column "felt" */
static bool write(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  lg_node x[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};
  const int dim = *(const int *)user;
  (void)w, (void)t, (void)dt;
  for (int k = 0; k < dim; k++) x[k] = lg_expr_column(e, "position", k);
  lg_node wall = lg_expr_wall(e, -1, x[0], x[1], x[2]);
  bool ok = lg_expr_store(e, "felt", 0, wall);
  for (int k = 0; ok && k < dim; k++) {
    lg_node slope = lg_expr_wall(e, k, x[0], x[1], x[2]);
    assert_int_equal(lg_expr_derivative(e, wall, k), slope);
    ok = lg_expr_store(e, k == 0 ? "along_x" : k == 1 ? "along_y" : "along_z", 0, slope);
  }
  return ok;
}

static void put_points(lg_world *w) {
  const float none[3] = {0, 0, 0};
  for (int k = 0; k < 4; k++) {
    static const char *const names[] = {"felt", "along_x", "along_y", "along_z"};
    assert_true(lg_column_add(w, names[k], 1));
  }
  for (int i = 0; i < POINTS; i++) {
    double x[3];
    point(i, w->dim, x);
    assert_true(lg_particle_add(w, (float[3]){(float)x[0], (float)x[1], (float)x[2]}, none) >= 0);
  }
}

static const char *const solvers[] = {"wcsph", "dfsph", "pbf", "pcisph", "flip", "particles"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

/* Fraction and gradient of the formula and of lg_wall_at at all points; kernel: of sums. Beside a
   flat wall within 0.3 % of a full support, in corners 3 % (a product is exact only for kernels
   that are one), beside the ball 1 %; the gradient within 3 % of the steepest, of a corner 9 %. */
static void compare(const room *r, const lg_kernel *kernel) {
  const int dim = r->w->dim;
  float top, unused;
  lg_half_space_at(&r->w->walls->table, -r->w->walls->table.shift, &unused, &top);
  for (int i = 0; i < POINTS; i++) {
    double x[3], fraction, slope[3];
    if (i % 3 == 2 && !r->ball) continue;
    point(i, dim, x);
    const double tolerance = i % 3 == 0 ? 0.003 : i % 3 == 1 ? 0.03 : 0.01;
    brute b = brute_sum(kernel, (float[3]){(float)x[0], (float)x[1], (float)x[2]}, solid, r,
                        dim == 2 ? 60 : 24);
    const float at[3] = {(float)x[0], (float)x[1], (float)x[2]};
    b = layered(b, &r->w->walls->table, (float)solid(r, at) - r->w->walls->table.shift);
    assert_true(lg_wall_at(r->w, x, &fraction, slope));
    assert_near(fraction, b.fraction, tolerance);
    assert_near(lg_column(r->w, "felt").c[0][i], fraction, 1e-6);
    for (int k = 0; k < dim; k++) {
      const char *name = k == 0 ? "along_x" : k == 1 ? "along_y" : "along_z";
      assert_near(slope[k] / (double)top, b.grad[k] / (double)top, i % 3 == 1 ? 0.09 : 0.03);
      assert_near(lg_column(r->w, name).c[0][i], slope[k], 1e-4);
    }
    assert_true(dim == 3 || slope[2] == 0);
  }
}

static void are_the_integral(void **state) {
  (void)state;
  for (int n = 0; n < 2 * SOLVERS; n++) {
    int dim = 2 + n % 2;
    room r = room_of(dim, solvers[n / 2], true, false);
    put_points(r.w);
    assert_true(lg_update(r.w, write, &dim));

    /* the kernel is that of sums; the solids stand a share of the spacing farther off */
    lg_smoothing sums;
    assert_true(lg_smoothing_of(r.w, 0, NULL, &sums));
    const lg_kernel kernel = r.w->walls->table.kernel;
    assert_near(kernel.radius, sums.radius, 1e-7);
    assert_near(lg_kernel_w(&kernel, 0.03f) / lg_smoothing_w(&sums, 0.03), 1, 0.02);
    assert_true(r.w->walls->table.shift > 0 && r.w->walls->table.shift < 0.2 * DX);
    compare(&r, &kernel);
    lg_world_free(r.w);
  }
}

/* A lattice that fills a box up to half a spacing from its faces reads rest density where it
   touches one face: the reason of the shift. */
static void complete_a_density(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    room r = room_of(dim, "wcsph", false, false);
    const int n = 20;
    double x[3] = {0.525, 0.025, dim == 3 ? 0.525 : 0}, fraction, sum = 0;
    for (int i = 0; i < n * n * (dim == 3 ? n : 1); i++) {
      double d2 = 0;
      const int at[3] = {i % n, i / n % n, i / (n * n)};
      for (int k = 0; k < dim; k++) d2 += pow((at[k] + 0.5) * DX - x[k], 2);
      double w = lg_weight(r.w, sqrt(d2), 0, NULL);
      sum += w * pow(DX, dim);
    }
    assert_true(lg_wall_at(r.w, x, &fraction, NULL));
    assert_true(sum < 0.92);
    assert_near(sum + fraction, 1, 0.005);
    lg_world_free(r.w);
  }
}

/* Periodic edges are no walls: the corner there feels the floor alone. */
static void periodic_edges_are_none(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    room r = room_of(dim, "flip", false, true);
    const double corner[3] = {0.01, 0.03, 0.5}, floor[3] = {0.5, 0.03, 0.5};
    double a = 0, b = 0, slope[3] = {0, 0, 0};
    assert_true(lg_wall_at(r.w, corner, &a, slope) && lg_wall_at(r.w, floor, &b, NULL));
    assert_true(a == b && a > 0.2 && slope[0] == 0 && slope[1] < 0);
    lg_world_free(r.w);
  }
}

/* Solver and formulas ask for the same kernel: the solid's map, which is dear, is made once. A
   solid that has moved is felt where it is, and one that is gone not at all. */
static void keep_the_solvers_tables(void **state) {
  (void)state;
  for (int n = 0; n < 4; n++) {
    int dim = 2;
    room r = room_of(dim, solvers[n], true, false);
    put_points(r.w);
    assert_true(lg_world_step(r.w, 1e-4));
    const lg_volume_map *map = &r.w->walls->map[lg_volume_map_slot(r.w, r.ball)];
    const lg_v4 *node = map->node;
    const size_t calls = r.w->mem.calls;
    double beside[3] = {0.5 + BALL, 0.5, 0}, before, after;
    assert_true(lg_wall_at(r.w, beside, &before, NULL));
    assert_true(map->node == node && r.w->mem.calls == calls);
    assert_true(lg_update(r.w, write, &dim) && map->node == node);

    assert_true(lg_set(r.w, r.ball, LG_ARGS(lg_vec2("translation", 0.5, 0.45))));
    const double moved[3] = {0.5 + BALL, 0.45, 0};
    assert_true(lg_wall_at(r.w, moved, &after, NULL) && map->node == node);
    assert_near(after, before, 1e-5);
    assert_true(lg_remove(r.w, r.ball) && lg_wall_at(r.w, moved, &after, NULL));
    assert_true(before > 0.2 && after == 0);
    lg_world_free(r.w);
  }
}

static void refuse_what_is_none(void **state) {
  (void)state;
  room r = room_of(2, "wcsph", false, false);
  lg_expr *e = lg_expr_new(r.w, 2), *alone = lg_expr_new(NULL, 2);
  lg_node x = lg_expr_column(e, "position", 0), y = lg_expr_column(e, "position", 1);
  assert_int_equal(lg_expr_wall(e, 2, x, y, LG_NO_NODE), LG_NO_NODE);
  assert_string_equal(lg_expr_error(e), "the gradient of the walls has 2 components, not 3");
  assert_int_equal(lg_expr_wall(alone, -1, x, y, LG_NO_NODE), LG_NO_NODE);
  assert_string_equal(lg_expr_error(alone), "walls are known in a world only");
  assert_false(lg_wall_at(NULL, (double[3]){0, 0, 0}, NULL, NULL));
  lg_expr_free(e);
  lg_expr_free(alone);
  lg_world_free(r.w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_the_integral), cmocka_unit_test(complete_a_density),
      cmocka_unit_test(periodic_edges_are_none), cmocka_unit_test(keep_the_solvers_tables),
      cmocka_unit_test(refuse_what_is_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
