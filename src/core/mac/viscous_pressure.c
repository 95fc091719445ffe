/* viscous_pressure.c - of the pressure of long sub-steps the part that viscosity asks for, which
   particles carry on to the next one. Compiled once per dispatch path.

   Where viscosity reaches far in a sub-step, a pressure is found before it is solved for, or fluid
   that rests would fall meanwhile (viscosity.c). That one knows of forces and solids, but not of
   what viscosity will push about, which only the last one does:
     p = p0 + p_v,   p0 as if there were no viscosity, p_v found at last
   So u* begins with the new p0 and the last sub-step's p_v, and a flow that is steady stays as it
   is (incremental pressure correction, as in Van Kan 1986). Without it a cylinder sank through
   syrup 1.2 to 1.5 times too fast. What moves by more than a cell takes less of it along. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/particles/neighbors.h"

/* cells: where a sub-step leads so far, all is elsewhere, and p_v is nothing of it */
#define STALE 2.0

typedef struct job {
  lg_mac *m;
  const lg_step *s;
  float *carried; /* Pa, of particles */
  double pascal;  /* of x = 1 */
  double share;   /* of p_v */
} job;

/* fn of every cell of a task and its particles, begin .. end - 1. */
typedef void cell_fn(const job *j, int c, int32_t begin, int32_t end);
LG_INLINE void each_cell(const job *j, size_t task, cell_fn *fn) {
  const lg_layout *l = &j->m->lattice;
  LG_EACH_ROW(l, task, row) {
    const int first = lg_lattice_row(l, row) + LG_ROW_FIRST;
    const int32_t *start = j->s->n > 0 ? lg_mac_row_starts(l, j->s->neighbors->cell_start, row)
                                       : NULL;
    for (int i = 0; start && i < l->n[0]; i++) fn(j, first + i, start[i], start[i + 1]);
  }
}

/* p0 is kept, and x that of p0 and the mean p_v of a cell's particles. */
static void recall_cell(const job *j, int c, int32_t begin, int32_t end) {
  const lg_mac *m = j->m;
  double sum = 0;
  if (m->type[c] != LG_MAC_FLUID) return;
  m->inviscid[c] = (float)(j->pascal * m->poisson.x[c]);
  for (int32_t i = begin; i < end; i++) sum += (double)j->carried[i];
  if (end > begin) m->poisson.x[c] += j->share * sum / ((end - begin) * j->pascal);
}

static void recall_task(void *user, size_t task, size_t unused) {
  (void)unused;
  each_cell(user, task, recall_cell);
}

void lg_mac_recall_pressure(lg_mac *m, lg_step *s, float density, float *carried) {
  const double speed = fmax((double)lg_flow_speed(s, lg_max_speed(s), LG_MAC_DROPS, NULL),
                            lg_mac_solids_max_speed(s, s->dt)),
               way = speed * (double)(s->dt * m->inverse[0]);

  job j = {.m = m,
           .s = s,
           .carried = carried,
           .pascal = (double)density / (double)s->dt,
           .share = fmax(fmin(STALE - way, 1), 0)};
  m->recalls = true;
  lg_mac_for_cells(m, s->threads, recall_task, &j);
  if (lg_lattice_wraps(&m->lattice)) lg_lattice_wrap(&m->lattice, m->poisson.x);
}

/* p - p0 */
static void carry_cell(const job *j, int c, int32_t begin, int32_t end) {
  const lg_mac *m = j->m;
  const bool counts = m->recalls && m->type[c] == LG_MAC_FLUID;
  for (int32_t i = begin; i < end; i++)
    j->carried[i] = counts ? m->pressure[c] - m->inviscid[c] : 0;
}

static void carry_task(void *user, size_t task, size_t unused) {
  (void)unused;
  each_cell(user, task, carry_cell);
}

void lg_mac_carry_pressure(lg_mac *m, const lg_step *s, float *carried) {
  job j = {.m = m, .s = s, .carried = carried};
  lg_mac_for_cells(m, s->threads, carry_task, &j);
  m->recalls = false;
}
