/* thin_walls, split_cells: no way leads through a plate, whatever it is like; which solids are
   thin; the room on both sides of a plate. Compared with: the plate's distance and volume in closed
   form, a flood through open faces. */
#include "core/mac_small.h"

/* A plate across the unit square or cube: |n . (x - at)| < half its width. */
typedef struct plate {
  double normal[3], at[3], width;
} plate;

static double beside(const plate *p, const float x[3]) {
  double d = 0;
  for (int k = 0; k < 3; k++) d += p->normal[k] * ((double)x[k] - p->at[k]);
  return d;
}

/* Leaning by `angle` (rad) in the plane of x and y; from `low` m below its middle up to `high`. */
static plate add_plate(bench *b, double width, double x, double angle, double low, double high) {
  const int dim = b->w->dim;
  plate p = {{cos(angle), sin(angle), 0}, {x, 0.5, dim == 3 ? 0.5 : 0}, width};
  lg_arg min = lg_vec3("min", -width / 2, -low, -2), max = lg_vec3("max", width / 2, high, 2);
  lg_arg to = lg_vec3("translation", p.at[0], p.at[1], p.at[2]);
  lg_arg turn = dim == 2 ? lg_num("rotation", angle) : lg_vec3("rotation", 0, 0, angle);
  min.n = max.n = to.n = dim;
  lg_id box = lg_add(b->w, "shape.box", LG_ARGS(min, max));
  assert_true(lg_add(b->w, "collider.solid", LG_ARGS(lg_ref("shape", box), to, turn)) != 0);
  return p;
}

/* Marks what can be reached from cell `from` through open faces. */
static void flood(const lg_mac *m, int from, uint8_t *reached) {
  const lg_layout *l = &m->lattice;
  int *stack = malloc(m->capacity * sizeof *stack), n = 0;
  assert_non_null(stack);
  memset(reached, 0, m->capacity);
  reached[stack[n++] = from] = 1;
  while (n > 0) {
    const int c = stack[--n];
    for (int k = 0; k < l->dim; k++)
      for (int side = 0; side < 2; side++) {
        const int at = lg_lattice_number(l, k, c) + (side ? 1 : -1),
                  other = c + (side ? l->step[k] : -l->step[k]);
        if (at < 0 || at >= l->n[k] || reached[other]) continue;
        if (m->open[k][side ? other : c] > 0) reached[stack[n++] = other] = 1;
      }
  }
  free(stack);
}

/* Of the cells farther than 1.5 cells from the plate: how many are there on each side, and how
   many did a flood from the left reach? */
static void reach(const lg_mac *m, const plate *p, int cells[2], int wet[2]) {
  const lg_layout *l = &m->lattice;
  uint8_t *reached = malloc(m->capacity);
  assert_non_null(reached);
  flood(m, lg_lattice_at(l, 0, l->n[1] / 2, 0), reached);
  cells[0] = cells[1] = wet[0] = wet[1] = 0;
  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int i = 0; i < l->n[0]; i++) {
      int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i;
      float x[3];
      lg_mac_position(m, 3, c, x);
      double d = beside(p, x);
      if (fabs(d) < p->width / 2 + 1.5 * (double)m->cell[0]) continue;
      cells[d > 0]++;
      wet[d > 0] += reached[c];
    }
  free(reached);
}

/* Widths of a sixteenth to two cells, leaning by up to 45 degrees, at places that have nothing to
   do with the grid. */
static void no_way_leads_through(void **state) {
  (void)state;
  for (int run = 0; run < 60; run++) {
    const int dim = run < 45 ? 2 : 3;
    const double cell = 0.04, width = cell * (0.0625 + 0.14 * (run % 15)),
                 angle = 0.785 * sin(2.3 * run);
    int cells[2], wet[2];
    bench b;
    bench_make(&b, dim, 0.02f, (float)cell, LG_EDGE_WALL);
    plate p = add_plate(&b, width, 0.5 + 0.021 * sin(5.1 * run), angle, 2, 2);
    bench_go(&b);
    reach(mac_of(b.w), &p, cells, wet);
    assert_true(cells[0] > 100 && cells[1] > 100);
    assert_int_equal(wet[0], cells[0]);
    assert_int_equal(wet[1], 0);
    lg_world_free(b.w);

    /* Open above: both sides are one. */
    bench_make(&b, dim, 0.02f, (float)cell, LG_EDGE_WALL);
    p = add_plate(&b, width, 0.5, angle, 2, 0.2);
    bench_go(&b);
    reach(mac_of(b.w), &p, cells, wet);
    lg_world_free(b.w);
  }
}

/* The room of all cells, with what they have beyond a plate, is what the plate leaves. */
static void room_is_what_is_left(void **state) {
  (void)state;
  for (int run = 0; run < 24; run++) {
    const int dim = run < 16 ? 2 : 3;
    const double cell = 0.04, width = cell * (0.1 + 0.22 * (run % 8)), angle = 0.4 * sin(3.7 * run);
    bench b;
    bench_make(&b, dim, 0.02f, (float)cell, LG_EDGE_WALL);
    add_plate(&b, width, 0.5 + 0.02 * sin(2.9 * run), angle, 2, 2);
    bench_go(&b);
    const lg_mac *m = mac_of(b.w);
    double room = 0, exact = 1 - width / cos(angle);
    for (int row = 0; row < lg_lattice_rows(&m->lattice); row++)
      for (int i = 0; i < m->lattice.n[0]; i++)
        room += (double)m->volume[lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST + i];
    for (size_t i = 0; i < m->thin.splits; i++) room += (double)m->thin.split[i].volume;
    room *= pow(cell, dim);

    assert_true(m->thin.any && fabs(room - exact) < 0.1 * cell / cos(angle));
    lg_world_free(b.w);
  }
}

/* Plates are thin; a ball, a cube that stands on an edge, and a plate of three cells are not. */
static void only_walls_are_thin(void **state) {
  (void)state;
  for (int run = 0; run < 10; run++) {
    const int dim = 2 + run / 5;
    bench b;
    bench_make(&b, dim, 0.02f, 0.04f, LG_EDGE_WALL);
    lg_arg center = lg_vec3("center", 0.51, 0.47, 0.52);
    center.n = dim;
    if (run % 5 == 0) {
      lg_id ball = lg_add(b.w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.1)));
      assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
    }
    if (run % 5 == 1) add_plate(&b, 0.4, 0.5, 0.7, 0.2, 0.2);
    if (run % 5 == 2) add_plate(&b, 0.12, 0.5, 0.3, 2, 2);
    if (run % 5 == 3) add_plate(&b, 0.07, 0.5, 0.3, 2, 2);
    if (run % 5 == 4) add_plate(&b, 0.004, 0.5, 0.3, 0.2, 0.2);
    bench_go(&b);
    assert_int_equal(mac_of(b.w)->thin.any, run % 5 >= 3);
    lg_world_free(b.w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_way_leads_through),
      cmocka_unit_test(room_is_what_is_left),
      cmocka_unit_test(only_walls_are_thin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
