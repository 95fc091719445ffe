/* tension.c - surface tension on the grid: the curvature that the pressure's equation asks for at
   the surface (projection.c: p = sigma kappa there, where it is 0 without tension).

     c      share of the fluid in a cell, by the weights of p2g on its faces, against what belongs
            there (cell_types.c), smoothed PASSES times by 1/4, 1/2, 1/4 along each axis
     ahead  c - AHEAD dt u . grad c: the curvature of a later time, which waves feel as a viscosity;
            it damps those of a few cells, that particles cannot carry, and leaves long ones alone
            (one time step ahead: the first term of Sussman & Ohta 2009's implicit one)
     n      -grad c / |grad c|, from the fluid outward
     kappa  div n = (grad c . H grad c / |grad c|^2 - lap c) / |grad c|, H: second derivatives; by
            central differences. It is that of the contour of c in the middle of a cell; the surface
            lies d farther out, so kappa / (1 + d kappa / (dim - 1)):
            d = (c - 1/2) / |grad c| + kappa s2 / 2, to the contour 1/2 and from there to where it
            was before all this blurred c by a variance of s2: contours shrink as under the heat
            equation, R^2 by (dim - 1) s2
     walls  n . N = cos(angle) on a solid with the normal N (Brackbill, Kothe & Zemach 1992): cells
            in solids have the c that continues it, of the point mirrored in the face, and
            2 d cot(angle) |grad_t c| more, d: depth

   PASSES and AHEAD: tried on free drops in 2-D, at rest and oscillating. With fewer passes the
   disorder of particles drives currents (one: 0.2 of the capillary speed sqrt(sigma / (rho R)) at
   R = 20 cells, rms; three: 0.03), with more waves of a few cells are not seen and not held.
   Without looking ahead FLIP's noise of those grows (0.16 with three passes). What it does not see:
   walls thinner than a cell, and the pull of the contact line on bodies. Compiled once per dispatch
   path. */
#include "core/base/par.h"
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

#define PASSES 3
#define AHEAD  2.0f  /* sub-steps */
#define DEEP   3.0f  /* cells: what lies deeper in a solid is not asked for */
#define FLAT   0.02f /* a cell: where c has less of a slope there is no surface */

typedef struct job {
  lg_mac *m;
  const lg_step *s;
  float *from, *to; /* c, at last kappa */
  float rate;       /* 1/s, at which what sticks out is drawn back */
} job;

/* Whether the middle of cell c lies in a solid; depth: m, and the normal out of it. */
static bool is_buried(const lg_mac *m, int c, float *depth, float normal[3]) {
  const lg_layout *l = &m->lattice;
  const int corners = 1 << l->dim;
  float d = 0, n[3] = {0, 0, 0};

  /* The mean of the distances at the corners, and their slope. */
  for (int i = 0; i < corners; i++) {
    int node = c;
    for (int k = 0; k < l->dim; k++) node += (i >> k & 1) * l->step[k];
    d += m->phi[node] / (float)corners;
    for (int k = 0; k < l->dim; k++) n[k] += (i >> k & 1 ? 1 : -1) * m->phi[node];
  }

  float size = lg_length(n);
  for (int k = 0; k < 3; k++) normal[k] = size > 0 ? n[k] / size : 0;
  *depth = -d;
  return d < 0;
}

/* c at x (m), of the cells around that lie in the open. */
static float share_at(const lg_mac *m, const float *share, const float x[3]) {
  const lg_layout *l = &m->lattice;
  int at[3] = {0, 0, 0};
  float part[3] = {0, 0, 0}, sum = 0, weights = 0;

  /* Between which middles of cells x lies. */
  for (int k = 0; k < l->dim; k++) {
    float u = lg_clampf((x[k] - m->origin[k]) * m->inverse[k] - 0.5f, 0, (float)l->n[k] - 1);
    at[k] = lg_mini((int)u, lg_maxi(l->n[k] - 2, 0));
    part[k] = u - (float)at[k];
  }

  /* Their values, without those of cells in solids. */
  const int first = lg_lattice_at(l, at[0], at[1], at[2]);
  for (int i = 0; i < 1 << l->dim; i++) {
    int c = first;
    float w = 1, depth, normal[3];
    for (int k = 0; k < l->dim; k++) {
      c += (i >> k & 1) * l->step[k];
      w *= i >> k & 1 ? part[k] : 1 - part[k];
    }
    if (!(w > 0) || is_buried(m, c, &depth, normal)) continue;
    sum += w * share[c];
    weights += w;
  }
  return weights > 0 ? sum / weights : 0;
}

