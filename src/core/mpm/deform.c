/* deform.c - constitutive models, eight particles at a time. Compiled once per dispatch path.

   F' = (1 + dt C) F is kept as H = F - 1; sigma_k and u_k are the singular values and left axes of
   F (stretch.h). Of each model: what flows, then Kirchhoff's stress tau = J times Cauchy's.

     fluid   J' = det(1 + dt C) J, at most 1: it does not pull; tau = K (J - 1), so that
             p = K (rho / rho0 - 1), K = rho0 c^2; and zeta div v, zeta = DAMPING rho0 c h, against
             sound
     jelly   neo-Hookean: tau = mu (b - 1) + lambda / 2 (J^2 - 1); |b - 1| past MOST_S gives
     snow    Stomakhin et al. 2013: sigma is kept in 1 - theta_c .. 1 + theta_s, the rest is J_P's;
             fixed corotated: tau_k = h (2 mu (sigma_k - 1) sigma_k + lambda (J - 1) J) with
             h = exp(xi (1 - J_P))
     sand    Klar et al. 2016: Hencky strain e_k = ln sigma_k, tau_k = 2 mu e_k + lambda tr e;
             Drucker & Prager's |dev tau| <= -alpha tr tau, by a return that keeps the volume;
             where it is pulled apart e = 0, and what opened must close first (Tampubolon et al.
             2017)
   All: + viscosity (C + C^T).

   dt C is never longer than FASTEST, so that no F turns inside out; max_dt keeps it shorter. */
#include "core/base/world.h"
#include "core/formula/expr_math.h"
#include "core/mpm/mpm.h"
#include "core/mpm/stretch.h"
#include "core/particles/particles.h"

#define FASTEST 0.5f     /* |dt C| */
#define CRUSHED -0.9f    /* J - 1 of a fluid */
#define LOOSEST 1.0f     /* of sand, ln of the volume */
#define HARDEST 4.0f     /* xi (1 - J_P), and minus twice that the softest */
#define LEAST_S -0.9375f /* sigma^2 - 1 of sigma = 1/4 */
#define MOST_S  15.0f    /* and of 4 */

typedef struct job {
  lg_mpm *m;
  const lg_step *s;
} job;

typedef struct eight {    /* particles */
  lg_v8 h[3][3], c[3][3]; /* F - 1; dt C */
  lg_v8 volume;           /* column volume_strain */
  lg_v8 j;                /* J - 1 */
  lg_symmetric tau;       /* Pa */
} eight;

LG_INLINE lg_v8 clamp(lg_v8 x, float low, float high) {
  return lg_v8_min(lg_v8_max(x, lg_v8_all(low)), lg_v8_all(high));
}

/* ---- the models ----------------------------------------------------------------------------- */

LG_INLINE void pull_alike(int dim, eight *e, lg_v8 tau) {
  for (int k = 0; k < 3; k++) {
    e->tau.d[k] = k < dim ? tau : lg_v8_all(0);
    e->tau.o[k] = lg_v8_all(0);
  }
}

LG_INLINE void fluid(int dim, const lg_matter *m, eight *e) {
  const lg_v8 growth = lg_stretch_volume(dim, e->c);
  e->volume = e->j = clamp(e->volume + (1 + e->volume) * growth, CRUSHED, 0);
  pull_alike(dim, e, lg_v8_min(m->lambda * e->volume + m->damper * growth, lg_v8_all(0)));
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) e->h[a][b] = lg_v8_all(0);
}

/* H' = H + dt C (1 + H) */
LG_INLINE void deform(int dim, eight *e) {
  lg_v8 was[3][3];
  memcpy(was, e->h, sizeof was);
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) {
      lg_v8 sum = e->c[a][b];
      for (int k = 0; k < dim; k++) sum += e->c[a][k] * was[k][b];
      e->h[a][b] = was[a][b] + sum;
    }
}

