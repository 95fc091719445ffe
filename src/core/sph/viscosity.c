/* viscosity.c - viscosity as it is when the sub-step ends (forces.h). Compiled once per dispatch
   path.

   A v = m v* with A = m + dt (K + walls), K v_i = sum_j k_ij e (e . v_ij), by conjugate gradients
   without a matrix, preconditioned by the blocks of A's diagonal (Weiler et al. 2018, sec. 4.3). A
   particle is last given its residual over its mass: v* + dt (forces between pairs) then is what it
   has, to rounding, so that momentum and angular momentum are kept whatever the tolerance.

   Where the fluid has no surface (pressure.h: closed vessels) there is no drop whose spin is to be
   kept, and Morris's operator, of v_ij for e (e . v_ij), is truer: a lattice does not change it.

   Fluids that are not Newtonian have the viscosity that goes with the shear rate G, 1/s, at the
   start of the sub-step:
     G^2 = 2 D : D, D: symmetric part of sum_j V_j F_ij v_ij x_ij^T / (sum_j V_j F_ij r^2 / dim)
   of which the lower part makes it right beside walls and surfaces, too.

   Bodies on which a wall holds fast give way, with what remains of A when their velocities u are
   worked out of those of the particles:
     u = u* + M^-1 sum dt c_i J_i^T (v_i - J_i u),  c_i: the wall's hold, kg/s; J_i: u to x_i */
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"
#include "core/sph/density.h"
#include "core/sph/forces.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

#define MOST_ITERATIONS 300
#define CREEP           100.0 /* s: what does not yield has so much times its yield stress, Pa s */

typedef struct block { /* of A's diagonal, inverted; and the particle's mass and hold, kg */
  float xx, xy, xz, yy, yz, zz, mass, hold;
} block;

/* What gives way to the drag of its wall, as far as particles say: see above. */
typedef struct yielding {
  double m[6][6];        /* M^-1 */
  double a[6][6];        /* 1 + M^-1 sum dt c J^T J */
  double known[6], u[6]; /* m/s and 1/s, since walls were sampled: u*, and with what pulls */
  double pull[6];        /* kg m/s: sum dt c J^T p */
} yielding;

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_fluid *fluid;
  const float *density;
  const lg_v4 *ahead; /* m/s2: what else will change v, of the pressure; NULL: nothing */
  lg_v4 *positions;   /* pack {x, V} */
  lg_v4 *p;           /* pack {direction, Pa s} */
  lg_v4 *v;           /* {v, *}: v*, at last the answer */
  lg_v4 *r, *q;       /* residual, A p; kg m/s */
  block *inverse;
  yielding *body;
  int bodies;   /* that move: 0 where no wall holds */
  bool closed;  /* without a surface */
  float factor; /* of the coupling: 2 dt, or 2 (dim + 2) dt over `sheared` */
  float alpha, beta;
} job;

/* What the sum over pairs makes of a viscosity of 1 in a shear flow: less, where pairs along the
   flow and across it do not count. Of rows that slide past each other, two thirds of what the
   lattice makes and a third of what particles without an order do (within 3 % of the mean over all
   offsets of the rows, at supports of 2 to 4 spacings). */
static float sheared(const lg_step *s, const lg_kernel *kernel) {
  const double dx = (double)s->spacing;
  const int reach = (int)(s->radius / s->spacing);
  double lattice = 0, isotropic = 0;
  for (int z = s->dim == 3 ? -reach : 0; z <= (s->dim == 3 ? reach : 0); z++)
    for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
        const double r2 = (double)(x * x + y * y + z * z), r = dx * sqrt(r2);
        if (r2 == 0) continue;
        const double slope = r * r * (double)lg_kernel_grad(kernel, (float)r);
        lattice -= (s->dim + 2) * slope * (double)(x * x * y * y) / (r2 * r2);
        isotropic -= slope / s->dim;
      }
  return (float)((2 * lattice + isotropic) / 3 * lg_cube(dx, s->dim));
}

/* Loops have no copies for each kernel, as others do: they are many in the page. */

/* ---- A -------------------------------------------------------------------------------------- */

static lg_v8 slope_of(const lg_kernel *kernel, lg_v8 r2) {
  return lg_kernel_g(kernel->type, lg_v8_sqrt(r2) * kernel->inverse);
}

