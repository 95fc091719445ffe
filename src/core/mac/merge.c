/* merge.c - streams that meet. Compiled once per dispatch path.

   A fluid has one velocity at a place; FLIP's particles each keep their own beside the grid's.
   Where water meets a wall, or other water, those that have been stopped take the grid's change
   again with those that come after them, while the grid alone moves them: their own velocities
   grow apart, and the jet of an impact keeps what pushed its tip for longer than it was there.
   What meets has one velocity afterwards: of the volume dt (-div u*) of a cell that is there twice
   before the projection, particles take the grid's. A jump of the velocity shows in two rows of
   cells, as particles' weights are a cell wide, and in each by half: SPREAD.

   Tested against Wagner 1932: the jet of a round drop, radius R, that hits a wall at speed V is
   V sqrt(R / h) fast where it is a cell thick. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

#define SPREAD 2.0f
#define LITTLE 0.0625f /* what advection leaves in smooth flow is less, and stays alone */

typedef struct job {
  const lg_mac *m;
  const lg_step *s;
} job;

/* v += share (u - v). */
static void merge(const job *j, int32_t begin, int32_t end, float share) {
  for (int k = 0; k < j->s->dim; k++) {
    float *v = j->s->particles->v[k];
    const float *u = j->m->drift[k];
    for (int32_t i = begin; i < end; i++) v[i] += share * (u[i] - v[i]);
  }
}

static void merge_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;

  /* the more a cell is crossed, the nearer its particles come to the grid's velocity */
  LG_EACH_ROW(l, task, row) {
    const int first = lg_lattice_row(l, row) + LG_ROW_FIRST;
    const int32_t *start = lg_mac_row_starts(l, j->s->neighbors->cell_start, row);
    LG_EACH_FLUID_OF_ROW(j->m, first, c) {
      const float share = lg_minf(SPREAD * j->m->crossing[c], 1);
      if (share > LITTLE) merge(j, start[c - first], start[c - first + 1], share);
    }
  }
}

void lg_mac_merge(const lg_mac *m, const lg_step *s) {
  job j = {.m = m, .s = s};
  if (s->n > 0) lg_mac_for_cells(m, s->threads, merge_task, &j);
}
