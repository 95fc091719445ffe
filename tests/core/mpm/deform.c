/* The constitutive models, each against its paper's formulas in double, with decompositions of its
   own; and the stretch's axes against what they must be. */
#include "core/operators.h"

#include "core/mpm/mpm.h"
#include "core/mpm/stretch.h"
#include "core/particles/particles.h"

enum { N = 256 };

static uint32_t state = 1;
static double uniform(double low, double high) {
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (state >> 8) * 0x1p-24;
}

/* ---- in double ------------------------------------------------------------------------------ */

typedef struct matrix {
  double m[3][3];
} matrix;

static matrix product(matrix a, matrix b) {
  matrix out = {{{0}}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) out.m[i][j] += a.m[i][k] * b.m[k][j];
  return out;
}

static matrix transposed(matrix a) {
  matrix out;
  for (int i = 0; i < 9; i++) out.m[i / 3][i % 3] = a.m[i % 3][i / 3];
  return out;
}

static matrix diagonal(double x, double y, double z) {
  return (matrix){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}

static double determinant(matrix a) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += a.m[0][k] *
           (a.m[1][(k + 1) % 3] * a.m[2][(k + 2) % 3] - a.m[1][(k + 2) % 3] * a.m[2][(k + 1) % 3]);
  return sum;
}

/* A turn about a slanted axis; in 2-D about z. */
static matrix turn(int dim, double angle) {
  double c = cos(angle), s = sin(angle);
  matrix z = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, x = {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
  return dim == 2 ? z : product(z, product(x, transposed(z)));
}

/* ---- particles ------------------------------------------------------------------------------ */

typedef struct world {
  lg_world *w;
  lg_mpm m;
  lg_step s;
  float column[24][N];
} world;

/* N particles of one material, their columns at hand. */
static void make(world *t, int dim, lg_matter matter) {
  static lg_matter table;
  memset(t, 0, sizeof *t);
  table = matter;
  t->w = lattice_world(dim, dim == 2 ? 16 : 7, false);
  t->s = (lg_step){
      .world = t->w, .dim = dim, .threads = 1, .dt = 1e-3f, .n = N, .particles = t->w->particles};
  t->m.matter = &table;
  for (int i = 0; i < dim * dim; i++) {
    t->m.affine[i] = t->column[i];
    t->m.deform[i] = t->column[9 + i];
  }
  for (int k = 0; k < 3; k++) {
    t->m.normal[k] = k < dim ? t->column[18 + k] : NULL;
    t->m.shear[k] = k < dim ? t->column[21 + k] : NULL;
  }
}

/* Kirchhoff's stress, and F, of a particle. */
static matrix stress_of(const world *t, int i) {
  const lg_mpm *m = &t->m;
  matrix out = {{{0}}};
  for (int k = 0; k < t->s.dim; k++) out.m[k][k] = (double)m->normal[k][i];
  out.m[0][1] = out.m[1][0] = (double)m->shear[t->s.dim == 3 ? 2 : 0][i];
  if (t->s.dim == 2) return out;
  out.m[0][2] = out.m[2][0] = (double)m->shear[1][i];
  out.m[1][2] = out.m[2][1] = (double)m->shear[0][i];
  return out;
}

static matrix deformation_of(const world *t, int i) {
  matrix out = diagonal(1, 1, 1);
  for (int a = 0; a < t->s.dim; a++)
    for (int b = 0; b < t->s.dim; b++) out.m[a][b] += (double)t->m.deform[a * t->s.dim + b][i];
  return out;
}

static void set_deformation(world *t, int i, matrix f) {
  for (int a = 0; a < t->s.dim; a++)
    for (int b = 0; b < t->s.dim; b++)
      t->m.deform[a * t->s.dim + b][i] = (float)(f.m[a][b] - (a == b));
}

static void assert_near(matrix a, matrix b, double size, double tolerance) {
  for (int i = 0; i < 9; i++)
    if (!(fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]) <= tolerance * size))
      fail_msg("[%d][%d]: %.9g, not %.9g", i / 3, i % 3, a.m[i / 3][i % 3], b.m[i / 3][i % 3]);
}

/* sum_k value_k u_k u_k^T, u_k the columns of u. */
static matrix along(matrix u, const double value[3]) {
  return product(u, product(diagonal(value[0], value[1], value[2]), transposed(u)));
}

