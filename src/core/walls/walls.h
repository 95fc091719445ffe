/* walls.h - what walls are in a particle's neighbourhood, from signed distances, so that no
   boundary particles are needed.

   fraction(x) = integral of W(x - x') over all that is solid (edges of type wall, colliders), as a
                 lattice of fluid reads it (half_space.h), the wall's volume fraction: 0 far away,
                 about 1/2 on a flat wall, 1 deep inside. W is normalised to integral 1, also where
                 the solver calibrates its own
   grad(x)     = its gradient: what a mirrored pressure pushes along
   weight(x)   = integral of gravity . (x' - x) grad W(x - x') over the same: what fluid at rest in
                 the place of the wall would add to it, because its pressure is
                 p + rho gravity . (x' - x)

   Edges: half-spaces (half_space.h) and products in corners. Colliders: volume maps, the kernel
   integrated over the signed distance on a cached grid in the collider's own frame (Koschier &
   Bender 2017, "Density maps"; Bender et al. 2019, "Volume maps"; volume_map.h). Where
   several meet: meeting.h.

   Walls that do not slip hold the fluid by its viscosity: the wall's fluid moves as if the flow
   went on through the face linearly, v_i - v(x') = (v_i - v_w) z / d with z the depth of x' below
   the particle (Morris, Fox & Zhu 1997), so that Morris's operator over it, 2 mu V_i integral of F
   (v_i - v(x')), is 2 mu V_i (v_i - v_w) / d times the integral of z F, which is dL/dd
   (no_slip.c). */
#ifndef LG_CORE_WALLS_H
#define LG_CORE_WALLS_H

#include "core/walls/half_space.h"

typedef struct lg_volume_map lg_volume_map; /* of one collider's shape: volume_map.h */
typedef struct lg_placed_map lg_placed_map; /* a collider where it stands now: volume_map.h */

typedef struct lg_walls {
  lg_half_space table;
  bool ready;            /* table is of the kernel and spacing in use */
  lg_volume_map *map;    /* one per slot of an object; empty where that is no collider */
  lg_placed_map *placed; /* LG_IMAGES + 1 as many, filled by lg_walls_sample */
  int maps;              /* slots there is room for */
  int placed_now;        /* colliders that lg_walls_sample found */
  float *fraction;       /* per particle */
  bool *meets;           /* per particle: a collider and other solids are there */
  float *grad[3];        /* per particle, 1/m; grad[2] and weight[2] are NULL in 2-D */
  float *weight[3];      /* per particle, m/s2 */
  bool thick;            /* what is behind thin walls counts, as lg_walls_sample was asked */
  /* m/s2: of the world, but for periodic axes, along which no fluid rests */
  float gravity[3];
  bool has_no_slip; /* a wall does not slip; else no_slip is not of now */
  /* in this sub-step viscosity holds the fluid there (no_slip), so that contacts leave its slide
     alone */
  bool viscous;
  /* per particle: with b = sum |dL/dd| / d, {b v_w (1/(m s)), b (1/m2)} */
  lg_v4 *no_slip;
} lg_walls;

/* what one wall or all of them are at a point */
typedef struct lg_wall_sum {
  float fraction, grad[3], weight[3];
} lg_wall_sum;
/* what is behind one that is thinner than the support, and no wall */
typedef struct lg_wall_back {
  float fraction, grad[3];
} lg_wall_back;

/* Along axis k, what walls do to particle i against a pressure: N, where push (N m) is of the
   mirrored pressure and carried (kg) is the fluid whose weight the wall bears. To be subtracted. */
LG_INLINE float lg_walls_push(const lg_walls *w, size_t i, int k, float push, float carried) {
  return push * w->grad[k][i] + carried * w->weight[k][i];
}

/* Of Morris's operator for viscosity, sum_j 2 mu V_j F_ij v_ij: of pairs and of walls. */
#define LG_MORRIS 2.0f

/* Adds to a, the acceleration of particle i but for pressure, what walls that do not slip do to its
   velocity v: taken at the end of the sub-step, a' = 2 nu (b v_w - b (v + dt a')) + a, so that no
   dt is too long for it. nu: m2/s, kinematic viscosity. */
LG_INLINE void lg_walls_no_slip(const lg_walls *w, size_t i, int dim, float nu, float dt,
                                const float v[3], float a[3]) {
  const lg_v4 hold = w->no_slip[i];
  const float through = LG_MORRIS * nu, rate = through * hold[3];
  for (int k = 0; k < dim; k++)
    a[k] += (through * hold[k] - rate * (v[k] + dt * a[k])) / (1 + dt * rate);
}

void lg_walls_free(lg_world *w);
/* Table and maps for this kernel; does nothing if they are there already. False: no memory. */
bool lg_walls_prepare(lg_world *w, const lg_kernel *k);
/* fraction, grad and weight of every particle at its present position. thick: what is behind walls
   that are thinner than the support counts as solid (thin_walls.c); whoever asks for that takes
   pairs across them out of the lists (lg_walls_hide_pairs). False: no memory. */
bool lg_walls_sample(lg_world *w, bool thick);
/* After lg_walls_sample and the neighbours' lists: of two particles with a thin wall between them
   neither is in the other's list any more. */
void lg_walls_hide_pairs(lg_world *w);
/* What one collider, one of those sampled, is to particle i at x: its fraction, and its parts of
   the gradient and the weight of all. False: nothing. */
bool lg_walls_part(const lg_world *w, const lg_placed_map *placed, size_t i, const float x[3],
                   lg_wall_sum *out);
/* Fraction and gradient at one point: what lg_walls_sample would find there, thin walls as they
   are. */
void lg_walls_at(const lg_world *w, const float x[3], float *fraction, float grad[3]);
/* The same at n points x[axis][i] (in 2-D x[2] is read, too), and the weight. */
void lg_walls_at_points(const lg_world *w, int n, const float *const x[3], lg_wall_sum *out);
/* What one collider is at a point, alone; thick: with what is behind it, but for bodies, which stay
   as thin as they are; else that is left in `back`. False: nothing. */
bool lg_walls_collider(const lg_world *w, const lg_placed_map *placed, const float x[3], bool thick,
                       lg_wall_sum *out, lg_wall_back *back);
/* How firmly a solid that does not slip holds a particle, 1/m2: its part of no_slip[3]. part: of
   lg_walls_part. */
float lg_walls_no_slip_rate(const lg_world *w, const lg_wall_sum *part);
/* Whether a wall does not slip, and then no_slip of every particle: the last part of
   lg_walls_sample (no_slip.c). False: no memory. */
bool lg_walls_sample_no_slip(lg_world *w);

#endif
