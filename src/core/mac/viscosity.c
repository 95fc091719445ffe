/* viscosity.c - viscosity on the grid: explicit in short sub-steps where nothing holds the fluid;
   else what it is when the sub-step ends. Compiled once per dispatch path.

   explicit   u += dt nu lap u, of the extrapolated velocity
   solved     the u that makes rho / 2 |u - u*|^2 + dt (mu sum_a (d_a u_a)^2 + mu / 2 sum_ab
              (d_b u_a + d_a u_b)^2) least (Batty & Bridson 2008): all of the stress, so that fluid
              that turns is not braked; strains that reach into air do not count, which leaves
              surfaces free, nor shear at walls that let it glide. By conjugate gradients,
              preconditioned by the diagonal. In long sub-steps u* is free of divergence: pressure
              is found before, and once more after (projections before and after: ibid.).
              What a solid cuts counts with the fluid that is there, and a wall that holds
              it with its true distance and velocity; that it bears the opposite is load of a solid
              (body/loads.c), not yet a push on a body. Longer, as the strains are what the
              solution and the loads share. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
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

/* ---- what solids leave ---------------------------------------------------------------------- */

/* cells, from the middle of a face to the nearest solid; < 0: inside */
LG_INLINE float depth_of(const lg_mac *m, int axis, int c) {
  return lg_mac_face_distance(m, axis, c) * m->inverse[0];
}

/* Fluid in a box of a cell's size whose middle lies so deep, in cells: never none. */
LG_INLINE float fluid_at(const lg_mac *m, float depth) {
  return m->known_voxels ? 1 : lg_clampf(depth + 0.5f, NEAREST, 1);
}
/* The same about a face, and about the node (in 3-D: the edge) between faces low and
   high = low + step[k] of an axis. */
LG_INLINE float fluid_of_face(const lg_mac *m, int axis, int c) {
  return fluid_at(m, depth_of(m, axis, c));
}
LG_INLINE float fluid_of_node(const lg_mac *m, int axis, int k, int high) {
  const int along = m->lattice.dim == 3 ? m->lattice.step[3 - axis - k] : 0;
  return fluid_at(m, 0.5f * (m->phi[high] + m->phi[high + along]) * m->inverse[0]);
}

/* ---- strains -------------------------------------------------------------------------------- */

/* How a face moves: an unknown, or its solid. */
LG_INLINE float moving(const job *j, int axis, int c) {
  if (j->kind[axis][c] == FREE) return j->of[axis][c];
  return j->moves ? j->m->solid_u[axis][c] : 0;
}
/* Whether a face lies beyond an edge that is no seam. */
LG_INLINE bool is_beyond_edge(const lg_mac *m, int axis, int c) {
  return m->layer[axis][c] == LG_MAC_GHOST;
}
/* The face that `behind`, next to c, is or stands for beyond a seam. x, m: where that is; from: c,
   as seen from there. */
LG_INLINE int seen_from(const lg_mac *m, int axis, int behind, int c, float x[3], float from[3]) {
  const int real = lg_lattice_real(&m->lattice, behind);
  float ghost[3];
  lg_mac_position(m, axis, real, x);
  lg_mac_position(m, axis, behind, ghost);
  lg_mac_position(m, axis, c, from);
  for (int k = 0; k < m->lattice.dim; k++) from[k] += x[k] - ghost[k];
  return real;
}
/* The same of the wall that holds face c, a part `way` of the way to the next one, `behind`: its
   solid's where that is, not where it is met. */
LG_INLINE float wall_of(const job *j, int axis, int c, int behind, float way) {
  const lg_mac *m = j->m;
  if (!j->moves) return 0;
  if (is_beyond_edge(m, axis, behind))
    return 0.5f * (m->pair[axis][2 * c] + m->pair[axis][2 * behind]);

  float x[3], from[3];
  double there[3], here[3];
  const int real = seen_from(m, axis, behind, c, x, from);
  const int solid = lg_mac_face_solid(m, axis, real);
  if (solid == 0) return m->solid_u[axis][real];
  lg_mac_solid_velocity(m, solid, x, there);
  for (int k = 0; k < m->lattice.dim; k++) x[k] = from[k] + way * (x[k] - from[k]);
  lg_mac_solid_velocity(m, solid, x, here);
  return m->solid_u[axis][real] + (float)(here[axis] - there[axis]);
}

/* The part of the way from face c to the next one, `other`, that is in front of the solid that
   holds it. */
LG_INLINE float way_to_wall(const lg_mac *m, int axis, int c, int other) {
  const float here = depth_of(m, axis, c);
  const float behind = is_beyond_edge(m, axis, other) ? here - 1 : depth_of(m, axis, other);
  return lg_clampf(here > behind ? here / (here - behind) : here, NEAREST, 1);
}

