/* forces.c - see forces.h. Compiled once per dispatch path. */
#include "core/sph/forces.h"

#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_fluid *fluid;
  const float *density;
  const lg_v4 *positions, *velocities; /* {x, m}, {v, density} */
  lg_v4 *mixture;
  lg_v4 *rough; /* becomes {L v, density}; NULL: is not asked for */
  bool solved;  /* viscosity is, elsewhere */
} job;

float lg_sph_support(const void *solver, int dim) {
  (void)dim;
  return ((const lg_fluid *)solver)->support;
}

/* ---- viscosity, xsph and hyperviscosity ------------------------------------------------------ */

/* What drags: xsph alone, one viscosity too, or each material's. */
typedef enum drag_kind { XSPH, VISCOUS, MIXED } drag_kind;

LG_INLINE void drag_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                         drag_kind which) {
  const lg_step *s = j->s;
  const float smooth = -j->fluid->xsph / s->dt, volume0 = lg_cubef(s->spacing, dim);
  for (size_t i = begin; i < end; i++) {
    const float mass = s->particles->mass[i], density = j->velocities[i][3],
                volume = mass / density;
    const lg_v8 none = lg_v8_all(0);
    lg_v8 differs[3] = {none, none, none}, sum[3] = {none, none, none}, other[4];
    LG_EACH_NEIGHBOR(s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at),
               v = lg_pairs_of(dim, j->velocities, i, at);
      lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel->inverse, rho = lg_v8_max(v.w, lg_v8_all(FLT_MIN));

      /* by what xsph goes: L v */
      lg_v8 weight = 2.0f * j->kernel->w0 * x.w / (density + rho) * lg_kernel_f(type, q);
      if (which == XSPH || j->rough) lg_pairs_add(dim, differs, weight, &v);
      if (which == XSPH) continue;

      /* viscosity, or what xsph does beyond it: both are below 0 */
      lg_v8 drag = mass * smooth * weight, mu = lg_v8_all(j->fluid->viscosity);
      if (which == MIXED) {
        lg_v8_gather(j->mixture, at, other);
        mu = lg_viscosity_between(j->mixture[i][0], other[0]);
      }
      lg_v8 shear = lg_viscous_pair(volume * j->kernel->f0 * (x.w / rho), mu, lg_kernel_g(type, q));
      drag = j->solved ? lg_v8_min(drag - shear, none) : lg_v8_min(drag, shear);
      lg_pairs_add(dim, sum, drag, &v);
    }

    const lg_v4 l = lg_v8_sum3(differs[0], differs[1], differs[2]);
    const lg_v4 a = which == XSPH ? smooth * l : lg_v8_sum3(sum[0], sum[1], sum[2]) / mass;
    for (int k = 0; k < dim; k++) s->particles->a[k][i] += a[k];

    /* what is pressed together may part: none from a tenth too dense on */
    const float calm = lg_clampf(11 - 10 * density * volume0 / mass, 0, 1);
    if (j->rough) j->rough[i] = (lg_v4){calm * l[0], calm * l[1], calm * l[2], density};
  }
}

static void drag_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->s->materials > 0) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, drag_rows, j, begin, end, MIXED)
  } else if (j->fluid->viscosity > 0) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, drag_rows, j, begin, end, VISCOUS)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel->type, drag_rows, j, begin, end, XSPH)
  }
}

/* Hyperviscosity: what xsph does, of L v in the place of v; of a pair what exceeds viscosity. */
static void drag_twice(const job *j) {
  lg_fluid again = *j->fluid;
  job of = *j;
  again.xsph = j->fluid->hyperviscosity;
  of.fluid = &again;
  of.velocities = j->rough;
  of.rough = NULL;
  of.solved = true;
  lg_sph_update_ghosts(j->s, j->rough, false);
  lg_par_for(j->s->threads, j->s->n, drag_block, &of);
}

/* Walls that do not slip: after all other forces than pressure. */
static void no_slip_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const lg_particles *c = s->particles;
  for (size_t i = begin; i < end; i++) {
    if (!(s->walls->no_slip[i][3] > 0)) continue;
    float v[3] = {0, 0, 0}, a[3] = {0, 0, 0}, before[3] = {0, 0, 0};
    for (int k = 0; k < s->dim; k++) {
      v[k] = c->v[k][i];
      before[k] = a[k] = c->a[k][i];
    }

    /* the wall's viscous pull, and the other half of it on bodies */
    float viscosity = s->materials > 0 ? s->material[c->material[i]].viscosity
                                       : j->fluid->viscosity;
    lg_walls_no_slip(s->walls, i, s->dim, viscosity / j->density[i], s->dt, v, a);
    for (int k = 0; k < s->dim; k++) c->a[k][i] = a[k];
    lg_bodies_record_drag(s->bodies, i, c->mass[i], before, a);
  }
}

/* ---- several materials ---------------------------------------------------------------------- */

