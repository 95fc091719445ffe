/* The table of a flat wall: against the half-space's integral by shells, and against a lattice. */
#include "core/wall_kernels.h"

/* The fraction of a half-space by shells, another integral than the table's: in 3-D the cap of the
   sphere of radius r beyond d has the area 2 pi r (r - d), in 2-D the arc has the length 2 r acos(d
   / r). */
static double shells(const lg_kernel *k, double d) {
  enum { N = 20000 };
  double R = (double)k->radius, sum = 0, step = (R - d) / N;
  for (int i = 0; i < N; i++) {
    double r = d + (i + 0.5) * step,
           measure = k->dim == 3 ? 2 * LG_PI * r * (r - d) : 2 * r * acos(d / r);
    sum += step * measure * (double)lg_kernel_w(k, (float)r);
  }
  return sum;
}

/* Proves I(d) within 2e-5 of 1, its symmetry I(-d) = 1 - I(d), and dI/dd within 1e-3 of its largest
   value against differences of the shell integral. */
static void table_is_the_half_space(void **state) {
  (void)state;
  for (int s = 0; s < SETTINGS; s++) {
    lg_kernel raw = raw_kernel(&settings[s]), k = kernel_of(&settings[s]);
    double R = (double)raw.radius, step = 1e-3 * R;
    lg_half_space t;
    lg_half_space_make(&t, &k, DX);
    for (int i = 0; i <= 20; i++) {
      float d = raw.radius * (float)i / 20, fraction, slope, behind, same;
      lg_half_space_integral_at(&t, d - t.shift, &fraction, &slope);
      lg_half_space_integral_at(&t, -d - t.shift, &behind, &same);
      double at = (double)d;
      assert_near(fraction, shells(&raw, at), 2e-5);
      assert_near(behind, 1 - fraction, 1e-6);
      assert_near(slope, same, 1e-4 / R);
      if (at < step || at > R - step) continue;
      assert_near((double)slope * R,
                  R * (shells(&raw, at + step) - shells(&raw, at - step)) / (2 * step), 1.5e-3);
    }
  }
}

/* Proves physics 6, "a continuous wall beside a lattice reads 1.4 to 1.9 % (2-D) and 3.8 to 6.4 %
   (3-D) too high": that is what the table gives without its shift, so the shift is there for a
   reason; with it the error is below 0.1 %. */
static void shift_is_needed(void **state) {
  (void)state;
  const double too_high[] = {0.0141, 0.0381};
  for (int s = 0; s < 2; s++) {
    lg_kernel k = kernel_of(&settings[s]);
    lg_half_space t;
    lg_half_space_make(&t, &k, DX);
    float with, without, slope;
    lg_half_space_integral_at(&t, 0.5f * DX, &with, &slope);
    lg_half_space_integral_at(&t, 0.5f * DX - t.shift, &without, &slope);
    /* the particle's own layer and all those on one side */
    double half = 0, cell = pow((double)DX, k.dim);
    for (int x = 0; x <= 4; x++)
      for (int y = -4; y <= 4; y++)
        for (int z = k.dim == 3 ? -4 : 0; z <= (k.dim == 3 ? 4 : 0); z++)
          half += cell * (double)lg_kernel_w(&k, DX * sqrtf((float)(x * x + y * y + z * z)));
    assert_near(half + (double)with, 1, 1e-3);
    assert_near(half + (double)without, 1 + too_high[s], 5e-4);
  }
}

/* Of the lattice that fills the half above a flat wall: sums of W and dW/dz at a particle of the
   layer, in units of the whole lattice's sum of W. */
static void fluid_side(const lg_kernel *k, int layer, double *value, double *slope) {
  const int n = (int)ceilf(k->radius / DX), nz = k->dim == 3 ? n : 0;
  const double cell = pow((double)DX, k->dim);
  *value = *slope = 0;
  for (int z = 1 - layer; z <= n; z++)
    for (int x = -n; x <= n; x++)
      for (int y = -nz; y <= nz; y++) {
        const float r = DX * sqrtf((float)(x * x + y * y + z * z));
        *value += cell * (double)lg_kernel_w(k, r);
        *slope -= cell * (double)(DX * (float)z) * (double)lg_kernel_grad(k, r);
      }
}

/* Proves that with L every layer reads rest density, and bears no force of a pressure that is the
   same everywhere: what the fluid's own gradients sum to, the wall's takes back. I alone is off by
   more in the slope of the first layer. */
static void every_layer_rests(void **state) {
  (void)state;
  for (int s = 0; s < SETTINGS; s++) {
    const lg_kernel k = kernel_of(&settings[s]);
    lg_half_space t;
    lg_half_space_make(&t, &k, DX);
    for (int layer = 1; layer <= 6; layer++) {
      const float d = ((float)layer - 0.5f) * DX;
      double value, slope;
      float fraction, fall, smooth;
      fluid_side(&k, layer, &value, &slope);
      lg_half_space_at(&t, d, &fraction, &fall);
      assert_near(value + (double)fraction, 1, 3e-5);
      assert_near((double)DX * (slope + (double)fall), 0, 1e-3);

      if (layer > 1) continue;
      lg_half_space_integral_at(&t, d, &fraction, &smooth);
      assert_true(fabs((double)DX * (slope + (double)smooth)) > 0.005);
    }
  }
}

/* Proves that L never rises with the distance, that its slope is its derivative, and that a solid
   whose integral is a flat wall's is one to fluid. */
static void layers_fall_off(void **state) {
  (void)state;
  for (int s = 0; s < SETTINGS; s++) {
    const lg_kernel k = kernel_of(&settings[s]);
    const float step = 1e-2f * DX;
    lg_half_space t;
    lg_half_space_make(&t, &k, DX);
    for (float d = -1.5f * k.radius; d < 1.2f * k.radius; d += 0.037f * DX) {
      float here, fall, there, unused, integral, grad[3] = {0, 0, 0};
      lg_half_space_at(&t, d, &here, &fall);
      lg_half_space_at(&t, d + step, &there, &unused);
      assert_true(there <= here && here <= 1 && fall <= 0);
      assert_near((double)((there - here) / step * DX), (double)(fall * DX), 0.02);

      lg_half_space_integral_at(&t, d, &integral, &grad[1]);
      lg_half_space_layer(&t, d, &integral, grad);
      assert_near(integral, here, 1e-4);
      assert_near((double)(grad[1] * DX), (double)(fall * DX), 0.01);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_the_half_space), cmocka_unit_test(shift_is_needed),
      cmocka_unit_test(every_layer_rests), cmocka_unit_test(layers_fall_off)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