static void slope_at(const lg_mac *m, const float *share, const float x[3], float g[3]) {
  for (int k = 0; k < 3; k++) g[k] = 0;
  for (int k = 0; k < m->lattice.dim; k++) {
    float a[3] = {x[0], x[1], x[2]}, b[3] = {x[0], x[1], x[2]};
    a[k] -= m->cell[k];
    b[k] += m->cell[k];
    g[k] = (share_at(m, share, b) - share_at(m, share, a)) * 0.5f * m->inverse[k];
  }
}

/* c of a cell in a solid, of the point x in its middle, by a parabola along the normal N: with the
   slope at the face that the contact angle wants, of c at `near` above the face and, where that is
   not the mirrored point, of c a cell farther out too. */
static float continued(const lg_mac *m, const float *share, const float x[3], float depth,
                       const float normal[3], float cotangent) {
  const float h = m->cell[0], row = h * (fabsf(normal[0]) + fabsf(normal[1]) + fabsf(normal[2])),
              near = lg_maxf(depth, row - depth), far = near + h;
  float at[3] = {x[0], x[1], x[2]}, along[3] = {0, 0, 0};
  lg_axpy(near + depth, normal, at);
  const float c = share_at(m, share, at);

  /* the slope at the face */
  if (cotangent != 0) slope_at(m, share, at, along);
  lg_axpy(-lg_dot(along, normal), normal, along);
  const float slope = -cotangent * lg_length(along);
  if (near == depth) return c - 2 * depth * slope;

  /* the bend */
  lg_axpy(h, normal, at);
  const float bend = (share_at(m, share, at) - c - h * slope) / (far * far - near * near);
  return c - (near + depth) * slope + (depth * depth - near * near) * bend;
}

/* c of cells in solids, where it stands: only that of open cells is asked for. */
static void buried_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  float depth, normal[3], x[3];
  LG_EACH_CELL(&m->lattice, task, c) {
    if (!is_buried(m, c, &depth, normal)) continue;
    j->from[c] = 0;
    if (depth > DEEP * m->cell[0]) continue;

    /* as the fluid would go on behind the face */
    lg_mac_position(m, 3, c, x);
    j->from[c] = continued(m, j->from, x, depth, normal, m->wetting[m->nearest[c]]);
  }
}

/* Beyond the edges: the other end of a periodic axis, else as the last cell. */
static void fill_ghosts(const lg_mac *m, float *share) {
  const lg_layout *l = &m->lattice;
  for (int axis = 0; axis < l->dim; axis++)
    LG_EACH_LINE(l, axis, true, c) {
      const int last = c + l->n[axis] * l->step[axis];
      share[c] = share[l->periodic[axis] ? last : c + l->step[axis]];
      share[last + l->step[axis]] = share[l->periodic[axis] ? c + l->step[axis] : last];
    }
}

static void smooth_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int deep = l->dim == 3 ? 1 : 0;

  /* Weights 1/4, 1/2, 1/4 along each axis. */
  LG_EACH_CELL(l, task, c) {
    float sum = 0;
    for (int z = -deep; z <= deep; z++)
      for (int y = -1; y <= 1; y++) {
        const float *p = j->from + c + y * l->step[1] + z * l->step[2];
        sum += (y ? 0.25f : 0.5f) * (deep ? z ? 0.25f : 0.5f : 1) *
               (0.25f * p[-1] + 0.5f * p[0] + 0.25f * p[1]);
      }
    j->to[c] = sum;
  }
}

/* c as it will be with the velocity that is there now. */
static void ahead_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;

  /* c - AHEAD dt (u . grad c) */
  LG_EACH_CELL(&m->lattice, task, c) {
    float rate = 0;
    for (int k = 0; k < m->lattice.dim; k++) {
      const int s = m->lattice.step[k];
      const float u = 0.5f * (m->pair[k][2 * c] + m->pair[k][2 * (c + s)]);
      rate += u * 0.5f * m->inverse[k] * (j->from[c + s] - j->from[c - s]);
    }
    j->to[c] = j->from[c] - AHEAD * j->s->dt * rate;
  }
}

/* ---- curvature ------------------------------------------------------------------------------ */

/* m2, by which c is blurred: a particle's tent 1/6; the mean over the faces of an axis 1/4, in one
   direction of dim; each smoothing 1/2. */
