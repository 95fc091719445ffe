/* pressure.h - density, the force of a given pressure, walls included, and the iteration that finds
   the pressure: shared by the solvers that iterate.

   particles  F_i = -sum_j (push_i + push_j) grad W_ij,   push = V0^2 p, V0 = spacing^dim
                                                          (conserves momentum)
   walls      F_i = -(push_i + push~) / V0 grad s - lift, push~: of the fluid around, smoothed and
              felt at the height of i
              (Adami, Hu & Adams 2012, eq. 27): a wall that answers with the particle's own pressure
              feeds its noise back and never comes to rest. lift: the weight of what the wall stands
              for (walls.h); it grows from 0 to its full value over the first spacing of depth, so
              that a lone drop on a wall carries none.

   iteration  p' = max(0, y + g e(y) - w smoothing (y - y~)),    y = p' + m (p' - p)
              e: what is too much of the density when pressure y acts; g: relaxed Jacobi's gain; m:
              Nesterov's momentum k / (k + 3) <= 0.95 since the last restart (O'Donoghue & Candes
              2015: by gradient; also by an error that grew by 2 %: walls make the problem
              unsymmetric, and much momentum feeds what turns in it). Jacobi alone needs about
              (layers of fluid)^2 iterations, this needs about as many as there are layers.
              smoothing: the lattice's own zigzag of pressure changes no density, so nothing else
              holds it; y~ as push~. */
#ifndef LG_CORE_SPH_PRESSURE_H
#define LG_CORE_SPH_PRESSURE_H

#include "core/sph/sph.h"

/* density = m_i (sum W_ij + s_i / V0) of every particle, kg/m3, and the stats' density errors. Pack
   a = {x, m} after it. */
LG_HOT(void, lg_sph_density, lg_step *s, const lg_kernel *k, float *density);

/* out = how much heavier than the default particle's mass that is which a pressure at i sets in
   motion, for worlds with several materials: the harmonic mean of the neighbours' masses by |grad
   W|^2, at most its own. Pack a = {x, m}. */
LG_HOT(void, lg_sph_inertia, lg_step *s, const lg_kernel *k, float *out);

/* Whether the fluid fills all there is: no particle misses some of what should be about it. The
   mean density is then what it is, and a pressure that is asked to change it grows without end, so
   the searches look at what differs from the mean, and begin with half the last pressure (Bender &
   Koschier 2015), or its level, which nothing holds, would drift upwards. */
LG_HOT(bool, lg_sph_closed, lg_step *s, const lg_kernel *k, float *density); /* pack a = {x, *} */
/* of all particles; sph.partial is overwritten */
LG_HOT(float, lg_sph_mean, lg_step *s, const float *value);

typedef struct lg_sph_search {
  float *p;         /* Pa; per particle */
  float *ahead;     /* Pa: y */
  float smoothing;  /* 0..0.3 */
  float relaxation; /* w: below 1 over the lattice's stiffness, or momentum would be unstable */
  float tension;    /* a pressure below 0 is multiplied by it: 0, none pulls */
  float momentum;   /* m */
  int64_t since;    /* k */
  double least;     /* mean error since the last restart */
} lg_sph_search;

/* ahead = p; momentum 0. */
LG_HOT(void, lg_sph_search_begin, lg_step *s, lg_sph_search *search);
/* Pack a = {x, *} and the pressures ahead -> pack a = {x, push}, pack b = {acceleration, push~},
   m/s2. carries: the pressure carries the fluid's weight (else it only corrects a velocity, and
   nothing of gravity is in it). */
LG_HOT(void, lg_sph_press, lg_step *s, const lg_kernel *k, const lg_sph_search *search,
       bool carries);
/* Adds to column `acceleration` what a pressure of before (Pa, per particle) makes the walls carry:
   the part of lg_sph_press that is gravity's alone, for solvers whose iterations only know
   increments of pressure. Pack a = {x, *} is overwritten. */
LG_HOT(void, lg_sph_carry, lg_step *s, const lg_kernel *k, const float *pressure);
/* With the blocks' errors in sph.partial and their turns in sph.most: sets the momentum, returns
   the mean error. */
LG_HOT(double, lg_sph_search_next, lg_step *s, lg_sph_search *search);
/* PCISPH's factor between pressure and density error, m2/s2 (Solenthaler & Pajarola 2009, eq. 8,
   with one kernel for all and a full neighbourhood, of which walls are a part): 1 / (2 (V0 dt)^2
   sum |grad W|^2). */
LG_HOT(double, lg_sph_delta, const lg_kernel *k, double spacing, double dt);
/* v += dt b: takes the pressure's acceleration over, and bodies the impulse of the last
   lg_sph_press. */
LG_HOT(void, lg_sph_gain, lg_step *s);

/* One particle's new pressure; returns what is wrong with its density, where pressure can do
   something about it. around: Pa, y~; turn: adds to the block's sum that says whether momentum
   leads astray. */
LG_INLINE float lg_sph_improve(const lg_sph_search *t, size_t i, float gain, float e, float around,
                               float *turn) {
  float y = t->ahead[i], before = t->p[i];
  float p = y + gain * e - t->relaxation * t->smoothing * (y - around), wrong;
  p = p < 0 ? t->tension * p : p;
  wrong = fabsf(p - y) / gain;
  *turn += (y - p) * (p - before) / gain;
  y = p + t->momentum * (p - before);
  t->ahead[i] = y < 0 ? t->tension * y : y;
  t->p[i] = p;
  return wrong;
}

#endif