static void mixture_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    const lg_properties *p = &s->material[s->particles->material[i]];
    j->mixture[i] =
        (lg_v4){p->viscosity, p->surface_tension, (float)s->particles->material[i], j->density[i]};
  }
}

void lg_sph_mixture(lg_step *s, const float *density, lg_v4 *mixture) {
  job j = {.s = s, .density = density, .mixture = mixture};
  lg_par_for(s->threads, s->n, mixture_block, &j);
  lg_sph_update_ghosts(s, mixture, false);
}

/* The fluid with the strongest forces of all materials. */
static lg_fluid strongest(const lg_step *s, const lg_fluid *fluid) {
  lg_fluid most = *fluid;
  for (int m = 1; m <= s->materials; m++) {
    most.viscosity = lg_maxf(most.viscosity, s->material[m].viscosity);
    most.surface_tension = lg_maxf(most.surface_tension, s->material[m].surface_tension);
  }
  return most;
}

/* ---- terms of those that are watched --------------------------------------------------------- */

void lg_sph_term_walls(const lg_step *s, lg_watched *o, float push, float carried, bool in_column) {
  void (*tell)(lg_watched *, const char *, const float[3]) = in_column ? lg_term_in_column
                                                                       : lg_term;
  const lg_bodies *b = s->bodies;
  const float inverse_mass = 1.0f / s->particles->mass[o->at];
  float wall[3] = {0, 0, 0}, weight[3] = {0, 0, 0}, body[3] = {0, 0, 0};

  /* bodies' part of it */
  for (size_t e = 0; e < b->neighbors; e++) {
    const lg_body_neighbor *by = &b->neighbor[e];
    if ((size_t)by->i != o->at || by->body >= b->moving) continue;
    for (int k = 0; k < s->dim; k++)
      body[k] -= (push * by->grad[k] + carried * by->weight[k]) * inverse_mass;
  }

  /* the walls' own: the mirrored pressure, and the weight of what they stand for */
  for (int k = 0; k < s->dim; k++) {
    wall[k] = -push * s->walls->grad[k][o->at] * inverse_mass - body[k];
    weight[k] = -carried * s->walls->weight[k][o->at] * inverse_mass;
  }
  if (lg_length(wall) > 0) tell(o, "wall_pressure", wall);
  if (carried > 0) tell(o, "wall_weight", weight);
  if (lg_length(body) > 0) tell(o, "bodies", body);
}

/* Viscosity and xsph are one loop: viscosity once more by itself, the rest is what xsph adds. */
static void tell_drag(const job *j, bool viscous) {
  lg_step *s = j->s;
  const drag_kind which = s->materials > 0 ? MIXED : VISCOUS;
  lg_fluid alone = *j->fluid;
  job of = *j;
  alone.xsph = 0;
  of.fluid = &alone;
  of.rough = NULL;

  /* viscosity alone, in place of what is there */
  LG_EACH_WATCHED(s, o) {
    float kept[3] = {0, 0, 0}, viscosity[3] = {0, 0, 0};
    if (!viscous) continue;
    for (int k = 0; k < s->dim; k++) {
      kept[k] = s->particles->a[k][o->at];
      s->particles->a[k][o->at] = 0;
    }
    LG_SPECIALISE(s->dim, j->kernel->type, drag_rows, &of, o->at, o->at + 1, which)
    for (int k = 0; k < s->dim; k++) {
      viscosity[k] = s->particles->a[k][o->at];
      s->particles->a[k][o->at] = kept[k];
    }
    lg_term_in_column(o, "viscosity", viscosity);
  }

  if (j->fluid->xsph > 0) lg_terms_gained(s, "xsph");
}

/* ---- all of them ---------------------------------------------------------------------------- */

void lg_sph_forces(lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid, const float *density,
                   lg_v4 *const pack[LG_SPH_PACKS]) {
  const lg_fluid most = strongest(s, fluid);
  const bool solved = lg_sph_viscosity_is_solved(s, fluid);
  const bool twice = fluid->hyperviscosity > 0 && !solved,
             drag = (most.viscosity > 0 && !solved) || most.xsph > 0 || twice,
             eddies = fluid->vorticity > 0;
  s->walls->viscous = most.viscosity > 0;
  if (!drag && !eddies && !(most.surface_tension > 0)) return;

  /* packs; tension's normals and mixture, and the curls, come when the others are done with */
  lg_v4 *positions = pack[0], *velocities = pack[1], *third = pack[2];
  lg_v4 *rough = twice ? pack[3] : NULL;
  job j = {s, kernel, fluid, density, positions, velocities, third, rough, solved};
  lg_sph_pack(s, positions, s->particles->x, s->particles->mass, true);
  if (drag || eddies) lg_sph_pack(s, velocities, s->particles->v, density, false);
  if (drag && s->materials > 0) lg_sph_mixture(s, density, third);

  /* forces, walls last: they answer to what the others do in this sub-step */
  if (drag) lg_par_for(s->threads, s->n, drag_block, &j);
  if (drag) tell_drag(&j, most.viscosity > 0 && !solved);
  if (twice) drag_twice(&j);
  lg_terms_gained(s, "hyperviscosity");
  if (eddies) lg_sph_vorticity(s, kernel, fluid, positions, velocities, third);
  lg_terms_gained(s, "vorticity");
  if (most.surface_tension > 0)
    lg_sph_tension(s, kernel, fluid, density, positions, velocities, third);
  lg_terms_gained(s, "surface_tension");
  if (most.viscosity > 0 && !solved && s->walls->has_no_slip)
    lg_par_for(s->threads, s->n, no_slip_block, &j);
  lg_terms_gained(s, "wall_drag");
}