static const lg_matter base = {.density = 400, .mu = 5e4f, .lambda = 4e4f};

/* ---- tests ---------------------------------------------------------------------------------- */

/* Axes are orthogonal, they bring b - 1 back, and R = V^-1 F is a rotation: the polar
   decomposition, for strains from 1e-6 to 3. */
static void axes(void **ignored) {
  (void)ignored;
  for (int trial = 0; trial < 3000; trial++) {
    int dim = 2 + trial % 2;
    double size = pow(10, uniform(-6, 0.3));
    matrix f = diagonal(1, 1, 1);
    lg_v8 h[3][3], u[3][3];
    lg_symmetric s, again;
    for (int a = 0; a < dim; a++)
      for (int b = 0; b < dim; b++) {
        float value = (float)uniform(-size, size);
        h[a][b] = lg_v8_all(value);
        f.m[a][b] += (double)value;
      }
    lg_stretch_of(dim, h, &s);
    lg_symmetric before = s;
    lg_stretch_axes(dim, &s, u);
    lg_stretch_compose(dim, u, s.d, &again);

    /* U diag(s) U^T = b - 1, U^T U = 1. */
    double largest = 1e-30;
    for (int k = 0; k < dim; k++) largest = fmax(largest, fabs((double)s.d[k][0]));
    for (int a = 0; a < dim; a++)
      for (int b = 0; b < dim; b++) {
        double dot = 0;
        for (int k = 0; k < dim; k++) dot += (double)(u[k][a][0] * u[k][b][0]);
        assert_true(fabs(dot - (a == b)) < 2e-6);
        assert_true(fabs((double)(*lg_symmetric_at(&again, a, b))[0] -
                         (double)(*lg_symmetric_at(&before, a, b))[0]) < 3e-6 * largest);
      }

    /* R = U diag(1 / sigma) U^T F, where F is not nearly flat. */
    matrix axis = diagonal(1, 1, 1);
    double inverse[3] = {1, 1, 1}, least = 1;
    for (int k = 0; k < dim; k++) {
      inverse[k] = 1 / sqrt(fmax(1 + (double)s.d[k][0], 1e-9));
      least = fmin(least, 1 / inverse[k]);
      for (int a = 0; a < dim; a++) axis.m[a][k] = (double)u[a][k][0];
    }
    if (least < 0.1) continue;
    matrix r = product(along(axis, inverse), f);
    assert_near(product(transposed(r), r), diagonal(1, 1, 1), 1, 1e-4);
  }
}

/* ln and exp - 1 beside those of double, relative to what is small. */
static void functions(void **ignored) {
  (void)ignored;
  for (int i = 0; i < 20000; i++) {
    double x = pow(10, uniform(-7, 0.47)) * (i % 2 ? 1 : -1), s = fmax(x * 4, -0.9375);
    if (s > 15) s = 15;
    float fs = (float)s, fx = (float)x;
    double log_error = (double)lg_log_stretch(lg_v8_all(fs))[0] / (0.5 * log1p((double)fs)) - 1,
           exp_error = (double)lg_exp_less_one(lg_v8_all(fx))[0] / expm1((double)fx) - 1;
    if (!(fabs(log_error) < 1e-6)) fail_msg("ln: %g of %g", log_error, s);
    if (!(fabs(exp_error) < 3e-6)) fail_msg("exp: %g of %g", exp_error, x);
  }
}

/* tau = mu (F F^T - 1) + lambda / 2 (J^2 - 1), and F' = (1 + dt C) F; a turn alone brings
   nothing. */
