/* walls.h - the walls' share of a particle's neighbourhood, from signed distances, so that no
   boundary particles are needed.

   share(x) = integral of W(x - x') over all that is solid (edges of type wall, colliders): 0 far
   away, about 1/2 on a
              flat wall, 1 deep inside. W is normalised to integral 1, also where the solver
              calibrates its own
   grad(x)  = gradient of the share: what a mirrored pressure pushes along
   lift(x)  = integral of gravity . (x' - x) grad W(x - x') over the same: what fluid at rest in the
            place of the wall would
              add to it, because its pressure is p + rho gravity . (x' - x)

   Edges: half-space tables and products in corners. Colliders: the kernel integrated over the
   signed distance on a cached grid in the collider's own frame (Koschier & Bender 2017, Bender et
   al. 2019; volume_map.h). All integrals are taken over the wall moved outward by `shift`, solved
   so that a lattice whose first layer is spacing / 2 from a flat wall reads rest density there.

   Walls that do not slip hold the fluid by its viscosity: the wall's fluid moves as if the flow
   went on through the face linearly, v_i - v(x') = (v_i - v_w) z / d with z the depth of x' below
   the particle (Morris, Fox & Zhu 1997), so that Morris's operator over it, 2 mu V_i integral of F
   (v_i - v(x')), is 2 mu V_i (v_i - v_w) / d times the integral of z F, which is dI/dd. */
#ifndef LG_CORE_WALLS_H
#define LG_CORE_WALLS_H

#include "core/base/kernel.h"

#define LG_WALL_TABLE 512

/* of a half-space at signed distance d in [-R, R] of its surface */
typedef struct lg_wall_table {
  lg_kernel kernel;
  float spacing;
  float shift;                    /* m */
  float share[LG_WALL_TABLE + 2]; /* I(d) */
  float slope[LG_WALL_TABLE + 2]; /* dI/dd, 1/m (<= 0) */
} lg_wall_table;

typedef struct lg_volume_map lg_volume_map; /* of one collider's shape: map.h */
typedef struct lg_placed_map lg_placed_map; /* a collider where it stands now: map.h */

typedef struct lg_walls {
  lg_wall_table table;
  bool ready;            /* table is of the kernel and spacing in use */
  lg_volume_map *map;    /* one per slot of an object; empty where that is no collider */
  lg_placed_map *placed; /* room for as many, filled by lg_walls_sample */
  int maps, places;      /* room of both */
  int placed_now;        /* colliders that lg_walls_sample found */
  size_t capacity;       /* particles */
  float *share;          /* per particle */
  float *grad[3];        /* per particle, 1/m; grad[2] and lift[2] are NULL in 2-D */
  float *lift[3];        /* per particle, m/s2 */
  /* m/s2: of the world, but for periodic axes, along which no fluid rests */
  float gravity[3];
  bool has_no_slip; /* a wall does not slip; else no_slip is not of now */
  /* per particle: with b = sum |dI/dd| / d, {b v_w (1/(m s)), b (1/m2)} */
  lg_v4 *no_slip;
} lg_walls;

/* Where a distance d of a flat wall stands in the table, in its entries; the shift is added here.
   */
LG_INLINE float lg_wall_entry(const lg_wall_table *t, float d) {
  return ((d + t->shift) * t->kernel.inverse + 1.0f) * (0.5f * LG_WALL_TABLE);
}

/* Whether a flat wall is felt at distance d: if not, its share and slope are 0. */
LG_INLINE bool lg_wall_near(const lg_wall_table *t, float d) {
  return lg_wall_entry(t, d) < LG_WALL_TABLE;
}

/* Share of a flat wall at distance d and its derivative by d. */
LG_INLINE void lg_wall_look(const lg_wall_table *t, float d, float *share, float *slope) {
  float p = lg_clampf(lg_wall_entry(t, d), 0, LG_WALL_TABLE);
  int i = (int)p;
  float u = p - (float)i;
  *share = t->share[i] + u * (t->share[i + 1] - t->share[i]);
  *slope = t->slope[i] + u * (t->slope[i + 1] - t->slope[i]);
}

/* Adds to a, the acceleration of particle i but for pressure, what walls that do not slip do to its
   velocity v: taken at the end of the sub-step, a' = 2 nu (b v_w - b (v + dt a')) + a, so that no
   dt is too long for it. nu: m2/s, kinematic viscosity. */
LG_INLINE void lg_walls_no_slip(const lg_walls *w, size_t i, int dim, float nu, float dt,
                                const float v[3], float a[3]) {
  const lg_v4 hold = w->no_slip[i];
  float rate = 2 * nu * hold[3];
  for (int k = 0; k < dim; k++)
    a[k] += (2 * nu * hold[k] - rate * (v[k] + dt * a[k])) / (1 + dt * rate);
}

/* The table alone; k may be calibrated or not. */
void lg_wall_table_make(lg_wall_table *t, const lg_kernel *k, float spacing);

void lg_walls_free(lg_world *w);
/* Tables and maps for this kernel; does nothing if they are there already. False: no memory. */
bool lg_walls_prepare(lg_world *w, const lg_kernel *k);
/* share, grad and lift of every particle at its present position. False: no memory. */
bool lg_walls_sample(lg_world *w);
/* share and grad at one point, for tests and measures. */
void lg_walls_at(const lg_world *w, const float x[3], float *share, float grad[3]);
/* What one collider does at a point, felt alone; false: nothing. */
bool lg_walls_feel(const lg_world *w, const lg_placed_map *placed, const float x[3], float *share,
                   float grad[3], float lift[3]);
/* How firmly a collider that does not slip holds a particle at x, 1/m2: its part of hold[3]. free:
   1 - the share of all solids. */
float lg_walls_no_slip_rate(const lg_world *w, const lg_placed_map *placed, const float x[3],
                            float free);
/* The shifted distance at which a flat wall has this share. */
float lg_wall_flat_distance(const lg_wall_table *t, float share);
/* Whether a wall sticks, and then hold of every particle: the last part of lg_walls_sample
   (no_slip.c). placed: colliders of it. False: no memory. */
bool lg_walls_sample_no_slip(lg_world *w, int placed);

#endif
