/* particles.h - named columns: structure of arrays, one float32 (or int32) array a component,
   64-byte aligned.

   column "velocity" (2-D)   c[0]  vx0 vx1 vx2 ... vx(n-1) | room up to capacity (a multiple of 16)
                             c[1]  vy0 vy1 vy2 ... vy(n-1) |
   Particles are kept in cell order (neighbors.c sorts them), so an index is good for one sub-step;
   `id` is for ever. */
#ifndef LG_CORE_PARTICLES_H
#define LG_CORE_PARTICLES_H

#include "core/base/base.h"

#define LG_COLUMNS_MAX 48

typedef enum lg_owner { LG_OWNER_CORE, LG_OWNER_USER, LG_OWNER_SOLVER } lg_owner;

typedef struct lg_col {
  char name[LG_NAME_MAX];
  int components; /* 1, dim or 3 */
  bool integer;   /* int32 in the same 4 bytes */
  /* follows its particle through sorting; scratch columns (acceleration) do not */
  bool rides;
  bool blank; /* all 0, so that any order will do: neither sorted nor copied */
  lg_owner owner;
  float *c[3];
  float *spare[3]; /* the other half of the ping-pong of sorting; NULL where it does not ride */
} lg_col;

typedef struct lg_particles {
  lg_mem *mem;
  int dim;
  size_t n, capacity;
  int32_t next_id;
  int columns;
  lg_col col[LG_COLUMNS_MAX];
  /* shortcuts to the core's own columns, fresh after every change of storage */
  float *x[3], *v[3], *a[3], *mass, *age;
  int32_t *id, *material;
} lg_particles;

bool lg_particles_init(lg_particles *p, lg_mem *mem, int dim); /* the core columns */
void lg_particles_free(lg_particles *p);
/* to, which is empty or was copied before, becomes the same in memory of its own. False: no memory,
   and it is empty. */
bool lg_particles_copy(lg_particles *to, const lg_particles *from);
/* false: no memory, nothing changed */
bool lg_particles_reserve(lg_particles *p, size_t n);
bool lg_particles_add_column(lg_particles *p, const char *name, int components, lg_owner owner);
/* the user's; does not ride */
bool lg_particles_add_scratch(lg_particles *p, const char *name, int components);
/* gives one so many components; false: no memory, and it is as it was */
bool lg_particles_shape_scratch(lg_particles *p, const char *name, int components);
void lg_particles_drop_columns(lg_particles *p, lg_owner owner);
/* the column becomes all 0; false: it will be written */
void lg_particles_blank(lg_particles *p, const char *name, bool blank);
const char *lg_particles_unit(const char *name);                /* of a core column; else "" */
lg_col *lg_particles_column(lg_particles *p, const char *name); /* NULL: none */
/* Appends one particle with a fresh id; columns not named here start at 0. False: no memory. */
bool lg_particles_append(lg_particles *p, const float x[3], const float v[3], float mass,
                         int32_t material);
/* Keeps the particles order[0..n-1] in that order (rides: gathered; others: contents lost). n <=
   p->n. */
void lg_particles_gather(lg_particles *p, const int32_t *order, size_t n, int threads);
/* The same where only columns whose bit is set need be moved: those that are uneven. */
void lg_particles_gather_uneven(lg_particles *p, const int32_t *order, size_t n, int threads,
                                uint64_t uneven);
/* Bit c: column c rides, and not all of its entries begin .. end-1 are the same as its very first
   one. Masses mostly are, and ages and materials of one emission: whatever the order, these are in
   it. */
uint64_t lg_particles_uneven(const lg_particles *p, size_t begin, size_t end);

/* For solvers. */
float *lg_step_column(lg_step *s, const char *name); /* first component of a declared column */
float lg_max_speed(lg_step *s);                      /* m/s, of all particles now */
/* m/s that all but this share of the particles, the fastest, stay below, and up to sqrt(1.25) times
   as much, but 1/256 of `most` at least, which is lg_max_speed; those whose crowding
   (sph/crowding.h) is above 1 do not count, if it is given. */
float lg_flow_speed(lg_step *s, float most, float share, const float *crowding);
void lg_particles_accelerate(lg_step *s); /* v += dt a, of column `acceleration` */

#endif
