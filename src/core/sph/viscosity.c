/* viscosity.c - viscosity as it is when the sub-step ends (forces.h). Compiled once per dispatch
   path.

   A v = m v* with A = m + dt (K + walls), K v_i = sum_j k_ij e (e . v_ij), by conjugate gradients
   without a matrix, preconditioned by the blocks of A's diagonal (Weiler et al. 2018, sec. 4.3). A
   particle is last given its residual over its mass: v* + dt (forces between pairs) then is what it
   has, to rounding, so that momentum and angular momentum are kept whatever the tolerance.

   Where the fluid has no surface (pressure.h: closed vessels) there is no drop whose spin is to be
   kept, and Morris's operator, of v_ij for e (e . v_ij), is truer: a lattice does not change it. It
   has not all of the stress, which solids that turn are given by hand (viscous_bodies.c); bodies
   that turn need it while the velocities are found, so with them it is the one of fluid with a
   surface.

   Fluids that are not Newtonian have the viscosity that goes with the shear rate G, 1/s, at the
   start of the sub-step:
     G^2 = 2 D : D, D: symmetric part of sum_j V_j F_ij v_ij x_ij^T / (sum_j V_j F_ij r^2 / dim)
   of which the lower part makes it right beside walls and surfaces, too.

   Bodies on which a wall holds fast give way, with what remains of A when their velocities are
   worked out of those of the particles: viscous_bodies.h.

   Where the iterations end before that residual is small, or A is so stiff that rounding hides
   it, v may be far from what it should be, and what pairs do at v would throw the fluid. Then of
   the whole change of velocity, of particles and bodies, only a share comes: that with which the
   energy falls most (calm_share). Of the exact answer that is all of it. So momentum is kept and
   energy does not grow; what is missing is viscosity, and lg_stats says how far v is off. Long,
   as the operator, its solution and what comes of it share the vectors of one solve. */
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"
#include "core/sph/density.h"
#include "core/sph/forces.h"
#include "core/sph/viscous_bodies.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

#define MOST_ITERATIONS 300
#define ROUNDED         0.01  /* of the velocity: from here on rounding counts */
#define CREEP           100.0 /* s: what does not yield has so much times its yield stress, Pa s */

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
  lg_viscous_block *inverse;
  lg_viscous_bodies bodies;
  bool closed;  /* without a surface */
  float factor; /* of the coupling: dt, or (dim + 2) dt over `sheared` */
  float alpha, beta;
  float share; /* of the change of velocity that comes */
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
  const float soft = 1e-4f * j->s->spacing * j->s->spacing;
  lg_v8 vv = j->factor * j->kernel->f0 * j->positions[i][3] * x->w;
  lg_v8 mu = lg_viscosity_between(j->p[i][3], viscosity);
  return -lg_viscous_pair(vv, mu, slope_of(j->kernel, x->r2)) /
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

    /* Its mass, and the walls that hold it. */
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
    /* sum_j k_ij e e^T: xx, xy, xz, yy, yz, zz */
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

    /* with its mass and the walls that hold it; the inverse is the adjugate over the determinant */
    lg_viscous_block *out = &j->inverse[i];
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

/* ---- conjugate gradients -------------------------------------------------------------------- */