/* |b - 1|, Frobenius' norm: no sigma^2 is more than 1 and that. */
LG_INLINE lg_v8 strain_norm(const lg_symmetric *s) {
  lg_v8 sum = lg_v8_all(0);
  for (int k = 0; k < 3; k++) sum += s->d[k] * s->d[k] + 2 * s->o[k] * s->o[k];
  return lg_v8_sqrt(sum);
}

LG_INLINE void jelly(int dim, const lg_matter *m, eight *e) {
  lg_symmetric s;
  deform(dim, e);
  lg_stretch_of(dim, e->h, &s);

  /* Past its limit it shrinks back onto it. */
  lg_v8 norm = strain_norm(&s);
  lg_v8 keep = lg_v8_sqrt((1 + MOST_S) / (1 + lg_v8_max(norm, lg_v8_all(MOST_S))));
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) e->h[a][b] = keep * e->h[a][b] + (a == b ? keep - 1 : 0 * keep);
  lg_stretch_of(dim, e->h, &s);

  e->j = lg_stretch_volume(dim, e->h);
  pull_alike(dim, e, 0.5f * m->lambda * e->j * (2 + e->j));
  for (int k = 0; k < 3; k++) {
    e->tau.d[k] += m->mu * s.d[k];
    e->tau.o[k] += m->mu * s.o[k];
  }
}

/* h of Stomakhin's equation (9). */
LG_INLINE lg_v8 hardened(const lg_matter *m, lg_v8 volume) {
  lg_v8 x = clamp(-m->hardening * volume, -2 * HARDEST, HARDEST);
  for (int i = 0; i < LG_LANES; i++) x[i] = lg_exp(x[i]);
  return x;
}

/* sigma_k - 1 of the deformed particles, and their axes. */
LG_INLINE void singular_values(int dim, eight *e, lg_v8 value[3], lg_v8 u[3][3]) {
  lg_symmetric s;
  deform(dim, e);
  lg_stretch_of(dim, e->h, &s);
  lg_stretch_axes(dim, &s, u);
  for (int k = 0; k < dim; k++) value[k] = clamp(s.d[k], LEAST_S, MOST_S);
}

LG_INLINE void snow(int dim, const lg_matter *m, eight *e) {
  lg_v8 u[3][3], s[3], change[3], kept[3], tau[3], flows = lg_v8_all(1), j = lg_v8_all(0);
  singular_values(dim, e, s, u);

  /* sigma within its limits; J_P takes up the rest. */
  for (int k = 0; k < dim; k++) {
    lg_v8 stretch = s[k] / (1 + lg_v8_sqrt(1 + s[k]));
    kept[k] = clamp(stretch, -m->squeeze, m->strain);
    change[k] = (kept[k] - stretch) / (1 + stretch);
    flows = flows * ((1 + stretch) / (1 + kept[k]));
    j = j + kept[k] + j * kept[k];
  }
  lg_stretch_change(dim, u, change, e->h);
  e->volume = (1 + e->volume) * flows - 1;
  e->j = j;

  const lg_v8 h = hardened(m, e->volume);
  for (int k = 0; k < dim; k++)
    tau[k] = h * (2 * m->mu * kept[k] * (1 + kept[k]) + m->lambda * j * (1 + j));
  lg_stretch_compose(dim, u, tau, &e->tau);
}

