/* viscosity.c - viscosity on the grid: explicit in short sub-steps; in longer ones what it is when
   the sub-step ends. Compiled once per dispatch path.

   explicit   u += dt nu lap u, of the extrapolated velocity
   solved     the u that makes rho / 2 |u - u*|^2 + dt (mu sum_a (d_a u_a)^2 + mu / 2 sum_ab
              (d_b u_a + d_a u_b)^2) least (Batty & Bridson 2008): all of the stress, so that fluid
              that turns is not braked; strains that reach into air do not count, which leaves
              surfaces free, nor shear at walls that let it glide. By conjugate gradients,
              preconditioned by the diagonal. u* is free of divergence: pressure is found before,
              and once more after (projections before and after: ibid.). */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

#define MOST_ITERATIONS 300
#define NEAREST         0.1f       /* cells: no face counts as nearer to a wall */
enum { AIR, FREE, CLOSED, STUCK }; /* faces: no velocity, unknown, the solid's; and it sticks */

typedef struct job {
  lg_mac *m;
  float dt, viscosity, density; /* s, Pa s, kg/m3 */
  /* while it is solved for; of faces */
  uint8_t *kind[3];
  float *p[3], *q[3], *r[3], *scale[3]; /* direction, A p, residual, 1 / diagonal */
  float *const *of;                     /* what a strain is taken of: u or p */
  bool moves;                           /* of u: solids count with their velocity */
  double *partial;                      /* two a task */
  double alpha, beta;
} job;

/* ---- explicit ------------------------------------------------------------------------------- */

/* The velocity of the next face on an axis; behind a thin solid that which makes the solid felt:
   its own, mirrored where the flow sticks. */
static float beyond(const lg_mac *m, int axis, int c, int k, int side) {
  const float *u = m->pair[axis] + 2 * c;
  if (lg_mac_thin_seen(&m->thin, axis, c, k == 0 ? side : 0, k == 1 ? side : 0, k == 2 ? side : 0))
    return u[2 * side * m->lattice.step[k]];
  const int other = c + side * m->lattice.step[k];
  return m->stuck[axis][other] ? 2 * m->solid_u[axis][other] - u[0] : u[0];
}

static void explicit_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const float kinematic = j->viscosity / j->density;
  LG_EACH_FACE(&m->lattice, task, axis, c) {
    if (!m->active[axis][c]) continue;

    /* Central differences of the extrapolated velocity. */
    const float *u = m->pair[axis] + 2 * c;
    float laplacian = 0;
    for (int k = 0; k < m->lattice.dim; k++) {
      int s = 2 * m->lattice.step[k];
      float up = m->thin.any ? beyond(m, axis, c, k, 1) : u[s],
            down = m->thin.any ? beyond(m, axis, c, k, -1) : u[-s];
      laplacian += (up - u[0] - (u[0] - down)) * m->inverse[k] * m->inverse[k];
    }
    m->u[axis][c] = u[0] + kinematic * j->dt * laplacian;
  }
}

/* ---- strains -------------------------------------------------------------------------------- */

/* How a face moves: an unknown, or its solid. */
LG_INLINE float moving(const job *j, int axis, int c) {
  if (j->kind[axis][c] == FREE) return j->of[axis][c];
  return j->moves ? j->m->solid_u[axis][c] : 0;
}
/* The same of a wall that holds face c from behind `ghost`. */
LG_INLINE float wall_of(const job *j, int axis, int c, int ghost) {
  const lg_mac *m = j->m;
  if (!j->moves) return 0;
  if (m->layer[axis][ghost] != LG_MAC_GHOST) return m->solid_u[axis][ghost];
  return 0.5f * (m->pair[axis][2 * c] + m->pair[axis][2 * ghost]);
}

/* How far a face lies from the solid that holds it, in cells. */
LG_INLINE float distance_of(const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  const int p = l->step[(axis + 1) % l->dim], q = l->dim == 3 ? l->step[(axis + 2) % 3] : 0;
  const float sum = m->phi[c] + m->phi[c + p] + m->phi[c + q] + m->phi[c + p + q];
  return lg_clampf(0.25f * sum * m->inverse[0], NEAREST, 1);
}

/* The difference between two faces of an axis across it; share: 1, or the part of the cell up to a
   wall between them that holds one, whose velocity counts. False: there is none. */
LG_INLINE bool difference(const job *j, int axis, int low, int high, float *out, float *share) {
  const uint8_t a = j->kind[axis][low], b = j->kind[axis][high];
  if (a == AIR || b == AIR) return false;
  if (a == FREE && b == STUCK) {
    *share = distance_of(j->m, axis, low);
    *out = (wall_of(j, axis, low, high) - j->of[axis][low]) / *share;
  } else if (a == STUCK && b == FREE) {
    *share = distance_of(j->m, axis, high);
    *out = (j->of[axis][high] - wall_of(j, axis, high, low)) / *share;
  } else *out = moving(j, axis, high) - moving(j, axis, low);
  return true;
}

