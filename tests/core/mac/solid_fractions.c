/* solid_fractions: open fractions of faces and cells against areas and volumes in closed form,
   points counted on a face, and corners. */
#include "core/mac_small.h"

/* Open area and volume around a disc and a ball, against pi r^2 and 4/3 pi r^3; a face's share
   against 64 points on it. */
static void fractions_are_areas(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    bench_make(&b, dim, 0.02f, 0.04f, LG_EDGE_WALL);
    lg_arg center = lg_vec3("center", 0.51, 0.47, 0.52);
    center.n = dim;
    lg_id ball = lg_add(b.w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.3)));
    assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
    bench_go(&b);
    const lg_mac *m = mac_of(b.w);
    const lg_layout *l = &m->lattice;
    double volume = 0, cell = pow((double)m->cell[0], dim), worst = 0, mean = 0;
    int cut = 0;
    for (int row = 0; row < lg_lattice_rows(l); row++)
      for (int i = 0; i < l->n[0]; i++) {
        int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i, inside = 0,
            points = dim == 2 ? 64 : 32 * 32;
        volume += (1 - (double)m->volume[c]) * cell;
        if (i == 0 || m->open[0][c] <= 0.05f || m->open[0][c] >= 1) continue;
        float x[3], p[3];
        lg_mac_position(m, 0, c, x);
        for (int s = 0; s < points; s++) {
          memcpy(p, x, sizeof p);
          p[1] += ((float)(s % (dim == 2 ? 64 : 32)) + 0.5f) / (dim == 2 ? 64.0f : 32.0f) *
                      m->cell[1] -
                  0.5f * m->cell[1];
          if (dim == 3) p[2] += ((float)(s / 32) + 0.5f) / 32.0f * m->cell[2] - 0.5f * m->cell[2];
          inside += lg_distance(b.w, ball, p) > 0;
        }
        double off = fabs((double)m->open[0][c] - (double)inside / points);
        worst = fmax(worst, off);
        mean += off;
        cut++;
      }
    double exact = dim == 2 ? PI * 0.09 : 4 / 3.0 * PI * 0.027;
    print_message("%d-D: solid volume off by %.2f %%, a face's share by %.3f, at most %.3f\n", dim,
                  100 * fabs(volume / exact - 1), mean / cut, worst);
    /* chords of what is curved within a cell */
    assert_true(fabs(volume / exact - 1) < (dim == 2 ? 0.005 : 0.02));
    assert_true(mean / cut < 0.02 && worst < 0.15); /* most where the surface grazes the face */
    lg_world_free(b.w);
  }
}

/* Where walls meet along the grid's lines, those of the bounds or of a box-shaped hole in a
   collider, the cells between them are wholly open: water there belongs there. */
static void corners_are_open(void **state) {
  (void)state;
  for (int run = 0; run < 4; run++) {
    const int dim = 2 + run / 2, first = run % 2 ? 5 : 0, last = 25 - first; /* cells of the hole */
    bench b;
    bench_make(&b, dim, 0.02f, 0.04f, LG_EDGE_WALL);
    if (run % 2) {
      lg_arg min = lg_vec3("min", 0.2, 0.2, 0.2), max = lg_vec3("max", 0.8, 0.8, 0.8);
      min.n = max.n = dim;
      lg_id hole = lg_add(b.w, "shape.box", LG_ARGS(min, max));
      lg_id rest = lg_add(b.w, "shape.complement", LG_ARGS(lg_ref("shape", hole)));
      assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", rest))) != 0);
    }
    bench_go(&b);
    const lg_mac *m = mac_of(b.w);
    for (int row = 0; row < lg_lattice_rows(&m->lattice); row++)
      for (int i = 0; i < m->lattice.n[0]; i++) {
        int c = lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST + i;
        bool inside = true;
        for (int k = 0; k < dim; k++) {
          int at = lg_lattice_number(&m->lattice, k, c);
          inside = inside && at >= first && at < last;
        }
        assert_true(fabsf(m->volume[c] - (inside ? 1 : 0)) < 1e-3f);
      }
    lg_world_free(b.w);
  }
}

/* The last of 300 solids closes its cells and moves them as the first would. */
static void many_solids_are_told_apart(void **state) {
  (void)state;
  bench b;
  bench_make(&b, 2, 0.02f, 0.04f, LG_EDGE_WALL);
  lg_id ball = lg_add(b.w, "shape.sphere", LG_ARGS(lg_num("radius", 0.1)));
  for (int i = 0; i < 300; i++) {
    lg_arg place = lg_vec2("translation", i == 299 ? 0.5 : 9 + i, 0.5);
    assert_true(lg_add(b.w, "collider.solid",
                       LG_ARGS(lg_ref("shape", ball), place, lg_vec2("velocity", i, 0))) != 0);
  }
  bench_go(&b);
  const lg_mac *m = mac_of(b.w);
  int c = lg_lattice_at(&m->lattice, 12, 12, 0);
  assert_true(m->volume[c] <= 0 && m->open[0][c] <= 0);
  assert_true(fabsf(m->solid_u[0][c] - 299) < 1e-3f);
  lg_world_free(b.w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fractions_are_areas),
                                     cmocka_unit_test(corners_are_open),
                                     cmocka_unit_test(many_solids_are_told_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
