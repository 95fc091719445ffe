/* watch: the density sum, pressures, neighbours and numbers of a grid that a watched particle is
   told are those that loops over all particles give. */
#include "watch_scene.h"

typedef struct before { /* of all particles, before the sub-step, by id */
  double x[4096][3], v[4096][3];
  size_t n;
} before;

static void remember(const lg_world *w, before *b) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"), id = lg_column(w, "id");
  b->n = x.n;
  assert_true(x.n < 4096);
  for (size_t i = 0; i < x.n; i++)
    for (int k = 0; k < x.components; k++) {
      b->x[id.i32[i]][k] = (double)x.c[k][i];
      b->v[id.i32[i]][k] = (double)v.c[k][i];
    }
}

/* The density sum over all particles, and how many are near. */
static double brute_density(lg_world *w, const before *b, int64_t id, int *near) {
  lg_smoothing k;
  assert_true(lg_smoothing_of(w, 0, NULL, &k));
  const double mass = (double)lg_column(w, "mass").c[0][lg_particle_find(w, id)];
  double sum = 0;
  *near = 0;
  for (size_t j = 0; j < b->n; j++) {
    double d[3] = {0, 0, 0};
    for (int c = 0; c < k.dim; c++) d[c] = b->x[id][c] - b->x[j][c];
    if (!(length(d) < k.radius)) continue;
    sum += mass * lg_smoothing_w(&k, length(d));
    *near += (int64_t)j != id;
  }
  return sum;
}

static void density_is_the_sum(void **state) {
  (void)state;
  static before b;
  for (int i = 0; i < SOLVERS; i++)
    for (int dim = 2; dim <= 3; dim++) {
      int64_t id[SEEN];
      if (!smooths(solvers[i])) continue;
      lg_world *w = world_of(&(scene){solvers[i], dim, 1, true});
      advance(w, 12);
      const int n = watch(w, id);
      remember(w, &b);
      assert_true(lg_world_step(w, 1e-4));
      assert_int_equal(lg_world_stats(w)->substeps, 1);
      for (int k = 0; k < n; k++) {
        lg_probe p;
        int near;
        double shares = 0;
        assert_true(lg_probe_read(w, id[k], &p));
        double sum = brute_density(w, &b, id[k], &near);
        assert_int_equal(p.neighbors, near);
        for (int q = 0; q < p.neighbors; q++) shares += p.neighbor[q].share;
        assert_true(fabs(shares - p.fluid) < 1e-6 * sum);
        assert_true(fabs(p.own + p.fluid - sum) < 1e-5 * sum);
        assert_true(p.walls >= 0 && fabs(p.own + p.fluid + p.walls - p.density) < 1e-5 * p.density);
        int64_t at = lg_particle_find(w, id[k]);
        double here = (double)lg_column(w, "density").c[0][at];
        assert_true(p.density == here &&
                    (fabs(p.rest_density - 800) < 1 || fabs(p.rest_density - 1000) < 1));
      }
      lg_world_free(w);
    }
}

/* Behind the last stage of a peek, as the window shows a particle that was just picked: its
   neighbours are told beside its terms, also under a solver that asks for none. */
typedef struct sight {
  int64_t id;
  int near;
  bool told;
} sight;

static bool behind_guard(void *user, const lg_world *w, const lg_peek_stage *at) {
  sight *s = user;
  lg_probe p;
  if (!is(at->name, "guard")) return true;
  assert_true(lg_probe_read((lg_world *)(uintptr_t)w, s->id, &p));
  assert_true(p.dt > 0 && p.terms > 0 && p.own > 0);
  assert_int_equal(p.neighbors, s->near);
  s->told = true;
  return false;
}

static void peeks_tell_neighbors(void **state) {
  (void)state;
  static before b;
  for (int i = 0; i < SOLVERS; i++) {
    if (!smooths(solvers[i]) && !is(solvers[i], "particles")) continue;
    lg_world *w = world_of(&(scene){solvers[i], 2, 1, false});
    sight s = {.id = 20};
    advance(w, 12);
    remember(w, &b);
    brute_density(w, &b, s.id, &s.near);
    assert_true(s.near > 8 && lg_particle_watch(w, s.id, true));
    assert_true(lg_world_peek(w, 1e-4, behind_guard, &s) && s.told);
    lg_world_free(w);
  }
}

