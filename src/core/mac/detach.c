/* detach.c - water that leaves the edge of a solid. Compiled once per dispatch path.

   A cell in which an edge ends is open behind it as far as the fluid does not go. A jet that leaves
   a plate there would have to fill that, as in a diffuser: suction before it, of some rho v^2 / 2,
   bends the jet round the plate, and takes up to a fifth from the force on it. A free surface pulls
   nothing, so such a cell is none of the fluid's (after Batty, Bertails & Bridson 2007, of walls
   from which water parts).

   Not seen: edges of solids so thin that they cut no volume. With a surface tension a pressure
   below 0 may be its own, not suction.

   Tested: a jet onto plates that cut cells in several ways gives all of its momentum
   (tests/physics/jet). */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

/* Of a face, that a solid uncovers from one cell to the next: what is round does less, while an
   edge does a half, or twice nearly that. */
#define EDGE 0.4f

typedef struct job {
  lg_mac *m;
  bool any; /* cell that is detached */
} job;

/* Whether a cell that a solid cuts is the last before an edge of it, with air round the corner: the
   solid covers a face of it, and uncovers the next one along it, to air. */
static bool is_before_edge(const lg_mac *m, int c) {
  const int ways = 2 * m->lattice.dim;
  for (int a = 0; a < ways; a++) {
    const int along = m->lattice.step[a / 2], beside = a % 2 ? c + along : c - along;
    if (!(m->open[a / 2][a % 2 ? beside : c] > 0)) continue;
    const int next = lg_lattice_real(&m->lattice, beside); /* a ghost has no faces */

    /* across it: the face of c, and that of the next cell */
    for (int b = 0; b < ways; b++) {
      const int across = m->lattice.step[b / 2], side = b % 2 ? across : 0;
      const float *open = m->open[b / 2];
      if (b / 2 == a / 2 || open[next + side] - open[c + side] < EDGE) continue;
      const int round = lg_lattice_real(&m->lattice, b % 2 ? next + across : next - across);
      if (m->type[round] == LG_MAC_AIR && m->volume[round] > 0) return true; /* a ghost has none */
    }
  }
  return false;
}

static void detach_task(void *user, size_t task, size_t unused) {
  (void)unused;
  job *j = user;
  lg_mac *m = j->m;
  LG_EACH_FLUID(m, task, c) {
    if (!(m->volume[c] < 1) || !(m->poisson.x[c] < 0)) continue;
    if (!is_before_edge(m, c)) continue;
    m->type_view[c] = LG_MAC_AIR;
    __atomic_store_n(&j->any, true, __ATOMIC_RELAXED);
  }
}

/* Of the fluid beside them: its surface is where they begin. */
static void faces_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  LG_EACH_CELL(&m->lattice, task, c) {
    if (m->type_view[c] != LG_MAC_FLUID) continue;

    /* the faces to those that are fluid no more */
    for (int i = 0; i < 2 * m->lattice.dim; i++) {
      const int axis = i / 2, s = m->lattice.step[axis], beside = i % 2 ? c + s : c - s;
      if (m->type[beside] != LG_MAC_FLUID) continue;
      if (m->type_view[lg_lattice_inside(&m->lattice, axis, beside)] == LG_MAC_AIR)
        lg_mac_put_inverse_theta(m, axis, i % 2 ? beside : c, 1);
    }
  }
}

bool lg_mac_detach(lg_mac *m, const lg_step *s) {
  job j = {.m = m};
  lg_mac_for_cells(m, s->threads, detach_task, &j);
  if (!j.any) return false;
  lg_mac_for_cells(m, s->threads, faces_task, &j);
  lg_mac_retype(m, s);
  return true;
}
