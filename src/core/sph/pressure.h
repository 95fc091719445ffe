/* pressure.h - the force of a pressure, walls included, and the iteration that finds a pressure:
   shared by the solvers that iterate.

   Force. P_i = V0^2 p_i / M, V0 = spacing^dim, M: what the lattice's sums make of a gradient of 1
   (kernel.h; by default 0.984 in 2-D, 0.973 in 3-D), by which p would be wrong at any depth:
     particles  F_i = -sum_j (P_i + P_j) grad W_ij                (conserves momentum)
     walls      F_i = -(P_i + P~_i) / V0 grad s - wall weight
   To the particles' part comes what their arrangement must not do, if asked for: arrangement.h.
   P~: of the fluid around i, smoothed and felt at the height of i (Adami, Hu & Adams 2012, eq.
   27); a wall that answers with the particle's own pressure feeds its noise back and never comes
   to rest. Wall weight: of the fluid that the wall stands for (walls.h); it grows from 0 to its
   full value over the first spacing of depth, so that a lone drop on a wall carries none.

   Iteration: relaxed Jacobi. The solver's equation makes p' = y + gain e of the pressure y that
   acts now and the density error e that it leaves; then, for every solver,
     smooth       p' -= w smoothing (y - y~)    the lattice's own zigzag of pressure changes no
                                                density, so nothing else holds it; y~ as P~
     clamp        p' = max(p', 0)               fluid does not pull
     lead         the next y from p' - y        conjugate residuals: sph/conjugate.h
   End: below the tolerance, after max_iterations, or when the error has not fallen by a tenth in
   PATIENCE iterations: what no pressure mends would become speed.

   Tolerance. A mean error e of X that may stay is an error of about 32 e H / R of the hydrostatic
   pressure under a depth H, R: the support radius. So by default it depends on the depth
   (lg_pressure_limit): 0.6 % of the weight in still water, more with the square of the
   fluid's speed, as its own pressure grows, and with depths that the iterations do not reach, up to
   what moving water is content with.

   Standing errors. What the density has too much when the sub-step begins is taken back with
   gravity's time (lg_sph_relief), not at once: it would become speed, which shortens the next
   sub-step. What a sub-step leaves adds up, so tolerances of the density count for that share,
   too.

   Closed vessels (lg_sph_closed). A pressure that is asked to change the mean density grows
   without end, so the error is what differs from the mean, and the solve begins with half the
   last pressure (Bender & Koschier 2015), or its level, which nothing holds, would drift up.
   Parts of the fluid that are sealed off and hold too much: chambers.h. */
#ifndef LG_CORE_SPH_PRESSURE_H
#define LG_CORE_SPH_PRESSURE_H

#include "core/base/vec.h"
#include "core/particles/particles.h"
#include "core/sph/arrangement.h"
#include "core/sph/conjugate.h"
#include "core/sph/density.h"
#include "core/sph/forces.h"
#include "core/sph/kept_pairs.h"

/* Rows of the solvers that iterate; their struct begins with LG_PRESSURE_FIELDS. */
#define LG_PRESSURE_FIELDS                                                                         \
  LG_MATERIAL_FIELDS;                                                                              \
  LG_SPH_FIELDS;                                                                                   \
  float max_density_error_ratio, warm_start, smoothing;                                            \
  int eased;                                                                                       \
  int64_t min_iterations, max_iterations
/* mean error of X that moving water is content with */
#define LG_MOVING_ERROR 2e-4
#define LG_DENSITY_ERROR_ROW(T, doc)                                                               \
  LG_ROW_FLOAT(T, max_density_error_ratio, 0, 0, 1, "1",                                           \
               doc "; 0: as the depth asks for, " LG_TEXT(                                         \
                   LG_MOVING_ERROR) " where water moves, less where it is still")
typedef enum lg_eased { LG_EASED_AUTO, LG_EASED_NEVER, LG_EASED_ALWAYS } lg_eased;
#define LG_EASED_ROW(T)                                                                            \
  LG_ROW_CHOICE(T, eased, LG_EASED_AUTO, "auto|never|always",                                      \
                "whether the stiffness that particles have under pressure is taken off: never "    \
                "(it stops slow eddies), always, or auto: where fluids differ in density")
typedef struct lg_pressure_rows {
  LG_PRESSURE_FIELDS;
} lg_pressure_rows;

typedef struct lg_pressure {
  /* the problem */
  lg_step *s;
  const lg_pressure_rows *rows;
  const lg_kernel *kernel;
  lg_tally (*iterate)(void *user); /* lg_pressure_force, lg_pressure_correct */
  void *user;
  int64_t min_iterations;
  double tolerance;       /* ends below this error, */
  bool of_worst;          /* of the worst particle, not of the mean */
  bool closed;            /* no free surface */
  bool carries_weight;    /* the pressure carries the fluid (else it only corrects a velocity) */
  bool of_whole_velocity; /* bodies count with their velocity (else with what changes it) */
  float kept;             /* share of the last pressure that a solve begins with */
  float relief;           /* share of a standing error that is taken back now */
  float negative;         /* a pressure below 0 is multiplied by it */
  float smoothing, relaxation;
  float moment; /* M: P = V0^2 p / M */
  /* packs */
  lg_v4 *positions;    /* {x, P} */
  lg_v4 *acceleration; /* {of the pressure, P~}, m/s2 */
  lg_kept_pairs pairs; /* of these positions */
  /* counts where the world is eased, behind lg_pressure_ease */
  lg_arrangement arrangement;
  /* per particle */
  float *pressure; /* Pa, a column: the last one found; at last the answer */
  float *acting;   /* Pa, y: what acts in this iteration */
  float *change;   /* Pa, p' - y: the solver's gain e; after smoothing and clamping F */
  float *gain;     /* Pa a unit of error */
  float *source;   /* the solver's: error that stands, or is there without pressure */
  float *least;    /* Pa, y of the least error so far */
  float *error;    /* of X, from which `level` is taken; NULL: the solver took it */
  void *room;      /* lg_chambers_grant's */
  /* as it goes */
  float level; /* mean error of a closed vessel, which no pressure changes */
  lg_conjugate conjugate;
  bool stalled; /* the error is larger than at first, and more than moving water's */
} lg_pressure;

