/* viscosity.c - viscosity on the grid: explicit in short sub-steps where nothing holds the fluid;
   else what it is when the sub-step ends. Compiled once per dispatch path.

   explicit   u += dt nu lap u, of the extrapolated velocity
   solved     the u that makes rho / 2 |u - u*|^2 + dt (mu sum_a (d_a u_a)^2 + mu / 2 sum_ab
              (d_b u_a + d_a u_b)^2) least (Batty & Bridson 2008): all of the stress, so that fluid
              that turns is not braked; strains that reach into air do not count, which leaves
              surfaces free, nor shear at walls that let it glide. By conjugate gradients,
              preconditioned by the diagonal. In long sub-steps u* is free of divergence: pressure
              is found before, and once more after (projections before and after: ibid.;
              viscous_pressure.c).
              What a solid cuts counts with the fluid that is there, and a wall that holds
              it with its true distance and velocity (strains.h); it bears the opposite, and bodies
              give way to that (viscous_solids.c). */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/mac/strains.h"

#define MOST_ITERATIONS 300
#define SUMS            3

typedef struct job {
  lg_mac *m;
  lg_mac_strains strains; /* of u, or of p */
  /* while it is solved for; of faces: direction, A p, residual, 1 / diagonal */
  float *p[3], *q[3], *r[3], *scale[3];
  float *begun[3];   /* u* */
  uint8_t *inner[3]; /* 1: only whole fluid around it */
  double *partial;   /* SUMS a task */
  double alpha, beta;
} job;

/* ---- explicit ------------------------------------------------------------------------------- */

/* The velocity of the next face on an axis, or what a thin solid in between is felt as. */
static float beyond(const lg_mac *m, int axis, int c, int k, int side) {
  const float *u = m->pair[axis] + 2 * c;
  return lg_mac_thin_seen(&m->thin, axis, c, k == 0 ? side : 0, k == 1 ? side : 0,
                          k == 2 ? side : 0)
             ? u[2 * side * m->lattice.step[k]]
             : u[0];
}

static void explicit_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const float kinematic = j->strains.inside * j->strains.viscosity / j->strains.density;
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
    m->u[axis][c] = u[0] + kinematic * j->strains.dt * laplacian;
  }
}

/* ---- conjugate gradients -------------------------------------------------------------------- */

/* Of an axis: what each face is. The last one on a periodic axis is the first again. */
static void kinds_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  uint8_t *kind = j->strains.kind[axis];

  for (size_t c = 0; c < m->capacity; c++) {
    const bool ghost = m->layer[axis][c] == LG_MAC_GHOST;
    const bool closed = !ghost && m->open[axis][c] <= 0;
    kind[c] = m->active[axis][c] && !ghost ? LG_STRAIN_FREE
              : m->stuck[axis][c] &&
                      (ghost || closed || lg_mac_face_distance(m, (int)axis, (int)c) <= 0)
                  ? LG_STRAIN_STUCK
              : closed ? LG_STRAIN_CLOSED
                       : LG_STRAIN_AIR;
  }
  lg_mac_wrap_faces(&m->lattice, (int)axis, kind);
}

LG_INLINE bool is_unknown(const job *j, int axis, int c) {
  const lg_layout *l = &j->m->lattice;
  return j->strains.kind[axis][c] == LG_STRAIN_FREE && j->m->layer[axis][c] != LG_MAC_GHOST &&
         !(l->periodic[axis] && lg_lattice_number(l, axis, c) == l->n[axis]);
}

/* An unknown that no solid holds. */
LG_INLINE bool is_loose(const job *j, int axis, int c) {
  return j->strains.kind[axis][c] == LG_STRAIN_FREE && !j->m->stuck[axis][c];
}

/* Whether all strains of a face are whole, and of such. */
static bool is_inner(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const int s = m->lattice.step[axis];
  bool inner = !m->mixed && m->type[c] == LG_MAC_FLUID && m->type[c - s] == LG_MAC_FLUID &&
               m->volume[c] >= 1 && m->volume[c - s] >= 1 && is_loose(j, axis, c) &&
               is_loose(j, axis, c - s) && is_loose(j, axis, c + s) &&
               lg_strain_fluid_of_face(m, axis, c) >= 1;

  for (int k = 0; k < m->lattice.dim && inner; k++) {
    const int t = m->lattice.step[k];
    if (k == axis) continue;
    inner = is_loose(j, axis, c - t) && is_loose(j, axis, c + t) && is_loose(j, k, c) &&
            is_loose(j, k, c + t) && is_loose(j, k, c - s) && is_loose(j, k, c + t - s) &&
            lg_strain_fluid_of_node(m, axis, k, c) >= 1 &&
            lg_strain_fluid_of_node(m, axis, k, c + t) >= 1;
  }
  return inner;
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
    j->inner[axis][c] = 0;
    if (!is_unknown(j, axis, c)) continue;
    j->inner[axis][c] = is_inner(j, axis, c);
    const float u = m->u[axis][c], density = lg_strain_density(&j->strains, axis, c);
    float diagonal, row = lg_strain_row(&j->strains, axis, c, &diagonal);
    j->r[axis][c] = density * u - row;
    j->scale[axis][c] = 1 / diagonal;
    sum += (double)(density * u * u);
  }
  j->partial[SUMS * task] = sum;
}