/* dt k_ij of eight pairs, kg, over r^2 where it acts along x_ij. */
LG_INLINE lg_v8 coupling(const job *j, size_t i, const lg_pairs *x, lg_v8 viscosity) {
  const float mine = j->p[i][3], soft = 1e-4f * j->s->spacing * j->s->spacing;
  lg_v8 between = 2.0f * mine * viscosity / lg_v8_max(mine + viscosity, lg_v8_all(FLT_MIN));
  lg_v8 g = slope_of(j->kernel, x->r2);
  return -j->factor * j->kernel->f0 * j->positions[i][3] * x->w * between * g /
         (j->closed ? lg_v8_all(1) : x->r2 + soft);
}

/* q = A p of particles alone; p . q. */
LG_INLINE void apply_rows(int dim, const job *j, size_t begin, size_t end, lg_tally *dot) {
  const lg_v8 none = lg_v8_all(0);
  for (size_t i = begin; i < end; i++) {
    const lg_v4 p = j->p[i];
    lg_v8 sum[3] = {none, none, none};
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at), v = lg_pairs_of(dim, j->p, i, at);
      lg_v8 k = coupling(j, i, &x, v.w);
      if (j->closed) lg_pairs_add(dim, sum, k, &v);
      else lg_pairs_add(dim, sum, k * lg_pairs_dot(dim, &x, &v), &x);
    }
    const float own = j->inverse[i].mass + j->inverse[i].hold;
    const lg_v4 q = lg_v8_sum3(sum[0], sum[1], sum[2]) + own * p;
    j->q[i] = q;
    dot->sum += (double)(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
  }
}

static lg_tally apply_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally dot = {0};
  if (j->s->dim == 2) apply_rows(2, j, begin, end, &dot);
  else apply_rows(3, j, begin, end, &dot);
  return dot;
}

/* The blocks of the diagonal, inverted by their adjugates; in 2-D zz is that of a mass alone. */
static void diagonal_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const int dim = j->s->dim;
  const lg_v8 none = lg_v8_all(0);
  for (size_t i = begin; i < end; i++) {
    lg_v8 sum[6] = {none, none, none, none, none, none};
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at), v = lg_pairs_of(dim, j->p, i, at);
      lg_v8 k = coupling(j, i, &x, v.w);
      for (int a = 0, e = 0; a < 3; a++)
        for (int b = a; b < 3; b++, e++) {
          if (!j->closed) sum[e] += k * x.d[a] * x.d[b];
          else if (a == b) sum[e] += k;
        }
    }

    block *out = &j->inverse[i];
    const double own = (double)(out->mass + out->hold);
    const double xx = own + (double)lg_v8_sum(sum[0]), xy = (double)lg_v8_sum(sum[1]),
                 xz = (double)lg_v8_sum(sum[2]), yy = own + (double)lg_v8_sum(sum[3]),
                 yz = (double)lg_v8_sum(sum[4]), zz = own + (double)lg_v8_sum(sum[5]);
    const double a = yy * zz - yz * yz, b = xz * yz - xy * zz, c = xy * yz - xz * yy,
                 over = 1 / (xx * a + xy * b + xz * c);
    out->xx = (float)(a * over);
    out->xy = (float)(b * over);
    out->xz = (float)(c * over);
    out->yy = (float)((xx * zz - xz * xz) * over);
    out->yz = (float)((xy * xz - xx * yz) * over);
    out->zz = (float)((xx * yy - xy * xy) * over);
  }
}

/* ---- bodies --------------------------------------------------------------------------------- */