LG_INLINE void sand(int dim, const lg_matter *m, eight *e) {
  const float alpha = m->friction * ((float)dim * m->lambda + 2 * m->mu) / (2 * m->mu);
  const lg_v8 none = lg_v8_all(0);
  lg_v8 u[3][3], s[3], was[3], strain[3], change[3], tau[3], trace = none, norm = none;
  singular_values(dim, e, s, u);

  /* The trial strain, from which what has opened is taken. */
  for (int k = 0; k < dim; k++) {
    was[k] = lg_log_stretch(s[k]);
    strain[k] = was[k] + e->volume * (1 / (float)dim);
    trace += strain[k];
  }
  for (int k = 0; k < dim; k++) {
    s[k] = strain[k] - trace * (1 / (float)dim);
    norm += s[k] * s[k];
  }
  norm = lg_v8_sqrt(norm);

  /* The return: to the cone's tip, or along the deviator to its side (eqs. 25 to 27). */
  const lg_m8 open = trace >= none;
  const lg_v8 out = lg_v8_max(norm + alpha * trace, none), part = out / (norm + FLT_MIN);
  lg_v8 left = none;
  for (int k = 0; k < dim; k++) {
    strain[k] = lg_v8_select(open, none, strain[k] - part * s[k]);
    change[k] = lg_exp_less_one(clamp(strain[k] - was[k], -3, 3));
    left += strain[k];
  }
  e->volume = lg_v8_select(open, lg_v8_min(trace, lg_v8_all(LOOSEST)), none);
  lg_stretch_change(dim, u, change, e->h);
  e->j = lg_exp_less_one(clamp(left, -3, 3));

  for (int k = 0; k < dim; k++) tau[k] = 2 * m->mu * strain[k] + m->lambda * left;
  lg_stretch_compose(dim, u, tau, &e->tau);
}

/* ---- eight particles ------------------------------------------------------------------------ */

LG_INLINE void load(int dim, const job *j, size_t i, eight *e) {
  const lg_mpm *m = j->m;
  lg_v8 norm = lg_v8_all(0);
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) {
      e->h[a][b] = lg_v8_load(m->deform[a * dim + b] + i);
      e->c[a][b] = j->s->dt * lg_v8_load(m->affine[a * dim + b] + i);
      norm += e->c[a][b] * e->c[a][b];
    }
  e->volume = lg_v8_load(m->volume + i);

  /* The guard against inversion. */
  const lg_v8 bound = FASTEST / lg_v8_max(lg_v8_sqrt(norm), lg_v8_all(FASTEST));
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) e->c[a][b] = bound * e->c[a][b];
}

LG_INLINE void respond(int dim, const lg_matter *m, float dt, eight *e) {
  switch (m->model) {
    case LG_MODEL_FLUID: fluid(dim, m, e); break;
    case LG_MODEL_JELLY: jelly(dim, m, e); break;
    case LG_MODEL_SNOW: snow(dim, m, e); break;
    case LG_MODEL_SAND: sand(dim, m, e); break;
  }

  const float viscosity = m->viscosity / dt;
  for (int a = 0; a < dim && viscosity > 0; a++)
    for (int b = a; b < dim; b++)
      *lg_symmetric_at(&e->tau, a, b) += viscosity * (e->c[a][b] + e->c[b][a]);
}

/* Lanes of `of` where the mask is set. */
LG_INLINE void take(int dim, lg_m8 mask, const eight *of, eight *e) {
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) e->h[a][b] = lg_v8_select(mask, of->h[a][b], e->h[a][b]);
  e->volume = lg_v8_select(mask, of->volume, e->volume);
  e->j = lg_v8_select(mask, of->j, e->j);
  for (int k = 0; k < 3; k++) {
    e->tau.d[k] = lg_v8_select(mask, of->tau.d[k], e->tau.d[k]);
    e->tau.o[k] = lg_v8_select(mask, of->tau.o[k], e->tau.o[k]);
  }
}

LG_INLINE void put(float *to, lg_v8 what, int n) {
  memcpy(to, &what, (size_t)lg_mini(n, LG_LANES) * sizeof(float));
}

LG_INLINE void store(int dim, const job *j, size_t i, int n, const eight *e) {
  const lg_mpm *m = j->m;
  lg_v8 sum = lg_v8_all(0);

  /* the part of the deformation, and the stress */
  for (int a = 0; a < dim; a++) {
    for (int b = 0; b < dim; b++) put(m->deform[a * dim + b] + i, e->h[a][b], n);
    put(m->normal[a] + i, e->tau.d[a], n);
    sum += e->tau.d[a];
  }

  put(m->shear[0] + i, e->tau.o[dim == 3 ? 0 : 2], n);
  if (dim == 3) put(m->shear[1] + i, e->tau.o[1], n);
  if (dim == 3) put(m->shear[2] + i, e->tau.o[2], n);

  put(m->volume + i, e->volume, n);
  put(m->pressure + i, sum / (-(float)dim * (1 + e->j)), n);
}

