/* arrangement.c - see arrangement.h. Compiled once per dispatch path. */
#include "core/sph/arrangement.h"

#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

/* 1 / spacings: of V0 c, which is 1/3 at a surface, and noise inside */
#define EDGE   0.2f
/* of rho / rho0: all of it from TIGHT on */
#define LOOSE  0.95f
#define TIGHT  0.98f
#define UNLIKE 0.2f /* of M - 1: more is no disorder, but what solids leave of a lattice */
#define HIDDEN 0.9f /* of walls' fraction: hardly any fluid is seen */

/* ---- room ----------------------------------------------------------------------------------- */

LG_INLINE int matrix_entries(int dim) { return dim * (dim + 1) / 2; }

size_t lg_arrangement_bytes(const lg_step *s) {
  return (size_t)(matrix_entries(s->dim) + s->dim) * s->n * sizeof(float);
}

void *lg_arrangement_place(lg_arrangement *a, lg_step *s, float moment, lg_v4 *lean, void *room) {
  float *next = room;
  *a = (lg_arrangement){.s = s, .moment = moment, .lean = lean};
  for (int k = 0; k < matrix_entries(s->dim); k++, next += s->n) a->turn[k] = next;
  for (int k = 0; k < s->dim; k++, next += s->n) a->ease[k] = next;
  return next;
}

/* ---- symmetric matrices --------------------------------------------------------------------- */

/* of two that share their axes, so that it is symmetric, too */
LG_INLINE void product(int dim, const float a[LG_MOMENTS], const float b[LG_MOMENTS],
                       float ab[LG_MOMENTS]) {
  for (int k = 0; k < dim; k++)
    for (int c = 0; c <= k; c++) {
      float sum = 0;
      for (int e = 0; e < dim; e++) sum += a[lg_moment_at(k, e)] * b[lg_moment_at(e, c)];
      ab[lg_moment_at(k, c)] = sum;
    }
}

/* 1 / m, by cofactors */
LG_INLINE void inverse_of(int dim, const float m[LG_MOMENTS], float inverse[LG_MOMENTS]) {
  const float xx = m[0], xy = m[1], yy = m[2], xz = dim == 3 ? m[3] : 0, yz = dim == 3 ? m[4] : 0,
              zz = dim == 3 ? m[5] : 1;
  const float cofactor[LG_MOMENTS] = {yy * zz - yz * yz, xz * yz - xy * zz, xx * zz - xz * xz,
                                      xy * yz - xz * yy, xy * xz - xx * yz, xx * yy - xy * xy};
  const float determinant = xz * cofactor[3] + yz * cofactor[4] + zz * cofactor[5];
  for (int k = 0; k < matrix_entries(dim); k++) inverse[k] = cofactor[k] / determinant;
}

/* ---- what is found -------------------------------------------------------------------------- */

/* M along a wall whose normal is n, over what a lattice has there beside a fraction s of it, 1 - s;
   1 across it. */
LG_INLINE void along_wall(int dim, const float m[LG_MOMENTS], const float n[3], float s,
                          float along[LG_MOMENTS]) {
  float mn[3] = {0, 0, 0}, nmn = 0;
  for (int k = 0; k < dim; k++) {
    for (int c = 0; c < dim; c++) mn[k] += m[lg_moment_at(k, c)] * n[c];
    nmn += mn[k] * n[k];
  }

  /* (1 - nn) M (1 - nn) / (1 - s) + nn */
  for (int k = 0; k < dim; k++)
    for (int c = 0; c <= k; c++) {
      const float nn = n[k] * n[c];
      float *to = &along[lg_moment_at(k, c)];
      *to = (m[lg_moment_at(k, c)] - n[k] * mn[c] - mn[k] * n[c] + nmn * nn) / (1 - s) + nn;
    }
}

/* 1 / M - 1, times share; across walls 0. Of an eigenvalue l of M that is e = (1 - l) / UNLIKE away
   from 1: (1 - l) / (l + e^4), which is next to nothing where l is 0, too. */
LG_INLINE void turn_of(int dim, const float m[LG_MOMENTS], const float n[3], float s, float share,
                       float turn[LG_MOMENTS]) {
  float along[LG_MOMENTS], off[LG_MOMENTS], off2[LG_MOMENTS], below[LG_MOMENTS];
  for (int k = 0; k < matrix_entries(dim); k++) turn[k] = 0;
  if (s > HIDDEN || !(share > 0)) return;
  along_wall(dim, m, n, s, along);

  /* e, e^2, and l + e^4 */
  for (int k = 0; k < matrix_entries(dim); k++) off[k] = -along[k] / UNLIKE;
  for (int k = 0; k < dim; k++) off[lg_moment_at(k, k)] += 1 / UNLIKE;
  product(dim, off, off, off2);
  product(dim, off2, off2, below);
  for (int k = 0; k < matrix_entries(dim); k++) below[k] += along[k];

  /* (1 - l) / (l + e^4) */
  float inverse[LG_MOMENTS];
  inverse_of(dim, below, inverse);
  product(dim, off, inverse, turn);
  for (int k = 0; k < matrix_entries(dim); k++) turn[k] *= share * UNLIKE;
}

typedef struct job {
  const lg_arrangement *a;
  const lg_kernel *kernel;
  const lg_v4 *positions;
  const float *density;
  float v0; /* spacing^dim */
  int axis; /* of a momentum */
} job;

