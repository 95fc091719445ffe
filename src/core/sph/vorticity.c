/* vorticity.c - vorticity confinement of forces.h. In 2-D the vorticity is along z. Compiled once
   per dispatch path. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/base/vec.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  float strength; /* m/s */
} job;

/* of |v| |omega|: dam breaks are no faster than without confinement; at 0.3 pbf's and pcisph's
   reach 500 m/s */
#define LAMB 0.1f

/* Packs a = {x, m}, b = {v, density} -> c = {omega, V |omega|}. And the largest |v|^2 of the block.
   */
LG_INLINE void curl_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->sph->a, *b = s->sph->b;
  float fastest = 0;
  for (size_t i = begin; i < end; i++) {
    const lg_v4 me = a[i], my = b[i];
    lg_v8 wx = lg_v8_all(0), wy = wx, wz = wx;
    LG_EACH_NEIGHBOR (s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, a, i, at), v = lg_pairs_of(dim, b, i, at);
      lg_v8 g = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse) *
                (x.w / lg_v8_max(v.w, lg_v8_all(FLT_MIN)));
      /* x_ij x (v_j - v_i) */
      wz += g * (x.d[1] * v.d[0] - x.d[0] * v.d[1]);
      if (dim == 2) continue;
      wx += g * (x.d[2] * v.d[1] - x.d[1] * v.d[2]);
      wy += g * (x.d[0] * v.d[2] - x.d[2] * v.d[0]);
    }
    float w[3] = {lg_v8_sum(wx), lg_v8_sum(wy), lg_v8_sum(wz)}, f0 = j->kernel->f0;
    s->sph->c[i] = (lg_v4){f0 * w[0], f0 * w[1], f0 * w[2], f0 * lg_length(w) * me[3] / my[3]};
    fastest = lg_maxf(my[0] * my[0] + my[1] * my[1] + my[2] * my[2], fastest);
  }
  s->sph->most[begin / LG_BLOCK] = fastest;
}

LG_INLINE void confine_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->sph->a, *c = s->sph->c;
  for (size_t i = begin; i < end; i++) {
    lg_v8 sum[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
    LG_EACH_NEIGHBOR (s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, a, i, at), curl = lg_pairs_of(dim, c, i, at);
      lg_pairs_add(dim, sum, lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse) * curl.w, &x);
    }
    float eta[3] = {lg_v8_sum(sum[0]), lg_v8_sum(sum[1]), dim == 3 ? lg_v8_sum(sum[2]) : 0},
          length = lg_length(eta), out[3];
    const float omega[3] = {c[i][0], c[i][1], c[i][2]};
    if (!(length > FLT_MIN)) continue;
    lg_cross(eta, omega, out);
    /* f0 > 0 cancels */
    for (int k = 0; k < dim; k++) s->particles->a[k][i] += j->strength * out[k] / length;
  }
}

static void curl_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, curl_rows, j, begin, end)
}

static void confine_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, confine_rows, j, begin, end)
}

void lg_sph_vorticity(lg_step *s, const lg_kernel *k, const lg_fluid *fluid) {
  job j = {.s = s, .kernel = k};
  lg_par_for(s->threads, s->n, curl_block, &j);
  j.strength = lg_minf(fluid->vorticity, LAMB * sqrtf(lg_sph_most(s)));
  lg_sph_follow(s, s->sph->c, false);
  lg_par_for(s->threads, s->n, confine_block, &j);
}