/* Particles i .. i + n - 1 of up to eight, material by material: mostly they are of one. */
LG_INLINE void deform_eight(int dim, const job *j, size_t i, int n) {
  const int32_t *number = j->s->particles->material + i;
  eight before = {.volume = {0}}, out = before;
  lg_m8 done = {0};
  load(dim, j, i, &before);

  /* each material among the eight once, and its answer where it is */
  for (int first = 0; first < n; first++) {
    if (done[first]) continue;
    lg_m8 mine = {0};
    eight e = before;
    for (int k = 0; k < n; k++) mine[k] = number[k] == number[first] ? -1 : 0;
    respond(dim, &j->m->matter[number[first]], j->s->dt, &e);
    if (first == 0) out = e;
    else take(dim, mine, &e, &out);
    done |= mine;
  }

  store(dim, j, i, n, &out);
}

static void deform_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i += LG_LANES) {
    const int n = end - i < LG_LANES ? (int)(end - i) : LG_LANES;
    if (j->s->dim == 2) deform_eight(2, j, i, n);
    else deform_eight(3, j, i, n);
  }
}

void lg_mpm_deform(lg_mpm *m, const lg_step *s) {
  lg_par_for(s->threads, s->n, deform_block, &(job){.m = m, .s = s});
}

/* ---- how fast waves are --------------------------------------------------------------------- */

/* c^2 of waves along the most stretched axis, m2/s2. */
LG_INLINE lg_v8 wave2(int dim, const lg_matter *m, eight *e) {
  const lg_v8 rest = lg_v8_all((2 * m->mu + m->lambda) / m->density);
  lg_symmetric s;
  if (m->model == LG_MODEL_SNOW) return rest * hardened(m, e->volume);
  if (m->model != LG_MODEL_JELLY) return rest;
  lg_stretch_of(dim, e->h, &s);
  lg_v8 j = 1 + lg_stretch_volume(dim, e->h);
  return rest * lg_v8_max(1 + strain_norm(&s), j * j);
}

LG_INLINE float fastest(int dim, const job *j, size_t begin, size_t end) {
  const lg_particles *p = j->s->particles;
  float most = 0;
  for (size_t i = begin; i < end; i += LG_LANES) {
    const int n = end - i < LG_LANES ? (int)(end - i) : LG_LANES;
    eight e;
    lg_v8 wave = lg_v8_all(0), v2 = lg_v8_all(0);
    load(dim, j, i, &e);
    for (int k = 0; k < dim; k++) v2 += lg_v8_load(p->v[k] + i) * lg_v8_load(p->v[k] + i);

    /* One material after the other. */
    for (int first = 0; first < n; first++) {
      if (first > 0 && p->material[i + (size_t)first] == p->material[i + (size_t)first - 1])
        continue;
      wave = lg_v8_max(wave2(dim, &j->m->matter[p->material[i + (size_t)first]], &e), wave);
    }
    const lg_v8 sum = lg_v8_sqrt(v2) + lg_v8_sqrt(wave);
    for (int k = 0; k < n; k++) most = lg_maxf(sum[k], most);
  }
  return most;
}

static lg_tally fastest_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  float most = j->s->dim == 2 ? fastest(2, j, begin, end) : fastest(3, j, begin, end);
  return (lg_tally){.most = most};
}

double lg_mpm_fastest(lg_mpm *m, const lg_step *s) {
  return (double)lg_par_tally(s->threads, s->n, fastest_block, &(job){.m = m, .s = s}, m->partial)
      .most;
}