/* Those that the walls of bodies hold. */
#define EACH_HELD(j, t)                                                                            \
  for (const lg_body_neighbor *t = (j)->s->bodies->neighbor,                                       \
                              *t##_end = t + ((j)->bodies > 0 ? (j)->s->bodies->neighbors : 0);    \
       t < t##_end; t++)                                                                           \
    if (t->body < (j)->bodies && t->drag_part > 0)

/* dt c of one. */
static double hold_of(const job *j, const lg_body_neighbor *t) {
  return (double)(t->drag_part * j->inverse[t->i].hold);
}
/* out += J^T f */
static void to_body(const lg_body_neighbor *t, const double f[3], double out[6]) {
  const double arm[3] = {(double)t->arm[0], (double)t->arm[1], (double)t->arm[2]};
  double spin[3];
  lg_cross_d(arm, f, spin);
  lg_axpy_d(1, f, out);
  lg_axpy_d(1, spin, out + 3);
}
/* v = J u */
static void from_body(const lg_body_neighbor *t, const double u[6], double v[3]) {
  const double arm[3] = {(double)t->arm[0], (double)t->arm[1], (double)t->arm[2]};
  lg_cross_d(u + 3, arm, v);
  lg_axpy_d(1, u, v);
}

/* u where particles move by p alone; whole: they move by it in the world, and the rest counts. */
static void find_response(const job *j, const lg_v4 *p, bool whole) {
  for (int b = 0; b < j->bodies; b++) memset(j->body[b].pull, 0, sizeof j->body[b].pull);
  EACH_HELD(j, t) {
    const lg_v4 wall = j->s->walls->no_slip[t->i], at = p[t->i];
    double f[3] = {0, 0, 0};
    for (int k = 0; k < j->s->dim; k++)
      f[k] = hold_of(j, t) * (double)(at[k] - (whole ? wall[k] / wall[3] : 0));
    to_body(t, f, j->body[t->body].pull);
  }

  for (int b = 0; b < j->bodies; b++) {
    yielding *y = &j->body[b];
    double a[6][6];
    memcpy(a, y->a, sizeof a);
    for (int i = 0; i < 6; i++) {
      y->u[i] = whole ? y->known[i] : 0;
      for (int k = 0; k < 6; k++) y->u[i] += y->m[i][k] * y->pull[k];
    }
    lg_solve6(a, y->u);
  }
}

/* to += scale dt c J u; returns that times along. */
static double give_way(const job *j, double scale, lg_v4 *to, const lg_v4 *along) {
  double dot = 0;
  EACH_HELD(j, t) {
    double v[3];
    from_body(t, j->body[t->body].u, v);
    for (int k = 0; k < j->s->dim; k++) {
      const double gives = scale * hold_of(j, t) * v[k];
      to[t->i][k] += (float)gives;
      dot += gives * (double)along[t->i][k];
    }
  }
  return dot;
}

/* M^-1, and u*: of gravity, and of a pressure that is pending; it is forgotten, for it is yet to be
   found. */
static void read_body(lg_body *from, yielding *to) {
  memset(to, 0, sizeof *to);
  lg_inertia_response(&from->now, from->impulse, from->spin, to->known, to->known + 3);
  memset(from->impulse, 0, sizeof from->impulse);
  memset(from->spin, 0, sizeof from->spin);
  for (int i = 0; i < 3; i++) {
    to->known[i] += (double)(from->now.velocity[i] - from->sampled[0][i]);
    to->known[3 + i] += (double)(from->now.angular[i] - from->sampled[1][i]);
    to->m[i][i] = from->now.lightness;
    for (int k = 0; k < 3; k++) to->m[3 + i][3 + k] = from->now.inverse[i][k];
  }
}

static void read_bodies(const job *j) {
  for (int b = 0; b < j->bodies; b++) read_body(&j->s->bodies->body[b], &j->body[b]);

  /* sum dt c J^T J */
  EACH_HELD(j, t) {
    for (int k = 0; k < j->s->dim; k++) {
      const double along[3] = {k == 0, k == 1, k == 2};
      double row[6] = {0, 0, 0, 0, 0, 0};
      to_body(t, along, row);
      for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
          j->body[t->body].a[a][b] += (double)t->drag_part * hold_of(j, t) * row[a] * row[b];
    }
  }

  for (int b = 0; b < j->bodies; b++) {
    yielding *y = &j->body[b];
    double held[6][6];
    memcpy(held, y->a, sizeof held);
    for (int i = 0; i < 6; i++)
      for (int k = 0; k < 6; k++) {
        y->a[i][k] = i == k;
        for (int n = 0; n < 6; n++) y->a[i][k] += y->m[i][n] * held[n][k];
      }
  }
}

/* ---- conjugate gradients -------------------------------------------------------------------- */

LG_INLINE double dot3(lg_v4 a, lg_v4 b) {
  return (double)(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
LG_INLINE lg_v4 times(const block *b, lg_v4 r) {
  return (lg_v4){b->xx * r[0] + b->xy * r[1] + b->xz * r[2],
                 b->xy * r[0] + b->yy * r[1] + b->yz * r[2],
                 b->xz * r[0] + b->yz * r[1] + b->zz * r[2], 0};
}

/* What walls that hold the fluid move with, times dt c. */
LG_INLINE lg_v4 held(const job *j, size_t i) {
  const lg_walls *walls = j->s->walls;
  const float hold = j->inverse[i].hold;
  return hold > 0 ? hold / walls->no_slip[i][3] * walls->no_slip[i] : (lg_v4){0, 0, 0, 0};
}

/* Bingham's stress, regularised by Papanastasiou (1987), and Carreau's (1972), over the rate. */
static float viscosity_at(const lg_properties *p, double rate) {
  const double slide = (double)p->thinning_time * rate, creep = CREEP * rate;
  const double fall = 0.5 * ((double)p->thinning_index - 1) * lg_math_log(1 + slide * slide);
  const double yields = creep > 1e-6 ? (1 - lg_math_exp(-creep)) / rate : CREEP;
  return (float)((double)p->viscosity * lg_math_exp(fall) + (double)p->yield_stress * yields);
}

/* G^2 of particle i; positions: {x, V}, p: {v, *}. */
static float rate2(int dim, const job *j, size_t i) {
  lg_v8 slope[3][3] = {{lg_v8_all(0)}}, size = lg_v8_all(0);
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->positions, i, at), v = lg_pairs_of(dim, j->p, i, at);
    lg_v8 g = slope_of(j->kernel, x.r2) * x.w;
    for (int a = 0; a < dim; a++) lg_pairs_add(dim, slope[a], g * v.d[a], &x);
    size += g * x.r2;
  }

  float sum = 0, all = lg_v8_sum(size) / (float)dim;
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) {
      const float twice = lg_v8_sum(slope[a][b]) + lg_v8_sum(slope[b][a]);
      sum += 0.5f * twice * twice;
    }
  return all < 0 ? sum / (all * all) : 0;
}

