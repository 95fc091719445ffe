/* shift.c - shifting of forces.h. Compiled once per dispatch path. */
#include "core/base/vec.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

/* tried on Taylor-Green vortices: 4 to 16 do; less leaves clumps, more mixes velocities and never
   rests */
#define PACE 8.0f
/* 1 / spacings: of the gradient of the particles' number at a surface it is 1/3, inside it is noise
   */
#define EDGE 0.2f
#define MOST 0.1f /* spacings at a time */

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_v4 *positions, *velocities; /* {x, *}, {v, *} */
  float pace;
} job;

/* Takes out what leads along `way` (or against it: sign -1) if that is longer than `least`. */
LG_INLINE void keep_in(float d[3], const float way[3], float least, float sign) {
  float length2 = lg_dot(way, way), along = sign * lg_dot(d, way);
  if (length2 > least * least && along > 0) lg_axpy(-sign * along / length2, way, d);
}

LG_INLINE void shift_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  lg_step *s = j->s;
  const float inverse = 1 / s->spacing, most = MOST * s->spacing, v0 = lg_cubef(s->spacing, dim);
  const lg_v8 none = lg_v8_all(0), tiny = lg_v8_all(1e-6f * s->spacing);
  for (size_t i = begin; i < end; i++) {
    lg_v8 push[3] = {none, none, none}, rise[3] = {none, none, none};
    lg_v8 slope[9] = {none, none, none, none, none, none, none, none, none};
    LG_EACH_NEIGHBOR(s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at),
               v = lg_pairs_of(dim, j->velocities, i, at);
      lg_v8 r = lg_v8_sqrt(x.r2), away = lg_v8_max(1.0f - r * inverse, none) / lg_v8_max(r, tiny);
      lg_v8 g = lg_kernel_g(type, r * j->kernel->inverse);
      for (int k = 0; k < dim; k++) {
        lg_v8 gd = g * x.d[k];
        push[k] += away * x.d[k];
        rise[k] += gd;
        for (int c = 0; c < dim; c++) slope[3 * k + c] += gd * v.d[c];
      }
    }

    /* the repulsion d, the way out of the fluid, and |grad v| */
    float d[3] = {0, 0, 0}, out[3] = {0, 0, 0}, wall[3] = {0, 0, 0}, strain2 = 0;
    for (int k = 0; k < dim; k++) {
      d[k] = lg_v8_sum(push[k]);
      wall[k] = s->walls->grad[k][i];
      out[k] = v0 * j->kernel->f0 * lg_v8_sum(rise[k]) + wall[k];
      for (int c = 0; c < dim; c++) {
        float z = lg_v8_sum(slope[3 * k + c]);
        strain2 += z * z;
      }
    }

    /* nothing into walls, nothing out of surfaces, nothing far */
    keep_in(d, wall, 0, 1);
    keep_in(d, out, EDGE * inverse, -1);
    float scale = j->pace * s->dt * s->spacing * v0 * j->kernel->f0 * sqrtf(strain2),
          length = fabsf(scale) * lg_length(d);
    if (length > most) scale *= most / length;
    for (int k = 0; k < dim; k++) s->particles->x[k][i] += scale * d[k];
  }
}

static void shift_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, shift_rows, j, begin, end)
}

void lg_sph_shift(lg_step *s, const lg_kernel *kernel, float shifting, const lg_v4 *positions,
                  lg_v4 *velocities) {
  job j = {s, kernel, positions, velocities, PACE * shifting};
  if (!(shifting > 0)) return;
  lg_sph_pack(s, velocities, s->particles->v, s->particles->mass, false);
  lg_par_for(s->threads, s->n, shift_block, &j);
}
