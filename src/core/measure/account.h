/* account.h - the world's ledger: what the fluid's energy, mass and momentum were changed by, from
   when it was opened on.

   Between two stages nothing is lost: what they change of the particles' energy is measured, E =
   sum of m v^2 / 2 - m g . x + m e(rho), and booked on one term. Inside of the solver's stage,
   where several forces act at once, each does the work m v~ . a dt with v~ the mean of a particle's
   velocity before and after, so that the works add up to the change of kinetic energy exactly; what
   gravity and fields (column acceleration behind the push stage), and what viscosity and its kin
   (what the solver added to it) asked for is known, the rest is pressure's. What moving solids and
   bodies give is the work of their loads (body/loads.c), and is taken off the stage in which it
   came. Gravity's work is potential energy; by how much the two differ is the error of the
   sub-steps. */
#ifndef LG_CORE_ACCOUNT_H
#define LG_CORE_ACCOUNT_H

#include "core/base/base.h"

enum { LG_ACCOUNT_STORED = 3 }; /* kinetic, potential, internal energy */
typedef enum lg_account_term {
  LG_ACCOUNT_EMITTERS,
  LG_ACCOUNT_LOST,
  LG_ACCOUNT_SCRIPT,
  LG_ACCOUNT_GRAVITY,
  LG_ACCOUNT_FIELDS,
  LG_ACCOUNT_VISCOSITY,
  LG_ACCOUNT_PRESSURE,
  LG_ACCOUNT_SOLIDS,
  LG_ACCOUNT_WALLS,
  LG_ACCOUNT_STEPS,
  LG_ACCOUNT_TERMS
} lg_account_term;

typedef struct lg_holding {                            /* what is there, or what a term has given */
  double energy[LG_ACCOUNT_STORED], mass, momentum[3]; /* J, kg, kg m/s; in 2-D of 1 m of depth */
} lg_holding;

typedef struct lg_account {
  bool open, begun;
  size_t came_and_went;   /* particles, when it was last looked at */
  lg_holding first, last; /* when it began, and behind the stage before */
  lg_holding term[LG_ACCOUNT_TERMS], good[LG_ACCOUNT_TERMS]; /* and as they were before the frame */
  /* between the push stage and the end of the solver: velocity, m/s, and acceleration, m/s2 */
  float *v[3], *a[3];
  struct lg_account_solid
      *solid; /* those that may do work: their loads so far, and how they moved */
  size_t solids;
} lg_account;

/* step.c's calls, which do nothing while the ledger is closed. At the start of a frame, and when
   the frame's loads are asked for (false: no memory). */
void lg_account_begin(lg_world *w);
bool lg_account_loads(lg_world *w);
/* What has changed since the call before is this term's. */
void lg_account_note(lg_world *w, lg_account_term term);
/* The same if particles have come or gone: nothing else has changed behind stages that sort and
   count. */
void lg_account_count(lg_world *w, lg_account_term term);
/* Behind the push stage (false: no memory), and behind the solver, or behind what moves the
   particles where that accelerates them (ballistic). */
bool lg_account_pushed(lg_world *w);
void lg_account_solved(lg_world *w, double dt, bool ballistic);
void lg_account_moved(lg_world *w, double dt, bool ballistic);
/* The frame was refused: it has not been. */
void lg_account_refused(lg_world *w);
void lg_account_free(lg_world *w);

#endif
