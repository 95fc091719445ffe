/* measure.h - what a fluid amounts to: the rows of measure.c, and gauges, which are measures under
   a name.

   Sums run in double over blocks, added in block order: the same bits for any number of threads. */
#ifndef LG_CORE_MEASURE_H
#define LG_CORE_MEASURE_H

#include "core/base/base.h"

typedef struct lg_measure_options { /* of all measures; each has rows for those that it looks at */
  float at[3], about[3], center[3]; /* m */
  float normal[3], direction[3];    /* of any length */
  float radius;                     /* m */
  float cell, width, layer;         /* spacings */
  int of, by;
  lg_id collider;
} lg_measure_options;
enum { LG_OF_MEAN, LG_OF_MAX };
/* `of` of the ledger: the entries of its energy, in their order (account.c) */
#define LG_MEASURE_LEDGER_CHOICES                                                                  \
  "kinetic|potential|internal|emitters|lost|script|fields|viscosity|pressure|solids|walls|steps|"  \
  "error"
enum { LG_BY_PARTICLES, LG_BY_CELLS };

/* Writes 1 number, or dim of a vector. NaN: there is nothing to measure, or no memory to do it. */
typedef void lg_measure_fn(lg_world *w, const lg_measure_options *o, double out[3]);

typedef enum lg_measure_form {
  LG_MEASURE_NUMBER,
  LG_MEASURE_VECTOR,
  LG_MEASURE_AXIAL
} lg_measure_form;
typedef struct lg_measure_row {
  lg_kind kind;         /* name, sentence and options: read like those of any kind */
  lg_measure_form form; /* axial: a number in 2-D, a vector in 3-D */
  const char *unit[2];  /* in 2-D, where all is per metre of depth, and in 3-D */
  const char *needs;    /* the column that it reads; NULL: one that every world has */
  const char *grid;     /* that does where there is no such column; NULL: none does */
  lg_measure_fn *take;  /* NULL: counted during a frame, by gauges alone */
} lg_measure_row;

typedef struct lg_gauge_slot {
  char name[LG_NAME_MAX];
  const lg_measure_row *row;
  lg_measure_options options;
  bool set_up; /* by the host, before the first frame: state/setup.c */
  double value[3];
  double crossed; /* particles through the disc in the frame under way */
} lg_gauge_slot;

typedef struct lg_gauges {
  lg_gauge_slot *slot;
  size_t capacity;
  int count;
  float *old[3]; /* m: where the particles were before they moved, for gauges that count */
} lg_gauges;

/* point.c: has the solver's grid numbers of that name in its cells, and says which are fluid? */
bool lg_measure_has_cells(const lg_world *w, const char *grid);

void lg_gauges_free(lg_world *w);
/* For checkpoints. NULL: there is none of that name. */
lg_gauge_slot *lg_gauge_named(const lg_world *w, const char *name);
/* All that they read is forgotten; later: those that the host has not set up go. */
void lg_gauges_forget(lg_world *w, bool later);
/* One that was saved, unless its name or its options are none for this world. False: no memory. */
bool lg_gauge_put(lg_world *w, const char *name, const lg_kind *measure,
                  const lg_measure_options *options, const double value[3]);
/* step.c's calls: at the start of a frame (false: no memory); before and after the particles of a
   sub-step move (false: no memory); at its end. */
bool lg_gauges_begin(lg_world *w);
bool lg_gauges_before(lg_world *w);
bool lg_gauges_after(lg_world *w);
void lg_gauges_take(lg_world *w, double dt);

/* Sums over all particles, `count` of them: `each` adds what particle i has. False: no memory. */
#define LG_MEASURE_SUMS 24
typedef void lg_measure_each(const lg_world *w, const void *user, size_t i, double sum[]);
bool lg_measure_sum(lg_world *w, lg_measure_each *each, const void *user, int count, double sum[]);
/* The same where a call for each particle is too slow: `block` adds what a block of them has. */
typedef void lg_measure_block(const lg_world *w, const void *user, size_t begin, size_t end,
                              double sum[]);
bool lg_measure_sum_blocks(lg_world *w, lg_measure_block *block, const void *user, int count,
                           double sum[]);
/* +1, -1 or 0: how a particle that went from x0 to x1 crossed the disc (in 2-D the segment) of the
   options. */
int lg_measure_crossing(const lg_measure_options *o, int dim, const float x0[3], const float x1[3]);

/* sum.c: sums over all particles; place.c: what is read at a place; account.c: the ledger. */
lg_measure_fn lg_measure_energy, lg_measure_kinetic_energy, lg_measure_potential_energy,
    lg_measure_internal_energy, lg_measure_ledger, lg_measure_mass, lg_measure_momentum,
    lg_measure_angular_momentum, lg_measure_center_of_mass, lg_measure_density_error,
    lg_measure_volume, lg_measure_surface_area, lg_measure_front, lg_measure_level,
    lg_measure_pressure, lg_measure_density, lg_measure_velocity;

#endif