static void jelly(void **ignored) {
  (void)ignored;
  for (int dim = 2; dim <= 3; dim++) {
    static world t;
    static float volume[N], pressure[N];
    lg_matter matter = base;
    matrix f[N], c[N];
    matter.model = LG_MODEL_JELLY;
    make(&t, dim, matter);
    for (int i = 0; i < N; i++) {
      f[i] = turn(dim, uniform(-3, 3));
      c[i] = diagonal(1, 1, 1);
      for (int a = 0; a < dim * dim && i % 4; a++) f[i].m[a / dim][a % dim] += uniform(-0.2, 0.2);
      set_deformation(&t, i, f[i]);
      for (int a = 0; a < dim * dim; a++) {
        t.m.affine[a][i] = i % 4 ? (float)uniform(-100, 100) : 0;
        c[i].m[a / dim][a % dim] += 1e-3 * (double)t.m.affine[a][i];
      }
    }
    t.m.volume = volume;
    t.m.pressure = pressure;
    lg_mpm_deform(&t.m, &t.s);

    for (int i = 0; i < N; i++) {
      matrix now = product(c[i], f[i]), b = product(now, transposed(now)), tau = diagonal(0, 0, 0);
      double j = determinant(now), iso = 0.5 * (double)base.lambda * (j * j - 1), size = 0;
      for (int a = 0; a < dim; a++)
        for (int k = 0; k < dim; k++) {
          tau.m[a][k] = (double)base.mu * (b.m[a][k] - (a == k)) + (a == k ? iso : 0);
          size = fmax(size, fabs(tau.m[a][k]));
        }
      assert_near(deformation_of(&t, i), now, 1, 1e-6);
      assert_near(stress_of(&t, i), tau, fmax(size, (double)base.mu), 2e-6);
      double mean = 0;
      for (int a = 0; a < dim; a++) mean += tau.m[a][a] / dim;
      assert_true(fabs((double)t.m.pressure[i] + mean / j) < 1e-5 * fmax(size, (double)base.mu));
    }
    lg_world_free(t.w);
  }
}

/* Stomakhin's return and hardening: F of known singular values, left and right axes. */
static void snow(void **ignored) {
  (void)ignored;
  for (int dim = 2; dim <= 3; dim++) {
    static world t;
    static float volume[N], pressure[N];
    lg_matter matter = base;
    matrix left[N], right[N];
    double sigma[N][3], packed[N];
    matter.model = LG_MODEL_SNOW;
    matter.squeeze = 0.025f;
    matter.strain = 0.0075f;
    matter.hardening = 10;
    make(&t, dim, matter);
    t.m.volume = volume;
    t.m.pressure = pressure;
    for (int i = 0; i < N; i++) {
      left[i] = turn(dim, uniform(-3, 3));
      right[i] = turn(dim, uniform(-3, 3));
      packed[i] = uniform(0.8, 1.1);
      volume[i] = (float)(packed[i] - 1);
      for (int k = 0; k < 3; k++) sigma[i][k] = k < dim ? 1 + uniform(-0.04, 0.02) : 1;
      set_deformation(&t, i,
                      product(left[i], product(diagonal(sigma[i][0], sigma[i][1], sigma[i][2]),
                                               transposed(right[i]))));
    }
    lg_mpm_deform(&t.m, &t.s);

    for (int i = 0; i < N; i++) {
      double kept[3] = {1, 1, 1}, tau[3] = {0, 0, 0}, j = 1, jp = packed[i];
      for (int k = 0; k < dim; k++) {
        kept[k] = fmin(fmax(sigma[i][k], 1 - 0.025), 1 + 0.0075);
        jp *= sigma[i][k] / kept[k];
        j *= kept[k];
      }
      double h = exp(10 * (1 - jp));
      for (int k = 0; k < dim; k++)
        tau[k] = 2 * h * (double)base.mu * (kept[k] - 1) * kept[k] +
                 h * (double)base.lambda * (j - 1) * j;
      matrix f =
          product(left[i], product(diagonal(kept[0], kept[1], kept[2]), transposed(right[i])));
      assert_near(deformation_of(&t, i), f, 1, 3e-6);
      assert_true(fabs((double)volume[i] + 1 - jp) < 2e-6);
      assert_near(stress_of(&t, i), along(left[i], tau), h * (double)base.mu, 1e-5);
    }
    lg_world_free(t.w);
  }
}

/* Klar's return: inside the cone Hencky's elasticity, outside onto it at the same volume, pulled
   apart no stress; what has opened must close first. */