/* c and M of particle i, of its neighbours; M over V0. */
LG_INLINE void sums_of(int dim, lg_kernel_type type, const job *j, size_t i, float gradient[3],
                       float moment[LG_MOMENTS]) {
  lg_v8 sum[3], moments[LG_MOMENTS];
  for (int k = 0; k < dim; k++) sum[k] = lg_v8_all(0);
  for (int k = 0; k < matrix_entries(dim); k++) moments[k] = lg_v8_all(0);
  LG_EACH_NEIGHBOR(j->a->s->neighbors, i, at) {
    const lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
    const lg_v8 slope = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse);
    for (int k = 0; k < dim; k++) {
      const lg_v8 along = slope * x.d[k];
      sum[k] += along;
      for (int c = 0; c <= k; c++) moments[lg_moment_at(k, c)] -= along * x.d[c];
    }
  }

  for (int k = 0; k < dim; k++) gradient[k] = j->kernel->f0 * lg_v8_sum(sum[k]);
  for (int k = 0; k < matrix_entries(dim); k++) moment[k] = j->kernel->f0 * lg_v8_sum(moments[k]);
}

/* c, walls counted, of a particle inside; along grad s nothing, as walls hold off. Returns the
   share by which it is inside. */
LG_INLINE float lean_of(int dim, const job *j, size_t i, const float gradient[3], float n[3],
                        float c[3]) {
  const lg_step *s = j->a->s;
  for (int k = 0; k < dim; k++) {
    n[k] = s->walls->grad[k][i];
    c[k] = gradient[k] + n[k] / j->v0;
  }

  const float x = j->density[i] * j->v0 / s->particles->mass[i],
              edge = j->v0 * s->spacing * lg_length(c) / EDGE, length = lg_length(n);
  for (int k = 0; k < dim && length > 0; k++) n[k] /= length;
  lg_axpy(-lg_dot(c, n), n, c);
  return lg_clampf(2 - 2 * edge, 0, 1) * lg_clampf((x - LOOSE) / (TIGHT - LOOSE), 0, 1);
}

LG_INLINE void find_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_arrangement *a = j->a;
  for (size_t i = begin; i < end; i++) {
    float gradient[3] = {0, 0, 0}, c[3] = {0, 0, 0}, n[3] = {0, 0, 0}, m[LG_MOMENTS],
          turn[LG_MOMENTS];
    sums_of(dim, type, j, i, gradient, m);
    const float share = lean_of(dim, j, i, gradient, n, c);
    a->lean[i] = (lg_v4){share * c[0], share * c[1], share * c[2], share};

    /* 1 / M - 1, and what it makes of the pairs' -2 P c */
    for (int k = 0; k < matrix_entries(dim); k++) m[k] *= j->v0 / a->moment;
    const float s = a->s->walls->fraction[i];
    turn_of(dim, m, n, s, share, turn);
    for (int k = 0; k < matrix_entries(dim); k++) a->turn[k][i] = turn[k];
    for (int k = 0; k < dim; k++) {
      float sum = 0;
      for (int e = 0; e < dim; e++) sum += turn[lg_moment_at(k, e)] * gradient[e];
      a->ease[k][i] = sum;
    }
  }
}

static void find_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->a->s->dim, j->kernel->type, find_rows, j, begin, end)
}

/* ---- c~ ------------------------------------------------------------------------------------- */

LG_INLINE void smooth_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_arrangement *a = j->a;
  const lg_v8 none = lg_v8_all(0);
  const float own = lg_kernel_f(type, none)[0];
  for (size_t i = begin; i < end; i++) {
    lg_v8 weights = none, sum[3] = {none, none, none};
    LG_EACH_NEIGHBOR(a->s->neighbors, i, at) {
      const lg_pairs x = lg_pairs_of(dim, j->positions, i, at),
                     c = lg_pairs_of(dim, a->lean, i, at);
      const lg_v8 w = lg_kernel_f(type, lg_v8_sqrt(x.r2) * j->kernel->inverse);
      weights += w;
      lg_pairs_add(dim, sum, w, &c);
    }

    /* sum w (c_i - c_j) */
    const lg_v4 mine = a->lean[i], differs = lg_v8_sum3(sum[0], sum[1], sum[2]);
    const float all = own + lg_v8_sum(weights);
    for (int k = 0; k < dim; k++) a->ease[k][i] += mine[3] * (mine[k] - differs[k] / all);
  }
}

static void smooth_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->a->s->dim, j->kernel->type, smooth_rows, j, begin, end)
}

void lg_arrangement_update(lg_arrangement *a, const lg_kernel *kernel, const lg_v4 *positions,
                           const float *density) {
  lg_step *s = a->s;
  job j = {.a = a,
           .kernel = kernel,
           .positions = positions,
           .density = density,
           .v0 = lg_cubef(s->spacing, s->dim)};
  lg_par_for(s->threads, s->n, find_block, &j);
  lg_sph_update_ghosts(s, a->lean, false);
  lg_par_for(s->threads, s->n, smooth_block, &j);
  a->counts = true;
}

/* ---- momentum ------------------------------------------------------------------------------- */

static lg_tally gained_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_arrangement *a = j->a;
  lg_tally gained = {0};
  for (size_t i = begin; i < end; i++) {
    gained.sum += (double)a->lean[i][j->axis];
    gained.other += (double)(a->lean[i][3] * a->s->particles->mass[i]);
  }
  return gained;
}

void lg_arrangement_gained(const lg_arrangement *a, float gained[3]) {
  for (int k = 0; k < a->s->dim; k++) {
    job j = {.a = a, .axis = k};
    const lg_tally found = lg_sph_tally(a->s, gained_block, &j);
    gained[k] = found.other > 0 ? (float)(found.sum / found.other) : 0;
  }
}
