/* Walls thinner than the support against the thick wall that they stand for: what is before and
   behind them, where another solid stands there, where they end; and who is hidden, against every
   pair by itself. */
#include "core/brute.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"

static const float DX = 0.05f; /* m, spacing */
static const float none[3] = {0, 0, 0};

static lg_kernel kernel_of(int dim) {
  return lg_kernel_make(LG_CUBIC_SPLINE, dim, (double)(DX * (dim == 2 ? 2.8f : 2.0f)));
}

static lg_world *world_of(int dim, lg_edge edge) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds3(0, 0, 0, 2, 2, 2);
  def.bounds.dim = dim;
  def.spacing = DX;
  def.threads = 2;
  for (int k = 0; k < 3; k++) def.edges[k][0] = def.edges[k][1] = edge;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  return w;
}

/* A plate across y, `thick` spacings, from x0 to the other end of the world. */
static void add_plate(lg_world *w, float x0, float top, float thick) {
  const double low = (double)(top - thick * DX);
  lg_id box = lg_add(
      w, "shape.box",
      w->dim == 3 ? LG_ARGS(lg_vec3("min", (double)x0, low, -1), lg_vec3("max", 3, (double)top, 3))
                  : LG_ARGS(lg_vec2("min", (double)x0, low), lg_vec2("max", 3, (double)top)));
  if (!lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box)))) fail_msg("%s", lg_error(w));
}

/* One particle at each point, their lists and walls. */
static void sample(lg_world *w, size_t n, float (*x)[3]) {
  lg_kernel k = kernel_of(w->dim);
  for (size_t i = 0; i < n; i++) assert_true(lg_particles_append(w->particles, x[i], none, 1, 0));
  assert_true(lg_neighbors_sort(w, k.radius, NULL) && lg_neighbors_build(w));
  assert_true(lg_walls_prepare(w, &k) && lg_walls_sample(w, true));
  lg_walls_hide_pairs(w);
}

static void assert_between(float value, const float ends[2], float tolerance) {
  assert_true(value >= fminf(ends[0], ends[1]) - tolerance);
  assert_true(value <= fmaxf(ends[0], ends[1]) + tolerance);
}

/* Proves the flat wall: beside plates of a tenth to two spacings fraction, gradient and weight are
   the half-space's, on both sides, to 1, 6 and 4 %: its integral's, or, where nothing is behind it,
   as lattices see it, or between, as cells have nodes of both; what a particle further away than R
   feels is nothing. */
static void plate_is_a_half_space(void **state) {
  (void)state;
  const float thickness[] = {0.1f, 0.5f, 1, 2};
  for (int dim = 2; dim <= 3; dim++)
    for (int t = dim == 2 ? 0 : 1; t < 4; t++) { /* in 3-D the shift takes more than a tenth */
      enum { N = 40 };
      float x[2 * N][3];
      lg_world *w = world_of(dim, LG_EDGE_OPEN);
      add_plate(w, -1, 1, thickness[t]);
      const float R = kernel_of(dim).radius;
      for (int i = 0; i < N; i++)
        for (int side = 0; side < 2; side++) {
          float d = R * ((float)i + 1) / N;
          memcpy(x[2 * i + side], (float[3]){1, side ? 1 + d : 1 - thickness[t] * DX - d, 1},
                 sizeof *x);
        }
      sample(w, (size_t)2 * N, x);

      const lg_half_space *table = &w->walls->table;
      float none_there, top;
      lg_half_space_integral_at(table, -table->shift, &none_there, &top);
      for (size_t i = 0; i < w->particles->n; i++) {
        float y = w->particles->x[1][i], of[2], slope[2], flat[2];
        float d = y > 1 ? y - 1 : 1 - thickness[t] * DX - y, up = y > 1 ? 1 : -1;
        lg_half_space_integral_at(table, d, &of[0], &slope[0]);
        lg_half_space_at(table, d, &of[1], &slope[1]);
        for (int l = 0; l < 2; l++) flat[l] = of[l] - (d + table->shift) * slope[l];
        assert_between(w->walls->fraction[i], of, 0.01f);
        /* in the cells that a wall of less than a cell is in, the cubic rounds its two sides off */
        for (int l = 0; l < 2; l++) slope[l] *= up / top;
        assert_between(w->walls->grad[1][i] / top, slope, d < R / 8 ? 0.12f : 0.06f);
        assert_near(w->walls->grad[0][i] / top, 0, 0.01);
        assert_between(w->walls->weight[1][i] / w->walls->gravity[1], flat, 0.04f);
      }
      lg_world_free(w);
    }
}

/* Proves that what is behind counts once: a plate that lies on the floor is as the floor raised by
   its thickness, a plate on a thick block as the block; where it stands upright on the floor both
   count, as two thick walls do. */