/* wcsph: -1/m sum (V_i^2 p_i + V_j^2 p_j) grad W / M, by a loop over all particles in double. M:
   what such sums make of the gradient of a linear function, of the lattice; nobody is so near to
   another as to feel its core. */
static void pressure_is_the_sum(void **state) {
  (void)state;
  static before b;
  for (int dim = 2; dim <= 3; dim++) {
    int64_t id[SEEN];
    lg_smoothing k;
    double most = 0;
    lg_world *w = world_of(&(scene){"wcsph", dim, 1, false});
    advance(w, 12);
    const int n = watch(w, id);
    remember(w, &b);
    assert_true(lg_world_step(w, 1e-4));
    assert_true(lg_smoothing_of(w, 0, NULL, &k));
    const double moment = lattice_moment(&k, dim, (double)lg_world_spacing(w));
    lg_view ids = lg_column(w, "id"), m = lg_column(w, "mass"), rho = lg_column(w, "density"),
            pressure = lg_column(w, "pressure");
    for (int s = 0; s < n; s++) {
      lg_probe p;
      double sum[3] = {0, 0, 0};
      assert_true(lg_probe_read(w, id[s], &p));
      size_t i = (size_t)lg_particle_find(w, id[s]);
      for (size_t j = 0; j < ids.n; j++) {
        double d[3] = {0, 0, 0}, vi = (double)m.c[0][i] / (double)rho.c[0][i],
               vj = (double)m.c[0][j] / (double)rho.c[0][j];
        for (int c = 0; c < dim; c++) d[c] = b.x[id[s]][c] - b.x[ids.i32[j]][c];
        double r = length(d);
        if (j == i || !(r < k.radius)) continue;
        double push = vi * vi * (double)pressure.c[0][i] + vj * vj * (double)pressure.c[0][j];
        for (int c = 0; c < dim; c++)
          sum[c] -= push * lg_smoothing_slope(&k, r) * d[c] / r / (moment * (double)m.c[0][i]);
      }
      const lg_change *of = term(&p, "pressure");
      assert_non_null(of);
      for (int c = 0; c < dim; c++)
        assert_true(fabs(of->by[c] - sum[c]) < 1e-3 * (1 + length(sum)));
      most = fmax(most, length(sum));
    }
    assert_true(most > 5);
    lg_world_free(w);
  }
}

/* ---- iterations, grids, bits ---------------------------------------------------------------- */

static void iterations_are_told(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    int64_t id[SEEN];
    if (!iterates(solvers[i])) continue;
    lg_world *w = world_of(&(scene){solvers[i], 2, 1, false});
    advance(w, 20);
    const int n = watch(w, id);
    advance(w, 1);
    for (int k = 0; k < n; k++) {
      lg_probe p;
      assert_true(lg_probe_read(w, id[k], &p));
      assert_int_equal(p.iterations, lg_world_stats(w)->iterations);
      const char *column = is(solvers[i], "dfsph") ? "density_pressure" : "pressure";
      double last = (double)lg_column(w, column).c[0][lg_particle_find(w, id[k])];
      assert_true(p.pressure[p.iterations - 1] == last);
    }
    lg_world_free(w);
  }
}

/* flip: faces by their weights; after - before = -dt / rho grad p inside of the fluid, and all that
   the particle takes over of it is the term. */
