/* rayleigh_taylor.h - heavy fluid over light in a vessel that both fill: how fast the waviness of
   their interface grows while it is small.

   Without viscosity, of a wave cos kx on the interface, depths h both (Rayleigh 1883; Chandrasekhar
   1961, chapter X):
     a(t) = a(0) cosh(sigma t)     sigma^2 = A g k tanh(kh)     A = (rho2 - rho1) / (rho2 + rho1)
   Particles begin on the lattice that this wave's displacement has bent, at rest. */
#ifndef LG_TESTS_RAYLEIGH_TAYLOR_H
#define LG_TESTS_RAYLEIGH_TAYLOR_H

#include "physics.h"

#define RT_G     9.81
#define RT_WAVE  1.0 /* m, its length; the vessel is half as wide */
#define RT_DEPTH 0.5 /* m, of either fluid */
#define RT_PI    3.14159265358979323846

typedef struct rt_case {
  const char *solver, *transfer; /* NULL: it has none */
  double light, heavy;           /* kg/m3 */
  int around;                    /* particles a wavelength */
} rt_case;

static inline double rt_number(void) { return 2 * RT_PI / RT_WAVE; }

static inline void rt_fill(lg_world *w, double from, double to, lg_id material) {
  lg_id box =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, from), lg_vec2("max", 0.5 * RT_WAVE, to)));
  const lg_arg *args = material ? LG_ARGS(lg_ref("shape", box), lg_ref("material", material))
                                : LG_ARGS(lg_ref("shape", box));
  assert_true(lg_add(w, "emitter.volume", args) != 0);
}

/* Bends the lattice: without divergence, by a cos kx at the interface, along the walls there. */
static inline void rt_bend(lg_world *w, double a) {
  const double k = rt_number(), whole = sinh(k * RT_DEPTH);
  lg_view x = lg_column_edit(w, "position"), v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < x.n; i++) {
    const double at = k * (double)x.c[0][i], above = (double)x.c[1][i] - RT_DEPTH,
                 beyond = k * (RT_DEPTH - fabs(above));
    x.c[0][i] += (float)((above < 0 ? -1 : 1) * a * sin(at) * cosh(beyond) / whole);
    x.c[1][i] += (float)(a * cos(at) * sinh(beyond) / whole);
    v.c[0][i] = v.c[1][i] = 0;
  }
}

/* m: the wave's part of the interface, of where the heavy fluid lies. */
static inline double rt_amplitude(const lg_world *w, const rt_case *c) {
  const double area = pow((double)lg_world_spacing(w), 2), whole = 0.5 * (c->light + c->heavy);
  lg_view x = lg_column(w, "position"), m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++)
    if ((double)m.c[0][i] / area > whole) sum -= cos(rt_number() * (double)x.c[0][i]);
  return sum * area * 4 / RT_WAVE;
}

static inline lg_world *rt_world(const rt_case *c) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, (float)(0.5 * RT_WAVE), (float)(2 * RT_DEPTH));
  def.spacing = (float)(RT_WAVE / c->around);
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  const lg_arg *args = c->transfer
                           ? LG_ARGS(lg_num("density", c->light), lg_text("transfer", c->transfer))
                           : LG_ARGS(lg_num("density", c->light));
  assert_true(lg_set_solver(w, c->solver, args));
  rt_fill(w, 0, RT_DEPTH, 0);
  rt_fill(w, RT_DEPTH, 2 * RT_DEPTH,
          lg_add(w, "material.fluid", LG_ARGS(lg_num("density", c->heavy))));
  step(w, 1e-5); /* particles are there */
  rt_bend(w, RT_WAVE / 100);
  return w;
}

/* sigma over the exact one, of acosh(a(t) / a(0)) = sigma t by least squares, while a / a(0) is
   between 1.2 and 4. */
static inline double rt_grow(const rt_case *c) {
  const double k = rt_number(), atwood = (c->heavy - c->light) / (c->heavy + c->light),
               exact = sqrt(atwood * RT_G * k * tanh(k * RT_DEPTH));
  lg_world *w = rt_world(c);
  const double dt = 0.015 / exact, first = rt_amplitude(w, c);
  double sum = 0, squares = 0;
  for (int f = 1; f * dt * exact < 4; f++) {
    step(w, dt);
    const double ratio = rt_amplitude(w, c) / first, t = f * dt;
    if (getenv("LAGUNA_TRACE") && f % 10 == 0)
      print_message("%.3f s: %.3f, exact %.3f\n", t, ratio, cosh(exact * t));
    if (ratio > 4) break;
    if (ratio < 1.2) continue;
    sum += acosh(ratio) * t;
    squares += t * t;
  }
  lg_world_free(w);
  const double found = squares > 0 ? sum / squares : 0;
  print_message("%s, %g under %g kg/m3: %.3f / s, exact %.3f (%+.1f %%)\n",
                c->transfer ? c->transfer : c->solver, c->light, c->heavy, found, exact,
                100 * (found / exact - 1));
  return found / exact;
}

#endif