void lg_sph_accelerate(lg_step *s) {
  lg_particles_accelerate(s);
  lg_bodies_drag(s->world, s->dt);
  lg_bodies_apply(s->world);
  lg_bodies_accelerate(s->world, s->dt);
}

/* ---- how long a sub-step may be ------------------------------------------------------------- */

#define DEEP 1.33 /* dt sqrt(g H) / spacing: lg_sph_weight_dt */
/* Sub-steps in the place of one in which viscosity is solved for, which costs dfsph twice or three
   times what it does otherwise. */
#define FEW  4

float lg_sph_depth(const lg_step *s) {
  float g = lg_length(s->gravity), lo = FLT_MAX, hi = -FLT_MAX;
  if (g == 0 || s->n == 0) return 0;
  for (size_t i = 0; i < s->n; i++) {
    float h = 0;
    for (int k = 0; k < s->dim; k++) h += s->particles->x[k][i] * s->gravity[k] / g;
    lo = lg_minf(lo, h);
    hi = lg_maxf(hi, h);
  }
  return hi - lo;
}

double lg_sph_force_dt(const lg_step *s) {
  float g = lg_length(s->gravity);
  return g > 0 ? 0.25 * sqrt(0.5 * (double)(s->radius / g)) : HUGE_VAL;
}

double lg_sph_weight_dt(const lg_step *s) {
  double fall = sqrt((double)(lg_length(s->gravity) * lg_sph_depth(s)));
  return fall > 0 ? DEEP * (double)s->spacing / fall : HUGE_VAL;
}

float lg_sph_relief(const lg_step *s) {
  double time = lg_sph_force_dt(s);
  return isfinite(time) ? lg_minf(s->dt / (float)time, 1) : 0.2f;
}

double lg_sph_viscous_dt(const lg_step *s, float viscosity, float density) {
  double h = 0.5 * (double)s->radius, dt = HUGE_VAL;
  for (int a = 0; a <= s->materials; a++) {
    double mu = (double)(a ? s->material[a].viscosity : viscosity),
           rho = (double)(a ? s->material[a].density : density);
    if (a && !lg_is_newtonian(&s->material[a])) return 0; /* known to viscosity.c alone */
    if (mu > 0) dt = fmin(dt, 0.125 * h * h * rho / mu);

    /* the thicker one of two may drag the lighter one */
    for (int b = 0; b < a; b++) {
      double other = (double)(b ? s->material[b].viscosity : viscosity),
             lighter = fmin(rho, (double)(b ? s->material[b].density : density)),
             between = 2 * mu * other / fmax(mu + other, DBL_MIN);
      if (between > 0) dt = fmin(dt, 0.125 * h * h * lighter / between);
    }
  }
  return dt;
}

double lg_sph_viscous_bound(const lg_step *s, double dt, float viscosity, float density,
                            const char **limit) {
  const double allowed = lg_sph_viscous_dt(s, viscosity, density);
  const bool few = fmin(dt, (double)s->dt) <= FEW * allowed;
  return few ? lg_sph_bound(dt, allowed, "viscous", limit) : dt;
}

double lg_sph_tension_dt(const lg_step *s, const lg_fluid *fluid) {
  double dx = (double)s->spacing, dt = HUGE_VAL;
  for (int m = 0; m <= s->materials; m++) {
    double sigma = (double)(m ? s->material[m].surface_tension : fluid->surface_tension);
    double rho = (double)(m ? s->material[m].density : fluid->density);
    if (sigma > 0) dt = fmin(dt, sqrt(rho * dx * dx * dx / (4 * LG_PI * sigma)));
  }
  return dt;
}

double lg_sph_max_dt(lg_step *s, const lg_fluid *fluid, float least_speed, const char **limit) {
  double v = (double)lg_maxf(lg_max_speed(s), least_speed), way = (double)(fluid->cfl * s->spacing);
  double dt = v > 0 ? way / v : HUGE_VAL;
  *limit = "cfl";
  dt = lg_sph_bound(dt, lg_sph_force_dt(s), "force", limit);
  dt = lg_sph_bound(dt, lg_sph_weight_dt(s), "weight", limit);
  dt = lg_sph_bound(dt, lg_sph_tension_dt(s, fluid), "tension", limit);
  return lg_sph_viscous_bound(s, dt, fluid->viscosity, fluid->density, limit);
}