static void cell_is_the_grid(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    int64_t id[SEEN];
    int inside = 0;
    lg_world *w = world_of(&(scene){"flip", dim, 1, false});
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("volume_feedback", 0))));
    advance(w, 12);
    const int n = watch(w, id);
    advance(w, 1);
    for (int s = 0; s < n; s++) {
      lg_probe p;
      double weights[3] = {0, 0, 0}, change[3] = {0, 0, 0};
      assert_true(lg_probe_read(w, id[s], &p) && p.has_cell);
      const lg_probe_cell *c = &p.cell;
      assert_int_equal(c->faces, dim << dim);
      for (int f = 0; f < c->faces; f++) {
        weights[c->face[f].axis] += c->face[f].weight;
        change[c->face[f].axis] += c->face[f].weight * (c->face[f].after - c->face[f].before);
      }
      for (int k = 0; k < dim; k++) {
        assert_true(fabs(weights[k] - 1) < 1e-5);
        assert_true(p.position[k] >= c->min[k] - 1e-6 &&
                    p.position[k] <= c->min[k] + c->edge[k] + 1e-6);
      }

      /* the cell in the views that a host has */
      lg_grid_view g = lg_grid(w, "pressure"), d = lg_grid(w, "divergence");
      size_t at = 0;
      for (int k = 0; k < dim; k++) at += (size_t)c->at[k] * g.step[k];
      assert_true(c->pressure[0] == (double)g.c[0][at]);
      if (c->type[0] == 0) assert_true(fabs(c->divergence[1] - (double)d.c[0][at]) < 1e-6);

      /* its own faces between fluid and fluid, far from bodies */
      bool deep = p.position[0] < 0.3;
      for (int f = 0; f < c->faces && p.position[0] < 0.3; f++) {
        const lg_probe_face *face = &c->face[f];
        const int k = face->axis;
        bool own = true, upper = face->at[k] > c->min[k] + 0.5 * c->edge[k];
        for (int d2 = 0; d2 < dim; d2++)
          own = own && (d2 == k || fabs(face->at[d2] - c->min[d2] - 0.5 * c->edge[d2]) < 1e-4);
        if (!own || c->type[0] != 0 || c->type[1 + 2 * k + upper] != 0) continue;
        double other = c->pressure[1 + 2 * k + upper],
               slope = (upper ? other - c->pressure[0] : c->pressure[0] - other) / c->edge[k];
        assert_true(fabs(face->after - face->before + p.dt * slope / 1000) < 1e-4);
        inside++;
      }

      /* what the particle takes over of it, where nothing is extrapolated */
      for (int k = 0; k < 1 + 2 * dim; k++) deep = deep && c->type[k] == 0;
      for (int k = 0; k < dim && deep; k++)
        assert_true(fabs(term(&p, "pressure")->by[k] - change[k] / p.dt) < 1e-2);
    }
    assert_true(inside > 12);
    lg_world_free(w);
  }
}

/* Material points: a blob that touches nothing pushes itself nowhere, so stress and transfer of all
   its particles, each found by sums of its own, add up to no force, as momentum stays on the
   grid. */
static void stress_pushes_nobody(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = small_def(dim); /* -2 to 2 */
    lg_world *w = lg_world_new(&def);
    lg_probe p;
    int64_t n = 0;
    assert_true(lg_set_solver(w, "mpm", LG_NO_ARGS));
    for (int i = 0; i < 64; i++) {
      const float x[3] = {0.1f * (float)(i % 4), 0.1f * (float)(i / 4 % 4), 0.1f * (float)(i / 16)},
                  v[3] = {-x[0] - 0.3f * x[1], -x[1], -x[2]};
      if (dim == 2 && i >= 16) break;
      n = lg_particle_add(w, x, v) + 1;
      assert_true(lg_particle_watch(w, n - 1, true));
    }
    for (int i = 0; i < 3; i++) assert_true(lg_world_step(w, 1e-3)); /* still drawing together */
    double sum[2] = {0, 0}, size[2] = {0, 0};
    for (int64_t id = 0; id < n; id++) {
      assert_true(lg_probe_read(w, id, &p));
      for (int which = 0; which < 2; which++) {
        const lg_change *by = term(&p, which ? "transfer" : "stress");
        sum[which] += by->by[0];
        size[which] += fabs(by->by[0]);
      }
    }
    assert_true(size[0] > 0.1 && size[1] > 0.001);
    assert_true(fabs(sum[0]) < 1e-4 * size[0] && fabs(sum[1]) < 1e-2 * size[1]);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(density_is_the_sum),  cmocka_unit_test(peeks_tell_neighbors),
      cmocka_unit_test(pressure_is_the_sum), cmocka_unit_test(iterations_are_told),
      cmocka_unit_test(cell_is_the_grid),    cmocka_unit_test(stress_pushes_nobody),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