/* The same between two faces of the fluid: one whose middle lies in a solid, or at it, is taken to
   lie in front of it. */
LG_INLINE float way_between(const lg_mac *m, int axis, int a, int b) {
  if (!m->stuck[axis][a] && !m->stuck[axis][b]) return 1;
  const float da = depth_of(m, axis, a), db = depth_of(m, axis, b),
              inside = NEAREST - lg_minf(da, db);
  return inside > 0 ? lg_clampf(1 - inside * fabsf(da - db), NEAREST, 1) : 1;
}

/* The difference between two faces of an axis across it; way: 1, or the part of the cell up to a
   wall between them that holds one, whose velocity counts. False: there is none. */
LG_INLINE bool difference(const job *j, int axis, int low, int high, float *out, float *way) {
  const uint8_t a = j->kind[axis][low], b = j->kind[axis][high];
  if (a == AIR || b == AIR) return false;

  /* A wall behind one of them is as far as its surface. */
  if (a == FREE && b == STUCK) {
    *way = way_to_wall(j->m, axis, low, high);
    *out = (wall_of(j, axis, low, high, *way) - j->of[axis][low]) / *way;
  } else if (a == STUCK && b == FREE) {
    *way = way_to_wall(j->m, axis, high, low);
    *out = (j->of[axis][high] - wall_of(j, axis, high, low, *way)) / *way;
  } else {
    *way = a == FREE && b == FREE ? way_between(j->m, axis, low, high) : 1;
    *out = (moving(j, axis, high) - moving(j, axis, low)) / *way;
  }
  return true;
}

/* Shear d_k u_a + d_a u_k at the node between faces low and high = low + step[k] of axis a, 1/s,
   times the fluid around it, in cells; 0: it does not count. scale: what it takes of one face. */
LG_INLINE float shear(const job *j, int axis, int k, int low, int high, float *scale,
                      float *fluid) {
  const lg_mac *m = j->m;
  const uint8_t a = j->kind[axis][low], b = j->kind[axis][high];
  float along, across, way, other;
  *scale = *fluid = 0;
  if (a == CLOSED || b == CLOSED || !difference(j, axis, low, high, &along, &way) ||
      !difference(j, k, high - m->lattice.step[axis], high, &across, &other))
    return 0;
  *scale = 1 / way;
  *fluid = m->known_voxels ? lg_minf(way, other) : fluid_of_node(m, axis, k, high);
  return *fluid * (along * m->inverse[k] + across * m->inverse[axis]);
}

/* kg/m3: what is there of the fluid about a face. */
LG_INLINE float density_of(const job *j, int axis, int c) {
  return j->density * fluid_of_face(j->m, axis, c) / lg_mac_lightness(j->m, axis, c);
}

/* A u at a face: rho u - dt times the stress's divergence; diagonal, if asked for. */
LG_INLINE float row_of(const job *j, int axis, int c, float *diagonal) {
  const lg_mac *m = j->m;
  const float density = density_of(j, axis, c), mu = j->dt * j->viscosity;
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
        const float strain = (moving(j, axis, high) - moving(j, axis, low)) * h,
                    fluid = lg_maxf(m->volume[low], NEAREST);
        sum += (side ? -2 : 2) * mu * h * fluid * strain;
        all += 2 * mu * h * h * fluid;
      } else {
        float scale, fluid, strain = shear(j, axis, k, low, high, &scale, &fluid);
        sum += (side ? -1 : 1) * mu * h * scale * strain;
        all += mu * h * h * fluid * scale * scale;
      }
    }
  }
  if (diagonal) *diagonal = all;
  return sum;
}

/* ---- conjugate gradients -------------------------------------------------------------------- */

/* Of an axis: what each face is. The last one on a periodic axis is the first again. */
static void kinds_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;

  for (size_t c = 0; c < m->capacity; c++) {
    const bool ghost = m->layer[axis][c] == LG_MAC_GHOST;
    const bool closed = !ghost && m->open[axis][c] <= 0;
    j->kind[axis][c] = m->active[axis][c] && !ghost ? FREE
                       : m->stuck[axis][c] &&
                               (ghost || closed || lg_mac_face_distance(m, (int)axis, (int)c) <= 0)
                           ? STUCK
                       : closed ? CLOSED
                                : AIR;
  }
  lg_mac_wrap_faces(&m->lattice, (int)axis, j->kind[axis]);
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
    const float u = m->u[axis][c], density = density_of(j, axis, c);
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
  for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, m->u[k]);
  lg_mac_for_faces(m, s->threads, begin_task, j);
  const double limit = tolerance * tolerance * sum_of(j, 0);
  j->alpha = j->beta = 0;
  lg_mac_for_faces(m, s->threads, advance_task, j);

  /* p = z + beta p, alpha = r . z / p . A p, until |r| is small */
  j->of = j->p;
  j->moves = false;
  double zr = sum_of(j, 0), left = sum_of(j, 1);
  for (int n = 0; n < MOST_ITERATIONS && (left > limit || n == 0); n++) {
    lg_mac_for_faces(m, s->threads, turn_task, j);
    for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, j->p[k]);
    lg_mac_for_faces(m, s->threads, apply_task, j);
    const double curvature = sum_of(j, 0), before = zr;
    if (!(curvature > 0)) break;
    j->alpha = zr / curvature;
    lg_mac_for_faces(m, s->threads, advance_task, j);
    zr = sum_of(j, 0);
    left = sum_of(j, 1);
    j->beta = zr / before;
  }
  for (int k = 0; k < m->lattice.dim; k++) lg_mac_wrap_faces(&m->lattice, k, m->u[k]);
}