/* A p of inner faces, one behind the other. */
LG_INLINE void apply_inner(int dim, const job *j, int axis, int begin, int end) {
  const lg_mac *m = j->m;
  const float mu = j->strains.dt * j->strains.inside * j->strains.viscosity,
              density = j->strains.density;
  const float *restrict p = j->p[axis], *h = m->inverse;
  const int s = m->lattice.step[axis], k = (axis + 1) % dim, n = (axis + 2) % 3;
  const int sk = m->lattice.step[k], sn = m->lattice.step[n];
  const float own = 2 * mu * h[axis] * h[axis], across = mu * h[k] * h[k],
              mixed = mu * h[k] * h[axis], third = mu * h[n] * h[n], last = mu * h[n] * h[axis];
  const float *restrict pk = j->p[k], *restrict pn = j->p[n];
  float *restrict q = j->q[axis];

  /* rho u - mu (2 d_aa u_a + sum of d_kk u_a + d_k d_a u_k) */
  for (int c = begin; c < end; c++) {
    float sum = density * p[c] + own * (2 * p[c] - p[c - s] - p[c + s]) +
                across * (2 * p[c] - p[c - sk] - p[c + sk]) +
                mixed * (pk[c] - pk[c - s] - (pk[c + sk] - pk[c + sk - s]));
    if (dim == 3)
      sum += third * (2 * p[c] - p[c - sn] - p[c + sn]) +
             last * (pn[c] - pn[c - s] - (pn[c + sn] - pn[c + sn - s]));
    q[c] = sum;
  }
}

/* q = A p; p . q. */
static void apply_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  double sum = 0;
  LG_EACH_FACE_ROW(l, task, axis, row) {
    const int first = lg_mac_face_row(l, axis, row), end = first + lg_mac_row_faces(l, axis);
    const uint8_t *inner = j->inner[axis];

    /* runs of inner faces, and each of the others */
    for (int c = first, to; c < end; c = to) {
      for (to = c; to < end && inner[to];) to++;
      if (to > c && l->dim == 2) apply_inner(2, j, axis, c, to);
      else if (to > c) apply_inner(3, j, axis, c, to);
      else if (j->scale[axis][to++] > 0) j->q[axis][c] = lg_strain_row(&j->strains, axis, c, NULL);
    }
    for (int c = first; c < end; c++)
      if (j->scale[axis][c] > 0) sum += (double)(j->q[axis][c] * j->p[axis][c]);
  }
  j->partial[SUMS * task] = sum;
}

/* u += alpha p, r -= alpha q; z . r, |r|^2 / rho and rho |u|^2. */
static void advance_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const float alpha = (float)j->alpha;
  double zr = 0, rr = 0, uu = 0;
  LG_EACH_FACE(&j->m->lattice, task, axis, c) {
    if (!(j->scale[axis][c] > 0)) continue;
    if (alpha > 0) {
      j->m->u[axis][c] += alpha * j->p[axis][c];
      j->r[axis][c] -= alpha * j->q[axis][c];
    }

    /* Preconditioned by the diagonal: z = r / diagonal. */
    const float r = j->r[axis][c], u = j->m->u[axis][c],
                density = j->inner[axis][c] ? j->strains.density
                                            : lg_strain_density(&j->strains, axis, c);
    zr += (double)(j->scale[axis][c] * r * r);
    rr += (double)(r * r / j->strains.density);
    uu += (double)(density * u * u);
  }
  j->partial[SUMS * task] = zr;
  j->partial[SUMS * task + 1] = rr;
  j->partial[SUMS * task + 2] = uu;
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
    sum += j->partial[SUMS * t + (size_t)which];
  return sum;
}

static void solve(job *j, lg_step *s, double tolerance) {
  lg_mac *m = j->m;
  j->strains.of = m->u;
  j->strains.moves = true;
  for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, m->u[k]);
  lg_mac_for_faces(m, s->threads, begin_task, j);
  lg_mac_bodies_give_way(&j->strains, true);
  lg_mac_bodies_drag_along(&j->strains, -1, j->r, j->p);
  double whole = sum_of(j, 0); /* of the fastest so far: walls may drive what is at rest */
  j->alpha = j->beta = 0;
  lg_mac_for_faces(m, s->threads, advance_task, j);

  /* p = z + beta p, alpha = r . z / p . A p, until |r| is small */
  j->strains.of = j->p;
  j->strains.moves = false;
  double zr = sum_of(j, 0), left = sum_of(j, 1);
  for (int n = 0; n < MOST_ITERATIONS && (left > tolerance * tolerance * whole || n == 0); n++) {
    lg_mac_for_faces(m, s->threads, turn_task, j);
    for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, j->p[k]);
    lg_mac_for_faces(m, s->threads, apply_task, j);
    lg_mac_bodies_give_way(&j->strains, false);
    const double curvature = sum_of(j, 0) + lg_mac_bodies_drag_along(&j->strains, 1, j->q, j->p),
                 before = zr;
    if (!(curvature > 0)) break;
    j->alpha = zr / curvature;
    lg_mac_for_faces(m, s->threads, advance_task, j);
    zr = sum_of(j, 0);
    left = sum_of(j, 1);
    whole = fmax(whole, sum_of(j, 2));
    j->beta = zr / before;
  }
  s->stats->viscosity_error = whole > 0 ? sqrt(left / whole) : 0;
  for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, m->u[k]);
}