/* q[0]: viscosity. */
static void flow_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const int dim = j->s->dim;
  for (size_t i = begin; i < end; i++) {
    const lg_properties *of = &j->s->material[j->s->particles->material[i]];
    j->q[i][0] = lg_is_newtonian(of) ? of->viscosity
                                     : viscosity_at(of, sqrt((double)rate2(dim, j, i)));
  }
}

static void volume_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++)
    j->positions[i][3] = j->s->particles->mass[i] / j->density[i];
}

/* v* = v + dt ahead, p there, with the viscosity that is in q; masses and holds. */
static void begin_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const lg_particles *c = s->particles;
  for (size_t i = begin; i < end; i++) {
    const float viscosity = s->materials > 0 ? j->q[i][0] : j->fluid->viscosity;
    lg_v4 v = {c->v[0][i], c->v[1][i], s->dim == 3 ? c->v[2][i] : 0, 0};
    if (j->ahead) v += s->dt * j->ahead[i];
    j->v[i] = v;
    j->p[i] = (lg_v4){v[0], v[1], v[2], viscosity};
    j->inverse[i].mass = c->mass[i];
    j->inverse[i].hold = 0;
    if (s->walls->has_no_slip)
      j->inverse[i].hold = 2 * s->dt * viscosity * j->positions[i][3] * s->walls->no_slip[i][3];
  }
}

/* r of v*, but for bodies; |m v*|^2 / m. */
static lg_tally residual_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally size = {0};
  for (size_t i = begin; i < end; i++) {
    const float mass = j->inverse[i].mass;
    j->r[i] = mass * j->v[i] + held(j, i) - j->q[i];
    size.sum += (double)mass * dot3(j->v[i], j->v[i]);
  }
  return size;
}

/* v += alpha p, r -= alpha q, and z, in q, of the blocks' inverses; z . r and |r|^2 / m. */
static lg_tally advance_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally found = {0};
  for (size_t i = begin; i < end; i++) {
    j->v[i] += j->alpha * j->p[i];
    j->r[i] -= j->alpha * j->q[i];
    j->q[i] = times(&j->inverse[i], j->r[i]);
    found.sum += dot3(j->q[i], j->r[i]);
    found.other += dot3(j->r[i], j->r[i]) / (double)j->inverse[i].mass;
  }
  return found;
}

/* p = z + beta p */
static void turn_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    const lg_v4 z = j->q[i], p = j->p[i];
    j->p[i] = (lg_v4){z[0] + j->beta * p[0], z[1] + j->beta * p[1], z[2] + j->beta * p[2], p[3]};
  }
}

static void solve(job *j, double tolerance) {
  lg_step *s = j->s;
  lg_sph_tally(s, apply_block, j);
  const double limit = tolerance * tolerance * lg_sph_tally(s, residual_block, j).sum;
  find_response(j, j->v, true);
  give_way(j, 1, j->r, j->r);

  j->alpha = j->beta = 0;
  lg_tally now = lg_sph_tally(s, advance_block, j);
  for (int k = 0; k < MOST_ITERATIONS && now.other > limit; k++) {
    lg_par_for(s->threads, s->n, turn_block, j);
    lg_sph_update_ghosts(s, j->p, false);
    double curvature = lg_sph_tally(s, apply_block, j).sum;
    find_response(j, j->p, false);
    curvature += give_way(j, -1, j->q, j->p);
    if (!(curvature > 0)) break;

    const double before = now.sum;
    j->alpha = (float)(before / curvature);
    now = lg_sph_tally(s, advance_block, j);
    j->beta = (float)(now.sum / before);
  }
}