/* ---- what solids feel ----------------------------------------------------------------------- */

/* The solid of face `other`, next to c on axis k and behind a wall; 0: it is an edge's. */
static int solid_behind(const lg_mac *m, int axis, int c, int other, int k) {
  const int real = lg_lattice_real(&m->lattice, other);
  if (m->layer[axis][real] != LG_MAC_GHOST) return lg_mac_face_solid(m, axis, real);
  return k == axis ? 0 : m->nearest[c > other ? c : other]; /* the node between them */
}

/* What face `other` of a solid takes of face c, the opposite of what row_of has of it: an impulse
   along the axis, where the wall is. */
static void load_pair(const job *j, lg_world *w, int axis, int c, int k, int side) {
  const lg_mac *m = j->m;
  const int s = m->lattice.step[k], other = side ? c + s : c - s, low = side ? c : other,
            high = low + s;
  const float mu = j->dt * j->viscosity, h = m->inverse[k];
  float taken, way = 1, x[3], y[3];
  const uint8_t kind = j->kind[axis][other];
  if (kind != STUCK && kind != CLOSED) return;

  if (k == axis) {
    if (m->type[low] == LG_MAC_AIR) return;
    const float strain = (moving(j, axis, high) - moving(j, axis, low)) * h;
    taken = 2 * mu * h * lg_maxf(m->volume[low], NEAREST) * strain;
  } else {
    float scale, fluid, strain = shear(j, axis, k, low, high, &scale, &fluid);
    if (!(scale > 0)) return;
    taken = mu * h * scale * strain;
    way = 1 / scale;
  }

  /* N s, on the way to the other face */
  const int solid = solid_behind(m, axis, c, other, k);
  double impulse[3] = {0, 0, 0}, at[3];
  impulse[axis] = (double)(side ? -taken : taken);
  for (int n = 0; n < m->lattice.dim; n++) impulse[axis] *= (double)m->cell[n];
  seen_from(m, axis, other, c, y, x);
  for (int n = 0; n < 3; n++) at[n] = (double)(x[n] + way * (y[n] - x[n]));
  if (solid) lg_loads_add(w, lg_mac_solid_place(m, solid, at), impulse, at);
}

/* The other half of what solids whose load is asked for do to the fluid: one after the other, so
   that the sums are the same for any number of threads. */
static void load_solids(job *j, const lg_step *s) {
  const lg_mac *m = j->m;
  if (s->bodies->n == s->bodies->moving) return;
  j->of = m->u;
  j->moves = true;
  for (size_t task = 0; task < lg_mac_face_tasks(&m->lattice); task++)
    LG_EACH_FACE(&m->lattice, task, axis, c) {
      for (int k = 0; k < m->lattice.dim && is_unknown(j, axis, c); k++)
        for (int side = 0; side < 2; side++) load_pair(j, s->world, axis, c, k, side);
    }
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

/* Farther in a sub-step than explicit differences bear. */
static bool reaches_far(const lg_mac *m, const lg_step *s, float kinematic) {
  const float h = m->cell[0];
  return s->dt * kinematic > 1.00001f * h * h / (2.2f * (float)m->lattice.dim);
}

void lg_mac_diffuse(lg_mac *m, lg_step *s, const lg_poisson_how *how, float viscosity,
                    float density) {
  job j = {.m = m, .dt = s->dt, .viscosity = viscosity, .density = density};
  if (!(viscosity > 0)) return;
  const bool far = reaches_far(m, s, viscosity / density);
  if (!far && !m->sticks) {
    lg_mac_for_faces(m, s->threads, explicit_task, &j);
    return;
  }

  /* with the pressure as it would be without viscosity, which the projection finds anew */
  if (far) lg_mac_push(m, s, how, density, 1);
  if (make_room(&j, s)) {
    lg_par_tasks(lg_lattice_threads(&m->lattice, s->threads), (size_t)m->lattice.dim, kinds_task,
                 &j);
    solve(&j, s, how->tolerance);
    load_solids(&j, s);
  }
  if (far) lg_mac_push(m, s, NULL, density, -1);
}
