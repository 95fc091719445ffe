/* vorticity.c - vorticity confinement of forces.h. In 2-D the vorticity is along z. Compiled once
   per dispatch path. */
#include "core/base/vec.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "laguna_solver.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_v4 *positions, *velocities; /* {x, m}, {v, density} */
  lg_v4 *curls;                        /* {omega, V |omega|} */
  float strength;                      /* m/s */
} job;

/* of |v| |omega|: dam breaks are no faster than without confinement; at 0.3 pbf's and pcisph's
   reach 500 m/s */
#define LAMB 0.1f

/* omega_i = sum_j V_j grad W_ij x (v_j - v_i) (Macklin & Mueller 2013, eq. 15), and the largest
   |v|^2. */
LG_INLINE void curl_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                         lg_tally *fastest2) {
  for (size_t i = begin; i < end; i++) {
    const lg_v4 mine = j->velocities[i];
    lg_v8 wx = lg_v8_all(0), wy = wx, wz = wx;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at),
               v = lg_pairs_of(dim, j->velocities, i, at);
      lg_v8 g = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse) *
                (x.w / lg_v8_max(v.w, lg_v8_all(FLT_MIN)));
      /* x_ij x (v_j - v_i) */
      wz += g * (x.d[1] * v.d[0] - x.d[0] * v.d[1]);
      if (dim == 2) continue;
      wx += g * (x.d[2] * v.d[1] - x.d[1] * v.d[2]);
      wy += g * (x.d[0] * v.d[2] - x.d[2] * v.d[0]);
    }

    const float w[3] = {lg_v8_sum(wx), lg_v8_sum(wy), lg_v8_sum(wz)}, f0 = j->kernel->f0,
                mass = j->positions[i][3], density = mine[3];
    j->curls[i] = (lg_v4){f0 * w[0], f0 * w[1], f0 * w[2], f0 * lg_length(w) * mass / density};
    fastest2->most =
        lg_maxf(mine[0] * mine[0] + mine[1] * mine[1] + mine[2] * mine[2], fastest2->most);
  }
}

/* eta = sum_j V_j |omega_j| grad W_ij, a += strength eta / |eta| x omega_i (eq. 16). */
LG_INLINE void confine_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    lg_v8 sum[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at), curl = lg_pairs_of(dim, j->curls, i, at);
      lg_pairs_add(dim, sum, lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse) * curl.w, &x);
    }

    float eta[3] = {lg_v8_sum(sum[0]), lg_v8_sum(sum[1]), dim == 3 ? lg_v8_sum(sum[2]) : 0},
          length = lg_length(eta), out[3];
    const float omega[3] = {j->curls[i][0], j->curls[i][1], j->curls[i][2]};
    if (!(length > FLT_MIN)) continue;
    lg_cross(eta, omega, out);
    /* f0 > 0 cancels */
    for (int k = 0; k < dim; k++) j->s->particles->a[k][i] += j->strength * out[k] / length;
  }
}

static lg_tally curl_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally fastest2 = {0};
  LG_SPECIALISE(j->s->dim, j->kernel->type, curl_rows, j, begin, end, &fastest2)
  return fastest2;
}

static void confine_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, confine_rows, j, begin, end)
}

void lg_sph_vorticity(lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
                      const lg_v4 *positions, const lg_v4 *velocities, lg_v4 *curls) {
  job j = {s, kernel, positions, velocities, curls, 0};
  float fastest2 = lg_sph_tally(s, curl_block, &j).most;
  lg_sph_update_ghosts(s, curls, false);
  j.strength = lg_minf(fluid->vorticity, LAMB * sqrtf(fastest2));
  lg_par_for(s->threads, s->n, confine_block, &j);
}
