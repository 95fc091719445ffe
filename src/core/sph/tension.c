/* tension.c - surface tension of forces.h: cohesion by Akinci's spline, and normals that want to be
   alike.

   Spline of Akinci, Akinci & Teschner 2013, eq. 2, s(q) = (1-q)^3 q^3, below q = 1/2 twice that
   less 1/64, attracts beyond a third of R and pushes nearer. C = 32 / (pi R^3) s in 3-D; in 2-D
   12.834 / R^2, which has the same integral. A wall counts as fluid in the normals, so that a
   surface meets it at a right angle. Compiled once per dispatch path. */
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_fluid *fluid;
  const float *density;
  const lg_v4 *positions; /* {x, m} */
  lg_v4 *normals;         /* {n, density} */
  lg_v4 *mixture;         /* {-, sigma, material, density} */
} job;

/* n_i = R (sum_j V_j grad W_ij + grad s), sec. 3.2. mixed: of its own material only. */
LG_INLINE void normal_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                           bool mixed) {
  const lg_step *s = j->s;
  const lg_v4 *mixture = j->mixture;
  for (size_t i = begin; i < end; i++) {
    /* sum_j V_j grad W_ij */
    lg_v8 sum[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)}, u[4];
    LG_EACH_NEIGHBOR(s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
      lg_v8_gather(mixture, at, u);
      lg_v8 g = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse) *
                (x.w / lg_v8_max(u[3], lg_v8_all(FLT_MIN)));
      if (mixed) g = lg_v8_select(u[2] == mixture[i][2], g, lg_v8_all(0));
      lg_pairs_add(dim, sum, g, &x);
    }

    /* with the walls' part, without a unit */
    lg_v4 normal = {lg_v8_sum(sum[0]), lg_v8_sum(sum[1]), dim == 3 ? lg_v8_sum(sum[2]) : 0, 0};
    for (int k = 0; k < dim; k++)
      normal[k] = s->radius * (j->kernel->f0 * normal[k] + s->walls->grad[k][i]);
    normal[3] = j->density[i];
    j->normals[i] = normal;
  }
}

/* The spline, eq. 2, without its constant. */
LG_INLINE lg_v8 cohesion(lg_v8 q) {
  lg_v8 u = lg_v8_max(1.0f - q, lg_v8_all(0)), s = u * u * u * q * q * q;
  return lg_v8_less(lg_v8_all(0.5f), q, s, 2.0f * s - 1.0f / 64);
}

LG_INLINE void tension_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            bool mixed) {
  (void)type;
  const lg_step *s = j->s;
  const lg_v4 *mixture = j->mixture;
  const float v0 = lg_cubef(s->spacing, dim), volume = lg_cubef(s->radius, dim);
  const float pull = 10.0f * v0 * (dim == 3 ? 32.0f / (float)LG_PI : 12.834f) / volume,
              bend = 0.01f;
  const float scale = (dim == 3 ? s->spacing : 1) * 2.0f;
  for (size_t i = begin; i < end; i++) {
    const float mass = j->positions[i][3], rho = j->normals[i][3], rho0 = mass / v0,
                sigma = -(mixed ? mixture[i][1] : j->fluid->surface_tension) * scale;
    lg_v8 f[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)}, other[4];
    LG_EACH_NEIGHBOR(s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at), n = lg_pairs_of(dim, j->normals, i, at);

      /* K_ij, of neighbours that count */
      lg_v8 r = lg_v8_sqrt(x.r2), q = r * j->kernel->inverse;
      lg_v8 k = 0.5f * (rho0 + x.w / v0) / (rho + lg_v8_max(n.w, lg_v8_all(FLT_MIN)));
      k = lg_v8_less(q, lg_v8_all(1), k, lg_v8_all(0));
      if (mixed) {
        lg_v8_gather(mixture, at, other);
        k = lg_v8_select(other[2] == mixture[i][2], k, lg_v8_all(0));
      }

      /* cohesion along e_ij, and the difference of normals */
      lg_v8 along = k * pull * cohesion(q) / lg_v8_max(r, lg_v8_all(1e-6f * s->spacing)),
            turn = k * bend;
      for (int axis = 0; axis < dim; axis++) f[axis] += along * x.d[axis] + turn * n.d[axis];
    }
    for (int axis = 0; axis < dim; axis++)
      s->particles->a[axis][i] += sigma * lg_v8_sum(f[axis]) / mass;
  }
}

static void normal_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->s->materials > 0) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, normal_rows, j, begin, end, true)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel->type, normal_rows, j, begin, end, false)
  }
}

static void tension_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  bool mixed = j->s->materials > 0;
  if (j->s->dim == 2 && !mixed) tension_rows(2, LG_CUBIC_SPLINE, j, begin, end, false);
  else if (j->s->dim == 2) tension_rows(2, LG_CUBIC_SPLINE, j, begin, end, true);
  else if (!mixed) tension_rows(3, LG_CUBIC_SPLINE, j, begin, end, false);
  else tension_rows(3, LG_CUBIC_SPLINE, j, begin, end, true);
}

void lg_sph_tension(lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
                    const float *density, const lg_v4 *positions, lg_v4 *normals, lg_v4 *mixture) {
  job j = {s, kernel, fluid, density, positions, normals, mixture};
  if (s->materials > 0) lg_sph_mixture(s, density, mixture);
  else lg_sph_pack(s, mixture, s->particles->x, density, true);
  lg_par_for(s->threads, s->n, normal_block, &j);
  lg_sph_update_ghosts(s, normals, false);
  lg_par_for(s->threads, s->n, tension_block, &j);
}