/* Shear d_k u_a + d_a u_k at the node between faces low and high = low + step[k] of axis a, 1/s,
   times its share of a cell; 0: it does not count. scale: what it takes of one face. */
LG_INLINE float shear(const job *j, int axis, int k, int low, int high, float *scale) {
  const lg_mac *m = j->m;
  const uint8_t a = j->kind[axis][low], b = j->kind[axis][high];
  float along, across;
  float share = 1, other = 1;
  *scale = 0;
  if (a == CLOSED || b == CLOSED || !difference(j, axis, low, high, &along, &share) ||
      !difference(j, k, high - m->lattice.step[axis], high, &across, &other))
    return 0;
  *scale = 1 / share;
  return lg_minf(share, other) * (along * m->inverse[k] + across * m->inverse[axis]);
}

/* A u at a face: rho u - dt times the stress's divergence; diagonal, if asked for. */
LG_INLINE float row_of(const job *j, int axis, int c, float *diagonal) {
  const lg_mac *m = j->m;
  const float density = j->density / lg_mac_lightness(m, axis, c), mu = j->dt * j->viscosity;
  float sum = density * j->of[axis][c], all = density;
  for (int k = 0; k < m->lattice.dim; k++) {
    const int s = m->lattice.step[k];
    const float h = m->inverse[k];
    for (int side = 0; side < 2; side++) {
      const int low = side ? c : c - s, high = low + s;

      /* Along the axis the normal stress, across it the shear. */
      if (k == axis) {
        const bool counts = m->type[low] != LG_MAC_AIR && j->kind[axis][side ? high : low] != AIR;
        if (!counts) continue;
        const float strain = (moving(j, axis, high) - moving(j, axis, low)) * h;
        sum += (side ? -2 : 2) * mu * h * strain;
        all += 2 * mu * h * h;
      } else {
        float scale, strain = shear(j, axis, k, low, high, &scale);
        sum += (side ? -1 : 1) * mu * h * scale * strain;
        all += mu * h * h * scale;
      }
    }
  }
  if (diagonal) *diagonal = all;
  return sum;
}

/* ---- conjugate gradients -------------------------------------------------------------------- */

/* Ghosts, and the last face, of periodic axes. */
static void repeat(const lg_mac *m, float *values, uint8_t *kinds, int axis) {
  const lg_layout *l = &m->lattice;
  for (int across = 0; across < l->dim; across++) {
    const int n = l->n[across], step = l->step[across];
    if (!l->periodic[across]) continue;

    /* On its own axis there is a face more, which is the first again. */
    LG_EACH_LINE(l, across, true, low) {
      const int to[3] = {low, low + (n + 1) * step, low + (n + 2) * step},
                from[3] = {low + n * step, low + step, low + 2 * step};
      for (int g = 0; g < (across == axis ? 3 : 2); g++) {
        if (values) values[to[g]] = values[from[g]];
        else kinds[to[g]] = kinds[from[g]];
      }
    }
  }
}

/* Of an axis: what each face is. The last one on a periodic axis is the first again. */
static void kinds_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;

  for (size_t c = 0; c < m->capacity; c++) {
    const bool ghost = m->layer[axis][c] == LG_MAC_GHOST;
    j->kind[axis][c] = m->active[axis][c] && !ghost      ? FREE
                       : m->stuck[axis][c]               ? STUCK
                       : !ghost && m->open[axis][c] <= 0 ? CLOSED
                                                         : AIR;
  }
  repeat(m, NULL, j->kind[axis], (int)axis);
}

LG_INLINE bool is_unknown(const job *j, int axis, int c) {
  const lg_layout *l = &j->m->lattice;
  return j->kind[axis][c] == FREE && j->m->layer[axis][c] != LG_MAC_GHOST &&
         !(l->periodic[axis] && lg_lattice_number(l, axis, c) == l->n[axis]);
}

/* r = rho u* - A u*, and 1 / diagonal; |u*|^2 rho. */
static void begin_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  double sum = 0;

  /* Faces that are no unknowns have no residual. */
  LG_EACH_FACE(&m->lattice, task, axis, c) {
    j->p[axis][c] = j->r[axis][c] = j->scale[axis][c] = 0;
    if (!is_unknown(j, axis, c)) continue;
    const float u = m->u[axis][c], density = j->density / lg_mac_lightness(m, axis, c);
    float diagonal, row = row_of(j, axis, c, &diagonal);
    j->r[axis][c] = density * u - row;
    j->scale[axis][c] = 1 / diagonal;
    sum += (double)(density * u * u);
  }
  j->partial[2 * task] = sum;
}