LG_INLINE float variance(const lg_mac *m) {
  return m->cell[0] * m->cell[0] *
         (1.0f / 6 + 0.25f / (float)m->lattice.dim + 0.5f * (float)PASSES);
}

static void curvature_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const float most = (float)(l->dim - 1) * m->inverse[0], s2 = variance(m);
  LG_EACH_CELL(l, task, c) {
    const float *p = j->from + c;
    float g[3] = {0, 0, 0}, h[3][3], lap = 0, along = 0;

    /* first and second derivatives */
    for (int a = 0; a < l->dim; a++) {
      const int s = l->step[a];
      g[a] = 0.5f * m->inverse[a] * (p[s] - p[-s]);
      h[a][a] = m->inverse[a] * m->inverse[a] * (p[s] - 2 * p[0] + p[-s]);
      lap += h[a][a];
      for (int b = 0; b < a; b++) {
        const int t = l->step[b];
        h[a][b] = h[b][a] = 0.25f * m->inverse[a] * m->inverse[b] *
                            (p[s + t] - p[s - t] - p[t - s] + p[-s - t]);
      }
    }

    /* div n */
    float size = lg_length(g);
    for (int a = 0; a < l->dim; a++)
      for (int b = 0; b < l->dim; b++) along += g[a] * h[a][b] * g[b];
    float kappa = size > FLAT * m->inverse[0] ? (along / (size * size) - lap) / size : 0;
    kappa = lg_clampf(kappa, -most, most);

    /* of the surface */
    float d = (p[0] - 0.5f) / lg_maxf(size, FLAT * m->inverse[0]);
    d = lg_clampf(d, -m->cell[0], m->cell[0]) + 0.5f * kappa * s2;
    j->to[c] = kappa / lg_clampf(1 + d * kappa / (float)(l->dim - 1), 0.5f, 2);
  }
}

/* j->to = task of j->from, with what lies in solids and beyond edges; then both change roles. */
static void pass(job *j, lg_block_fn *task) {
  float *from = j->from;
  lg_mac_for_cells(j->m, j->s->threads, buried_task, j);
  fill_ghosts(j->m, from);
  lg_mac_for_cells(j->m, j->s->threads, task, j);
  j->from = j->to;
  j->to = from;
}

void lg_mac_curve(lg_mac *m, lg_step *s) {
  /* the other array is free until the pressure is solved for */
  job j = {.m = m, .s = s, .from = m->curvature, .to = m->poisson.q};
  for (int i = 0; i < PASSES; i++) pass(&j, smooth_task);
  memcpy(m->share, j.from, m->capacity * sizeof *m->share);
  fill_ghosts(m, m->share);
  pass(&j, ahead_task);
  pass(&j, curvature_task);
  if (j.from != m->curvature) memcpy(m->curvature, j.from, m->capacity * sizeof *j.from);
  fill_ghosts(m, m->curvature);
}

/* ---- what sticks out ------------------------------------------------------------------------ */

/* Particles beyond the surface, of whom neither kappa nor the pressure knows, are drawn back to it,
   at the rate at which tension acts over a cell. It moves places, and no velocity. Without it the
   smallest disorder of a surface grows for ever: after four periods the farthest particle of a drop
   of R = 20 cells was at 1.09 R, with it at 1.02 R. */
static void draw_back_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_mac *m = j->m;
  for (size_t i = begin; i < end; i++) {
    float x[3] = {0, 0, 0}, g[3];
    for (int k = 0; k < m->lattice.dim; k++) x[k] = j->s->particles->x[k][i];
    const float c = share_at(m, m->share, x);
    if (c >= 0.5f) continue;
    slope_at(m, m->share, x, g);

    /* So far outside of the level 1/2, of which the curvature explains a part. */
    const float size = lg_maxf(lg_length(g), 0.1f * m->inverse[0]),
                d = (0.5f - c) / size - 0.5f * share_at(m, m->curvature, x) * variance(m),
                out = lg_clampf(d, 0, m->cell[0]);
    for (int k = 0; k < m->lattice.dim; k++) m->drift[k][i] += j->rate * out * g[k] / size;
  }
}

void lg_mac_draw_back(lg_mac *m, const lg_step *s, float density) {
  const float h = m->cell[0], rate = sqrtf(m->tension / (density * h * h * h));
  job j = {.m = m, .s = s, .rate = lg_minf(rate, 0.5f / s->dt)};
  lg_par_for(s->threads, s->n, draw_back_block, &j);
}
