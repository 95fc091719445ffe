/* separate.c - particles that lie in one place. Compiled once per dispatch path.

   A grid moves alike what lies in one place, for ever, and takes a film in one layer of cells for a
   surface, whatever lies in it. So particles of cells that hold more than LG_MAC_OVERFULL times
   what belongs there are displaced (as sph/crowding.h has it): each in a direction that its id
   decides, never along gravity, where there is a floor more often than not. The volume feedback
   does the rest. */
#include "core/base/par.h"
#include "core/base/rng.h"
#include "core/base/world.h"
#include "core/base/vec.h"
#include "core/mac/mac.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

#define MOST 0.1f /* spacings a sub-step */
#define PACE                                                                                       \
  6.0f /* spacings a second: it becomes a fluid again within a second or so, not at once */

typedef struct job {
  const lg_mac *m;
  const lg_step *s;
} job;

static void displace(const lg_step *s, size_t i) {
  const lg_particles *p = s->particles;
  const lg_random_key key = {
      .seed = s->world->def.seed, .stream = lg_random_stream("crowd"), .id = (uint64_t)p->id[i]};
  float e[3], length = lg_random_way(&key, s->dim, e),
              step = lg_minf(PACE * s->dt, MOST) * s->spacing;
  if (lg_dot(e, s->gravity) > 0) length = -length;
  for (int k = 0; k < s->dim; k++) p->x[k][i] += step * e[k] / length;
}

static void separate_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  LG_EACH_ROW(l, task, row) {
    const float *fill = j->m->fill + lg_lattice_row(l, row) + LG_ROW_FIRST;
    const int32_t *start = lg_mac_row_starts(l, j->s->neighbors->cell_start, row);
    for (int i = 0; i < l->n[0]; i++)
      if (fill[i] > LG_MAC_OVERFULL)
        for (int32_t p = start[i]; p < start[i + 1]; p++) displace(j->s, (size_t)p);
  }
}

void lg_mac_separate(const lg_mac *m, lg_step *s) {
  job j = {.m = m, .s = s};
  if (s->n == 0) return;
  lg_mac_for_cells(m, s->threads, separate_task, &j);
}