LG_INLINE double dot3(lg_v4 a, lg_v4 b) {
  return (double)(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
LG_INLINE lg_v4 times(const lg_viscous_block *b, lg_v4 r) {
  return (lg_v4){b->xx * r[0] + b->xy * r[1] + b->xz * r[2],
                 b->xy * r[0] + b->yy * r[1] + b->yz * r[2],
                 b->xz * r[0] + b->yz * r[1] + b->zz * r[2], 0};
}

/* v* = v + dt ahead */
LG_INLINE lg_v4 v_star(const job *j, size_t i) {
  const lg_particles *c = j->s->particles;
  const lg_v4 v = {c->v[0][i], c->v[1][i], j->s->dim == 3 ? c->v[2][i] : 0, 0};
  return j->ahead ? v + j->s->dt * j->ahead[i] : v;
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

/* v*, p there, with the viscosity that is in q; masses and holds. */
static void begin_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    const float viscosity = s->materials > 0 ? j->q[i][0] : j->fluid->viscosity;
    const lg_v4 v = v_star(j, i);
    j->v[i] = v;
    j->p[i] = (lg_v4){v[0], v[1], v[2], viscosity};

    /* Walls without slip hold it by 2 dt mu V times what no_slip.c sums. */
    j->inverse[i].mass = s->particles->mass[i];
    j->inverse[i].hold = 0;
    if (s->walls->has_no_slip)
      j->inverse[i].hold = LG_MORRIS * s->dt * viscosity * j->positions[i][3] *
                           s->walls->no_slip[i][3];
  }
}

/* How stiff A is beside the masses. */
static lg_tally stiff_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally stiff = {0};
  for (size_t i = begin; i < end; i++)
    stiff.most = lg_maxf(stiff.most, 1 / (j->inverse[i].xx * j->inverse[i].mass));
  return stiff;
}

/* r of v*, but for bodies; |m v* + what walls move with|^2 / m. */
static lg_tally residual_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally size = {0};
  for (size_t i = begin; i < end; i++) {
    const float mass = j->inverse[i].mass;
    const lg_v4 known = mass * j->v[i] + held(j, i);
    j->r[i] = known - j->q[i];
    size.sum += dot3(known, known) / (double)mass;
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

/* Returns how far v is off, of the velocity: |r| / m over |v*|, or by rounding. */
static double solve(job *j, double tolerance) {
  lg_step *s = j->s;

  /* r = m v* - A v*; what bodies take of it */
  lg_sph_tally(s, apply_block, j);
  const double size = lg_sph_tally(s, residual_block, j).sum, limit = tolerance * tolerance * size;
  lg_viscous_bodies_find(&j->bodies, j->v, true);
  lg_viscous_bodies_give(&j->bodies, 1, j->r, j->r);

  /* p = z + beta p, alpha = r . z / p . A p, until |r| is small */
  j->alpha = j->beta = 0;
  lg_tally now = lg_sph_tally(s, advance_block, j);
  for (int k = 0; k < MOST_ITERATIONS && now.other > limit; k++) {
    lg_par_for(s->threads, s->n, turn_block, j);
    lg_sph_update_ghosts(s, j->p, false);
    double curvature = lg_sph_tally(s, apply_block, j).sum;
    lg_viscous_bodies_find(&j->bodies, j->p, false);
    curvature += lg_viscous_bodies_give(&j->bodies, -1, j->q, j->p);
    if (!(curvature > 0)) break; /* by rounding: it is as near as floats come */

    const double before = now.sum;
    j->alpha = (float)(before / curvature);
    now = lg_sph_tally(s, advance_block, j);
    j->beta = (float)(now.sum / before);
  }

  /* floats keep so much of v beside what A makes of it */
  const double rounded = FLT_EPSILON * (double)lg_sph_tally(s, stiff_block, j).most,
               left = size > 0 ? sqrt(now.other / size) : 0;
  return rounded > ROUNDED ? fmax(left, rounded) : left;
}

/* ---- what comes of it ----------------------------------------------------------------------- */

/* r: how v changes, m/s; q: dt times the walls' drag, kg m/s, so far without bodies that give
   way. */
static void drag_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    const lg_v4 before = v_star(j, i);
    j->q[i] = held(j, i) - j->inverse[i].hold * j->v[i];
    j->r[i] = j->v[i] + j->r[i] / j->inverse[i].mass - before;
  }
}

/* By how much the energy changes with a share s of the change, but for bodies: sum s + other s^2 /
   2; less what walls do that nothing moves. */
static lg_tally work_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally work = {0};
  for (size_t i = begin; i < end; i++) {
    const double mass = (double)j->inverse[i].mass, hold = (double)j->inverse[i].hold;
    work.sum += mass * dot3(v_star(j, i), j->r[i]);
    if (hold > 0) work.sum -= dot3(held(j, i), j->q[i]) / hold;
    work.other += mass * dot3(j->r[i], j->r[i]);
  }
  return work;
}