/* ---- in a sub-step -------------------------------------------------------------------------- */

/* False: no memory. */
static bool make_room(job *j, lg_step *s) {
  const size_t faces = (j->m->capacity + 15) / 16 * 16, tasks = lg_mac_face_tasks(&j->m->lattice);
  double *room =
      lg_scratch(s->world, SUMS * tasks * sizeof *room + faces * (15 * sizeof(float) + 6));
  if (!room) return false;

  /* Sums of tasks, five vectors an axis, two marks a face. */
  float *values = (float *)(void *)(room + SUMS * tasks);
  uint8_t *kinds = (uint8_t *)(void *)(values + 15 * faces);
  j->partial = room;
  for (size_t k = 0; k < 3; k++) {
    j->p[k] = values + 5 * k * faces;
    j->q[k] = j->p[k] + faces;
    j->r[k] = j->q[k] + faces;
    j->scale[k] = j->r[k] + faces;
    j->begun[k] = j->scale[k] + faces;
    j->strains.kind[k] = kinds + k * faces;
    j->inner[k] = kinds + (3 + k) * faces;
  }
  return true;
}

/* Farther in a sub-step than explicit differences bear. */
static bool reaches_far(const lg_mac *m, const lg_step *s, float kinematic) {
  const float h = m->cell[0];
  return s->dt * kinematic > 1.00001f * h * h / (2.2f * (float)m->lattice.dim);
}

/* The velocity, what solids bear of it, and once more where that, with the pressure, lifts bodies
   from what held them. False: no memory. */
static bool solve_for(job *j, lg_step *s, double tolerance, bool far) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  lg_par_tasks(lg_lattice_threads(l, s->threads), (size_t)l->dim, kinds_task, j);
  for (int k = 0; k < l->dim; k++) memcpy(j->begun[k], m->u[k], m->capacity * sizeof *m->u[k]);

  for (;;) {
    if (far) lg_mac_push_bodies(m, s, j->strains.density);
    for (int k = 0; k < l->dim; k++) memset(j->p[k], 0, m->capacity * sizeof *j->p[k]);
    if (!lg_mac_bear(&j->strains, s, j->p)) return false;
    solve(j, s, tolerance);
    j->strains.of = m->u;
    j->strains.moves = true;
    lg_mac_load_solids(&j->strains, s);
    if (!lg_supports_lift(s->world)) break;

    /* nothing of it counts */
    for (int k = 0; k < l->dim; k++) memcpy(m->u[k], j->begun[k], m->capacity * sizeof *m->u[k]);
    if (!lg_mac_solid_speeds(m, s)) return false;
  }

  lg_mac_forget_pending(&j->strains, s);
  return true;
}

/* What viscosity does to bodies. False: no memory. */
static bool move_bodies(lg_mac *m, lg_step *s) {
  if (s->bodies->n == 0) return true;
  lg_supports_apply(s->world);
  return lg_mac_solid_speeds(m, s);
}

void lg_mac_diffuse(lg_mac *m, lg_step *s, const lg_poisson_how *how, float viscosity,
                    float by_transfer, float density, float *carried) {
  s->stats->viscosity_error = 0;
  if (!(viscosity > 0)) return;
  job j = {
      .m = m,
      .strains = {.m = m,
                  .dt = s->dt,
                  .viscosity = viscosity,
                  .inside = lg_maxf(1 - by_transfer / viscosity, 0),
                  .density = density},
  };
  const float felt = m->sticks ? viscosity : j.strains.inside * viscosity;
  if (!(felt > 0)) return;
  const bool far = reaches_far(m, s, felt / density);
  if (!far && !m->sticks) {
    lg_mac_for_faces(m, s->threads, explicit_task, &j);
    return;
  }

  /* with a pressure that the projection finds anew */
  if (far) {
    do lg_mac_find_pressure(m, s, how, density);
    while (!s->failed && lg_mac_lift_bodies(m, s, density));
    lg_bodies_forget(s->world);
    lg_mac_recall_pressure(m, s, density, carried);
    lg_mac_push(m, s, density, 1);
  }
  s->failed = s->failed || !make_room(&j, s) || !solve_for(&j, s, how->tolerance, far);
  if (far) lg_mac_push(m, s, density, -1);
  s->failed = s->failed || !move_bodies(m, s);
}