static void other_solids_count_once(void **state) {
  (void)state;
  enum { N = 24 };
  float x[N][3];
  lg_world *lying = world_of(2, LG_EDGE_WALL), *edge = world_of(2, LG_EDGE_WALL);
  add_plate(lying, -1, 0.5f * DX, 0.5f);
  for (int i = 0; i < N; i++)
    memcpy(x[i], (float[3]){1, DX * (0.6f + 0.1f * (float)i), 0}, sizeof *x);
  sample(lying, N, x);
  for (int i = 0; i < N; i++) x[i][1] -= 0.5f * DX;
  sample(edge, N, x);
  for (int i = 0; i < N; i++) {
    /* the plate and what is behind it are more than the floor */
    assert_near(lying->walls->fraction[i], edge->walls->fraction[i], 0.035);
  }
  lg_world_free(lying);
  lg_world_free(edge);

  lg_world *thin = world_of(2, LG_EDGE_WALL), *thick = world_of(2, LG_EDGE_WALL);
  for (int k = 0; k < 2; k++) {
    lg_world *w = k ? thick : thin;
    lg_id box =
        lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", k ? 0.5 : 0.975, -1), lg_vec2("max", 1, 3)));
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box))) != 0);
    for (int i = 0; i < N; i++)
      memcpy(x[i],
             (float[3]){1 + DX * (0.2f + 0.1f * (float)(i % 5)),
                        DX * (0.2f + 0.2f * (float)(i / 5)), 0},
             sizeof *x);
    sample(w, N, x);
  }
  for (int i = 0; i < N; i++) {
    assert_near(thin->walls->fraction[i], thick->walls->fraction[i], 0.01);
    assert_near(thin->walls->grad[0][i] * DX, thick->walls->grad[0][i] * DX, 0.03);
    assert_near(thin->walls->grad[1][i] * DX, thick->walls->grad[1][i] * DX, 0.02);
  }
  lg_world_free(thin);
  lg_world_free(thick);
}

/* Proves the end of a plate: along its face and past its end the fraction falls from the
   half-space's to nothing, without a step, and is never less than what is solid. */
static void a_plate_ends(void **state) {
  (void)state;
  enum { N = 400 };
  static float x[N][3];
  lg_world *w = world_of(2, LG_EDGE_OPEN);
  const float R = kernel_of(2).radius, from = 1 - 1.5f * R;
  add_plate(w, 1, 1, 0.5f);
  for (int i = 0; i < N; i++)
    memcpy(x[i], (float[3]){from + 3 * R * (float)i / N, 1 + 0.5f * DX, 0}, sizeof *x);
  sample(w, N, x);

  float solid[N], grad[3], last = 0;
  for (int i = 0; i < N; i++) {
    const float at[3] = {w->particles->x[0][i], w->particles->x[1][i], 0};
    lg_walls_at(w, at, &solid[i], grad);
  }
  for (int i = 0; i < N; i++) {
    /* sorted into cells: x grows within the row */
    if (i > 0 && w->particles->x[0][i] < w->particles->x[0][i - 1]) continue;
    float fraction = w->walls->fraction[i];
    assert_true(fraction >= solid[i] - 1e-6f);
    if (i > 0) assert_near(fraction, last, 0.008);
    last = fraction;
  }
  lg_world_free(w);
}

/* Proves who sees whom: of random particles on both sides of a plate and beside its end, those that
   are in a list are in each other's, and two with the plate's inside between them are in none. */
static void pairs_across_are_hidden(void **state) {
  (void)state;
  enum { N = 1200 };
  static float x[N][3];
  uint32_t seed = 11;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = world_of(dim, LG_EDGE_OPEN);
    add_plate(w, 0.8f, 1, 0.5f);
    for (int i = 0; i < N; i++)
      for (int ok = 0; !ok;) {
        for (int k = 0; k < 3; k++) x[i][k] = 1 + 8 * DX * (uniform(&seed) - 0.5f);
        if (dim == 2) x[i][2] = 0;
        ok = x[i][0] < 0.8f || x[i][1] > 1 || x[i][1] < 1 - 0.5f * DX;
      }
    sample(w, N, x);

    size_t hidden = 0, seen = 0;
    const lg_neighbors *nb = w->neighbors;
    const float R = kernel_of(dim).radius;
    for (size_t i = 0; i < N; i++) {
      for (int e = nb->count[i]; e % 8 != 0; e++) assert_int_equal(nb->row[i][e], nb->pad);
      for (size_t j = 0; j < N; j++) {
        float r2 = 0, xi = w->particles->x[0][i], xj = w->particles->x[0][j];
        float yi = w->particles->x[1][i] - 1, yj = w->particles->x[1][j] - 1;
        bool listed = false, back = false;
        for (int k = 0; k < dim; k++) {
          float d = w->particles->x[k][i] - w->particles->x[k][j];
          r2 += d * d;
        }
        for (int e = 0; e < nb->count[i]; e++) listed |= nb->row[i][e] == (int32_t)j;
        for (int e = 0; e < nb->count[j]; e++) back |= nb->row[j][e] == (int32_t)i;
        assert_int_equal(listed, back);

        /* well away from its end, where W is more than nothing: is one above, one below? */
        bool across = (yi > 0) != (yj > 0), end = fminf(xi, xj) < 0.8f + R;
        if (i == j || r2 > 0.8f * R * R || end) continue;
        assert_int_equal(listed, !across);
        hidden += across;
        seen += !across;
      }
    }
    print_message("%d-D: %zu pairs hidden, %zu seen\n", dim, hidden, seen);
    assert_true(hidden > 100 && seen > 100);
    lg_world_free(w);
  }
}

/* Proves that a solver that does not ask for what is behind has the plain walls, also after one
   that did. */
static void plain_walls_are_plain(void **state) {
  (void)state;
  float x[1][3] = {{1, 1 + 0.5f * DX, 0}}, plain, grad[3];
  lg_world *w = world_of(2, LG_EDGE_OPEN);
  add_plate(w, -1, 1, 0.5f);
  sample(w, 1, x);
  const float thick = w->walls->fraction[0];
  lg_walls_at(w, x[0], &plain, grad);
  assert_true(thick > plain + 0.05f);

  assert_true(lg_walls_sample(w, false));
  assert_true(w->walls->fraction[0] == plain && w->walls->grad[1][0] == grad[1]);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plate_is_a_half_space), cmocka_unit_test(other_solids_count_once),
      cmocka_unit_test(plain_walls_are_plain), cmocka_unit_test(a_plate_ends),
      cmocka_unit_test(pairs_across_are_hidden)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