/* ---- what comes of it ----------------------------------------------------------------------- */

/* v -> v + change; q: dt times the walls' drag, kg m/s, so far without bodies that give way. */
static void drag_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) j->q[i] = held(j, i) - j->inverse[i].hold * j->v[i];
}

static void end_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const float before[3] = {0, 0, 0};
  for (size_t i = begin; i < end; i++) {
    const lg_v4 drag = j->q[i] / s->dt, v = j->v[i] + j->r[i] / j->inverse[i].mass;
    for (int k = 0; k < s->dim; k++) {
      float other = j->ahead ? s->dt * j->ahead[i][k] : 0;
      s->particles->v[k][i] = v[k] - other;
    }
    lg_bodies_record_drag(s->bodies, i, 1, before, (const float *)&drag);
  }
}

static void tell(const job *j) {
  LG_EACH_WATCHED(j->s, o) {
    const size_t i = o->at;
    const float mass = j->inverse[i].mass, dt = j->s->dt;
    const lg_v4 wall = j->q[i] / (mass * dt), change = j->v[i] + j->r[i] / mass;
    float fluid[3] = {0, 0, 0}, walls[3] = {wall[0], wall[1], wall[2]};
    for (int k = 0; k < j->s->dim; k++) {
      const float other = j->ahead ? dt * j->ahead[i][k] : 0;
      fluid[k] = (change[k] - other - j->s->particles->v[k][i]) / dt - wall[k];
    }
    lg_term(o, "viscosity", fluid);
    if (j->inverse[i].hold > 0) lg_term(o, "wall_drag", walls);
  }
}

bool lg_sph_viscosity_is_solved(const lg_step *s, const lg_fluid *fluid) {
  /* but for how it was rounded */
  return (double)s->dt > 1.000001 * lg_sph_viscous_dt(s, fluid->viscosity, fluid->density);
}

/* False: no memory. */
static bool make_room(job *j) {
  lg_step *s = j->s;
  lg_sph *sph = s->sph;
  lg_mem *mem = &s->world->mem;
  const bool yields = s->walls->has_no_slip && s->bodies->moving > 0;
  j->bodies = yields ? s->bodies->moving : 0;
  s->failed = !lg_mem_room(mem, &sph->viscous, s->n, 3 * sizeof *j->v + sizeof *j->inverse) ||
              !lg_mem_room(mem, &sph->yielding, (size_t)j->bodies, sizeof *j->body);
  if (s->failed) return false;

  j->v = sph->viscous;
  j->r = j->v + s->n;
  j->q = j->r + s->n;
  j->inverse = (block *)(void *)(j->q + s->n);
  j->body = sph->yielding;
  return true;
}

bool lg_sph_viscosity(lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
                      const float *density, const lg_v4 *ahead, lg_v4 *positions,
                      lg_v4 *directions) {
  job j = {.s = s,
           .kernel = kernel,
           .fluid = fluid,
           .density = density,
           .ahead = ahead,
           .positions = positions,
           .p = directions};
  if (!lg_sph_viscosity_is_solved(s, fluid) || !make_room(&j)) return false;

  LG_STAGE(s->world, "solve/viscosity") {
    lg_sph_pack(s, j.positions, s->particles->x, s->particles->mass, true);
    j.closed = lg_sph_closed(s, kernel, positions, density);
    j.factor = 2 * s->dt * (j.closed ? 1 : (float)(s->dim + 2) / sheared(s, kernel));
    lg_par_for(s->threads, s->n, volume_block, &j);
    lg_sph_update_ghosts(s, j.positions, true);
    lg_sph_pack(s, j.p, s->particles->v, density, false);
    if (s->materials > 0) lg_par_for(s->threads, s->n, flow_block, &j);
    lg_par_for(s->threads, s->n, begin_block, &j);
    lg_sph_update_ghosts(s, j.p, false);
    lg_par_for(s->threads, s->n, diagonal_block, &j);
    read_bodies(&j);
    solve(&j, (double)fluid->viscosity_tolerance);

    /* v, and the other half of the walls' drag */
    lg_par_for(s->threads, s->n, drag_block, &j);
    find_response(&j, j.v, true);
    give_way(&j, 1, j.q, j.q);
    tell(&j);
    lg_par_for(s->threads, s->n, end_block, &j);
    lg_bodies_drag(s->world, s->dt);
    lg_bodies_apply(s->world);
  }
  return true;
}