/* P~ of a particle, over its list: weighted by W, of neighbours that have a pressure, each as felt
   at the particle's height: `deeper` is what gravity adds to it on the way. */
typedef struct lg_felt {
  lg_v8 weights, sum;
} lg_felt;
LG_INLINE void lg_felt_add(lg_felt *felt, lg_v8 w, lg_v8 pressure, lg_v8 deeper) {
  const lg_v8 none = lg_v8_all(0);
  felt->weights += w;
  felt->sum += w * lg_v8_less(none, pressure, lg_v8_max(pressure + deeper, none), none);
}
/* w, pressure: its own, W(0) */
LG_INLINE float lg_felt_pressure(const lg_felt *felt, float w, float pressure) {
  const lg_v4 sums = lg_v8_sum3(felt->sum, felt->weights, lg_v8_all(0));
  return (w * pressure + sums[0]) / (w + sums[1]);
}

/* Fills in what solvers share. False: no memory. */
LG_HOT(bool, lg_pressure_prepare, lg_pressure *solve, lg_step *s, const lg_pressure_rows *rows,
       const lg_kernel *kernel);

/* Whether the vessel is closed; if not, chambers in it are granted what they hold. positions: {x,
   *}; density: kg/m3; crowding: up to date. */
LG_HOT(void, lg_pressure_seal, lg_pressure *solve, const float *density, float *crowding);

/* Looks at the arrangement of the particles, if row `eased` and the fluids ask for it; behind
   lg_pressure_prepare, once its positions are {x, *}. density: kg/m3. */
LG_HOT(void, lg_pressure_ease, lg_pressure *solve, const float *density);

/* What the iterations begin with: the last pressure, but of what has left the fluid, by its
   density, kg/m3. Inside some particles have a few per cent less; all of the depth's weight would
   be missing there. */
#define LG_LEFT 0.97f
LG_INLINE void lg_pressure_warm_start(const lg_pressure *solve, size_t i, float density) {
  const float rest = solve->s->particles->mass[i] / lg_cubef(solve->s->spacing, solve->s->dim);
  const float kept = solve->kept * (solve->closed ? 0.5f : 1);
  solve->pressure[i] = density > LG_LEFT * rest || solve->closed ? kept * solve->pressure[i] : 0;
}
/* Of a standing error of X, what this sub-step takes back. */
LG_INLINE float lg_pressure_taken(const lg_pressure *solve, float standing) {
  return standing > 0 || solve->closed ? solve->relief * standing : standing;
}
/* The same of a solver that ends after a few iterations, whatever is left (pbf). Up to LG_PUT_IN an
   error is its own, and a whole sub-step takes it back; beyond it something was put into the fluid,
   which goes with gravity's time. */
#define LG_PUT_IN 0.02f /* of X - 1: five iterations leave less in moving water */
typedef struct lg_relief {
  float own;    /* share taken back: dt over what max_dt allowed, at least 0.05 */
  float put_in; /* the same, of what was put in: dt over gravity's limit, at most `own` */
} lg_relief;
/* longest: s, the sub-step that max_dt allowed; infinite where nothing moves or falls. */
LG_HOT(lg_relief, lg_relief_of, const lg_step *s, float longest);
/* What the sub-step leaves of a standing error >= 0. */
LG_INLINE float lg_relief_left(const lg_relief *relief, float error) {
  float put_in = lg_maxf(error - LG_PUT_IN, 0);
  return (1 - relief->own) * (error - put_in) + (1 - relief->put_in) * put_in;
}
/* Row `max_density_error_ratio`; for its 0 what the fluid asks for as it moves now. Of a standing
   error: a sub-step may leave `relief` of it. */
LG_HOT(double, lg_pressure_limit, const lg_pressure *solve);
/* In a closed vessel: takes from each error what no pressure changes, their mean. */
LG_HOT(void, lg_pressure_level, const lg_pressure *solve, float *error);

/* The iterations; returns how many. stats->residual: the error at last. */
LG_HOT(int, lg_pressure_solve, lg_pressure *solve);
/* For `iterate`: the acceleration of the pressure that acts now, of particles and of bodies; ... */
LG_HOT(void, lg_pressure_force, lg_pressure *solve);
/* ... and, of what `correct` makes of it, a loop over particles that gives each its error and
   `change`: smooth, clamp. Returns what lg_pressure_solve goes by. */
LG_HOT(lg_tally, lg_pressure_correct, const lg_pressure *solve, lg_block_fn *correct);

/* Adds to column `acceleration` what a pressure of before (Pa, per particle) makes the walls
   carry: the part of lg_pressure_force that is gravity's alone, for solvers whose iterations only
   know increments of pressure. positions becomes {x, P}. */
LG_HOT(void, lg_sph_wall_weight, lg_step *s, const lg_kernel *kernel, lg_v4 *positions,
       const float *pressure);
/* v += dt a of the last lg_pressure_force, and bodies get what that did to them. term: what the
   pressure is called where a particle is watched. */
LG_HOT(void, lg_pressure_accelerate, const lg_pressure *solve, const char *term);

#endif