/* q = A p; p . q. */
static void apply_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  double sum = 0;
  LG_EACH_FACE(&j->m->lattice, task, axis, c) {
    if (!(j->scale[axis][c] > 0)) continue;
    j->q[axis][c] = row_of(j, axis, c, NULL);
    sum += (double)(j->q[axis][c] * j->p[axis][c]);
  }
  j->partial[2 * task] = sum;
}

/* u += alpha p, r -= alpha q; z . r and |r|^2 / rho. */
static void advance_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const float alpha = (float)j->alpha;
  double zr = 0, rr = 0;
  LG_EACH_FACE(&j->m->lattice, task, axis, c) {
    if (!(j->scale[axis][c] > 0)) continue;
    if (alpha > 0) {
      j->m->u[axis][c] += alpha * j->p[axis][c];
      j->r[axis][c] -= alpha * j->q[axis][c];
    }

    /* Preconditioned by the diagonal: z = r / diagonal. */
    const float r = j->r[axis][c];
    zr += (double)(j->scale[axis][c] * r * r);
    rr += (double)(r * r / j->density);
  }
  j->partial[2 * task] = zr;
  j->partial[2 * task + 1] = rr;
}

/* p = z + beta p */
static void turn_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const float beta = (float)j->beta;
  LG_EACH_FACE(&j->m->lattice, task, axis, c)
    j->p[axis][c] = j->scale[axis][c] * j->r[axis][c] + beta * j->p[axis][c];
}

static double sum_of(const job *j, int which) {
  double sum = 0;
  for (size_t t = 0; t < lg_mac_face_tasks(&j->m->lattice); t++)
    sum += j->partial[2 * t + (size_t)which];
  return sum;
}

static void solve(job *j, const lg_step *s, double tolerance) {
  lg_mac *m = j->m;
  j->of = m->u;
  j->moves = true;
  for (int k = 0; k < m->lattice.dim; k++) repeat(m, m->u[k], NULL, k);
  lg_mac_for_faces(m, s->threads, begin_task, j);
  const double limit = tolerance * tolerance * sum_of(j, 0);
  j->alpha = j->beta = 0;
  lg_mac_for_faces(m, s->threads, advance_task, j);

  j->of = j->p;
  j->moves = false;
  double zr = sum_of(j, 0), left = sum_of(j, 1);
  for (int n = 0; n < MOST_ITERATIONS && left > limit; n++) {
    lg_mac_for_faces(m, s->threads, turn_task, j);
    for (int k = 0; k < m->lattice.dim; k++) repeat(m, j->p[k], NULL, k);
    lg_mac_for_faces(m, s->threads, apply_task, j);
    const double curvature = sum_of(j, 0), before = zr;
    if (!(curvature > 0)) break;
    j->alpha = zr / curvature;
    lg_mac_for_faces(m, s->threads, advance_task, j);
    zr = sum_of(j, 0);
    left = sum_of(j, 1);
    j->beta = zr / before;
  }
  for (int k = 0; k < m->lattice.dim; k++) repeat(m, m->u[k], NULL, k);
}

/* False: no memory. */
static bool make_room(job *j, lg_step *s) {
  const size_t faces = (j->m->capacity + 15) / 16 * 16, tasks = lg_mac_face_tasks(&j->m->lattice);
  double *room = lg_scratch(s->world, 2 * tasks * sizeof *room + faces * (12 * sizeof(float) + 3));
  s->failed = s->failed || !room;
  if (!room) return false;

  /* Sums of tasks, four vectors an axis, kinds of faces. */
  float *values = (float *)(void *)(room + 2 * tasks);
  uint8_t *kinds = (uint8_t *)(void *)(values + 12 * faces);
  j->partial = room;
  for (size_t k = 0; k < 3; k++) {
    j->p[k] = values + 4 * k * faces;
    j->q[k] = j->p[k] + faces;
    j->r[k] = j->q[k] + faces;
    j->scale[k] = j->r[k] + faces;
    j->kind[k] = kinds + k * faces;
  }
  return true;
}

static bool is_solved(const lg_mac *m, const lg_step *s, float kinematic) {
  const float h = m->cell[0];
  return s->dt * kinematic > 1.00001f * h * h / (2.2f * (float)m->lattice.dim);
}

void lg_mac_diffuse(lg_mac *m, lg_step *s, const lg_poisson_how *how, float viscosity,
                    float density) {
  job j = {.m = m, .dt = s->dt, .viscosity = viscosity, .density = density};
  if (!(viscosity > 0)) return;
  if (!is_solved(m, s, viscosity / density)) {
    lg_mac_for_faces(m, s->threads, explicit_task, &j);
    return;
  }

  /* with the pressure as it would be without viscosity, which the projection finds anew */
  lg_mac_push(m, s, how, density, 1);
  if (make_room(&j, s)) {
    lg_par_tasks(lg_lattice_threads(&m->lattice, s->threads), (size_t)m->lattice.dim, kinds_task,
                 &j);
    solve(&j, s, how->tolerance);
  }
  lg_mac_push(m, s, NULL, density, -1);
}