/* The share of the change with which the energy falls most. */
static float calm_share(job *j) {
  const lg_tally fluid = lg_sph_tally(j->s, work_block, j);
  const lg_viscous_work bodies = lg_viscous_bodies_work(&j->bodies, j->q);
  const double first = fluid.sum + bodies.first, second = fluid.other + bodies.second;
  return second > 0 ? (float)fmin(fmax(-first / second, 0), 1) : 1;
}

static void end_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++)
    for (int k = 0; k < j->s->dim; k++) j->s->particles->v[k][i] += j->share * j->r[i][k];
}

static void tell(const job *j) {
  LG_EACH_WATCHED(j->s, o) {
    const size_t i = o->at;
    const float dt = j->s->dt;
    const lg_v4 all = j->share / dt * j->r[i],
                wall = j->share / (j->inverse[i].mass * dt) * j->q[i];
    float fluid[3] = {all[0] - wall[0], all[1] - wall[1], all[2] - wall[2]};
    lg_term(o, "viscosity", fluid);
    if (j->inverse[i].hold > 0) lg_term(o, "wall_drag", (float[3]){wall[0], wall[1], wall[2]});
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
  const int moving = yields ? s->bodies->moving : 0;
  s->failed = !lg_mem_room(mem, &sph->viscous, s->n, 3 * sizeof *j->v + sizeof *j->inverse) ||
              !lg_mem_room(mem, &sph->yielding, (size_t)moving, sizeof *j->bodies.body);
  if (s->failed) return false;

  j->v = sph->viscous;
  j->r = j->v + s->n;
  j->q = j->r + s->n;
  j->inverse = (lg_viscous_block *)(void *)(j->q + s->n);
  j->bodies = (lg_viscous_bodies){s, j->inverse, sph->yielding, moving};
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
  s->stats->viscosity_error = 0;
  if (!lg_sph_viscosity_is_solved(s, fluid) || !make_room(&j)) return false;

  lg_gaps gaps = lg_small_gaps(s);
  gaps.many = 0; /* a drop in the smallest gap has its spin */
  LG_STAGE(s->world, "solve/viscosity") {
    lg_sph_pack(s, j.positions, s->particles->x, s->particles->mass, true);
    j.closed = s->bodies->moving == 0 && lg_sph_closed(s, kernel, positions, density, gaps);
    j.factor = s->dt * (j.closed ? 1 : (float)(s->dim + 2) / sheared(s, kernel));
    lg_par_for(s->threads, s->n, volume_block, &j);
    lg_sph_update_ghosts(s, j.positions, true);
    lg_sph_pack(s, j.p, s->particles->v, density, false);
    if (s->materials > 0) lg_par_for(s->threads, s->n, flow_block, &j);
    lg_par_for(s->threads, s->n, begin_block, &j);
    lg_sph_update_ghosts(s, j.p, false);
    lg_par_for(s->threads, s->n, diagonal_block, &j);
    lg_viscous_bodies_read(&j.bodies);
    s->stats->viscosity_error = solve(&j, (double)fluid->viscosity_tolerance);

    /* v, and the other half of the walls' drag */
    lg_par_for(s->threads, s->n, drag_block, &j);
    lg_viscous_bodies_find(&j.bodies, j.v, true);
    lg_viscous_bodies_give(&j.bodies, 1, j.q, j.q);
    lg_viscous_bodies_drag(&j.bodies, j.v, j.closed);
    const bool done = s->stats->viscosity_error <= (double)fluid->viscosity_tolerance;
    j.share = done ? 1 : calm_share(&j);
    lg_viscous_bodies_scale(&j.bodies, (double)j.share);
    tell(&j);
    lg_par_for(s->threads, s->n, end_block, &j);
    lg_bodies_apply(s->world);
  }
  return true;
}