static void sand(void **ignored) {
  (void)ignored;
  for (int dim = 2; dim <= 3; dim++) {
    static world t;
    static float volume[N], pressure[N];
    lg_matter matter = base;
    matrix left[N];
    double strain[N][3], opened[N];
    int inside = 0, side = 0, tip = 0;
    const double alpha = 0.35, mu = (double)base.mu, lambda = (double)base.lambda;
    matter.model = LG_MODEL_SAND;
    matter.friction = (float)alpha;
    make(&t, dim, matter);
    t.m.volume = volume;
    t.m.pressure = pressure;
    for (int i = 0; i < N; i++) {
      left[i] = turn(dim, uniform(-3, 3));
      opened[i] = i % 3 ? 0 : uniform(0, 0.01);
      volume[i] = (float)opened[i];
      for (int k = 0; k < 3; k++) strain[i][k] = k < dim ? uniform(-0.02, 0.005) : 0;
      set_deformation(&t, i,
                      product(left[i], product(diagonal(exp(strain[i][0]), exp(strain[i][1]),
                                                        exp(strain[i][2])),
                                               transposed(turn(dim, 0.7)))));
    }
    lg_mpm_deform(&t.m, &t.s);

    for (int i = 0; i < N; i++) {
      double e[3], tau[3] = {0, 0, 0}, trace = 0, norm = 0;
      for (int k = 0; k < dim; k++) trace += e[k] = strain[i][k] + opened[i] / dim;
      for (int k = 0; k < dim; k++) norm += (e[k] - trace / dim) * (e[k] - trace / dim);
      norm = sqrt(norm);
      double out = norm + (dim * lambda + 2 * mu) / (2 * mu) * trace * alpha;
      for (int k = 0; k < dim; k++) {
        if (trace >= 0) e[k] = 0;
        else if (out > 0) e[k] -= out * (e[k] - trace / dim) / norm;
      }
      tip += trace >= 0;
      inside += trace < 0 && out <= 0;
      side += trace < 0 && out > 0;
      assert_true(fabs((double)volume[i] - fmax(trace, 0)) < 1e-6);
      if (trace >= 0) trace = 0;
      for (int k = 0; k < dim; k++) tau[k] = 2 * mu * e[k] + lambda * trace;
      assert_near(stress_of(&t, i), along(left[i], tau), mu, 1e-6);

      /* On the cone or in it. */
      double mean = 0, deviator = 0;
      for (int k = 0; k < dim; k++) mean += tau[k] / dim;
      for (int k = 0; k < dim; k++) deviator += (tau[k] - mean) * (tau[k] - mean);
      assert_true(sqrt(deviator) <= -alpha * dim * mean + 1e-6 * mu);
    }
    assert_true(inside > 5 && side > 5 && tip > 5);
    lg_world_free(t.w);
  }
}

/* Water: J' = det(1 + dt C) J, never above 1; p = K (1 / J - 1). A guard bounds what a step
   does. */
static void fluid(void **ignored) {
  (void)ignored;
  for (int dim = 2; dim <= 3; dim++) {
    static world t;
    static float volume[N], pressure[N];
    lg_matter matter = {.model = LG_MODEL_FLUID, .density = 1000, .lambda = 1e5f};
    double wanted[N];
    make(&t, dim, matter);
    t.m.volume = volume;
    t.m.pressure = pressure;
    for (int i = 0; i < N; i++) {
      matrix c = diagonal(1, 1, 1);
      volume[i] = (float)uniform(-0.1, 0);
      for (int a = 0; a < dim * dim; a++) {
        t.m.affine[a][i] = (float)uniform(-80, 80);
        c.m[a / dim][a % dim] += 1e-3 * (double)t.m.affine[a][i];
      }
      wanted[i] = fmin((1 + (double)volume[i]) * determinant(c), 1) - 1;
    }
    for (int a = 0; a < dim * dim; a++) t.m.affine[a][0] = a % (dim + 1) ? 0 : -1e7f;
    lg_mpm_deform(&t.m, &t.s);
    for (int i = 1; i < N; i++) {
      assert_true(fabs((double)volume[i] - wanted[i]) < 1e-6);
      assert_true(fabs((double)pressure[i] - 1e5 * (1 / (1 + wanted[i]) - 1)) < 0.5);
    }
    assert_true(volume[0] > -0.91f && volume[0] < -0.4f);
    lg_world_free(t.w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(axes),  cmocka_unit_test(functions),
                                     cmocka_unit_test(jelly), cmocka_unit_test(snow),
                                     cmocka_unit_test(sand),  cmocka_unit_test(fluid)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
