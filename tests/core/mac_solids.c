/* mac_solids: open shares of faces and cells against areas and volumes in closed form and points counted on a face. */
#include "core/mac_small.h"

/* Open area and volume around a disc and a ball, against pi r^2 and 4/3 pi r^3; a face's share against 64 points on it. */
static void shares_are_areas(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    bench b;
    bench_make(&b, dim, 0.02f, 0.04f, LG_EDGE_WALL);
    lg_arg center = lg_vec3("center", 0.51, 0.47, 0.52);
    center.n = dim;
    lg_id ball = lg_add(b.w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.3)));
    assert_true(lg_add(b.w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
    bench_go(&b);
    const lg_mac *m = &b.w->mac;
    const lg_layout *l = &m->lattice;
    double volume = 0, cell = pow((double)m->cell[0], dim), worst = 0, mean = 0;
    int cut = 0;
    for (int row = 0; row < lg_lattice_rows(l); row++)
      for (int i = 0; i < l->n[0]; i++) {
        int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i, inside = 0, points = dim == 2 ? 64 : 32 * 32;
        volume += (1 - (double)m->volume[c]) * cell;
        if (i == 0 || m->open[0][c] <= 0.05f || m->open[0][c] >= 1) continue;
        float x[3], p[3];
        lg_mac_place(m, 0, c, x);
        for (int s = 0; s < points; s++) {
          memcpy(p, x, sizeof p);
          p[1] += ((float)(s % (dim == 2 ? 64 : 32)) + 0.5f) / (dim == 2 ? 64.0f : 32.0f) * m->cell[1] - 0.5f * m->cell[1];
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
    assert_true(fabs(volume / exact - 1) < (dim == 2 ? 0.002 : 0.02)); /* curved within a cell */
    assert_true(mean / cut < 0.02 && worst < 0.15); /* most where the surface grazes the face */
    lg_world_free(b.w);
  }
}
int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(shares_are_areas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
