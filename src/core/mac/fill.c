/* fill.c - how full cells are. Compiled once per dispatch path.

   fill = what counts for a cell / what belongs there. A particle counts for the cell that it is in,
   but within BLUR / 2 cells of a face a share of it, rising to one half at the face itself, counts
   for the cell beyond. In whole numbers a cell of which a ramp leaves room for 2.3 particles would
   never be right, nor one whose particles cross its faces back and forth, and what gives volume
   back would stir a pool for ever: shares change as particles move, so all can be right at once.
   Wider blurs let cells run empty beside crowded ones (sum of min(1, n / 4) after 20 s of sloshing
   in 2-D: BLUR 0.25 and 0.5: 1.3 % lost, 1: 1.9 %); with 0.25 pools over ramps begin to stir.

   What belongs there is spread by the same rule from what is open of each cell: `room`, in full
   cells. Nothing passes a closed face, and what particles beside a thin solid cannot see gets
   nothing of them: there they count in whole numbers. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

#define BLUR   0.4f
#define SLIVER 0.5f /* of a cell: more than a sliver has */

typedef struct job {
  lg_mac *m;
  const lg_step *s;
  float *sum;        /* what counts for a cell, in particles */
  int color;         /* of slabs */
  const float *from; /* room as it is spread along an axis */
  float *to;
  int axis;
} job;

/* ---- what belongs there --------------------------------------------------------------------- */

/* Of a cell's room what counts for its neighbour across a face of it: a layer BLUR / 2 thick gives
   a quarter of itself. */
LG_INLINE float given(const lg_mac *m, int axis, int c, int face) {
  return lg_mac_beside_thin(m, c) ? 0 : BLUR / 8 * m->open[axis][face];
}

static void spread_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const int k = j->axis, s = m->lattice.step[k];
  LG_EACH_CELL(&m->lattice, task, c)
    j->to[c] = j->from[c] * (1 - given(m, k, c, c) - given(m, k, c, c + s)) +
               j->from[c - s] * given(m, k, c - s, c) + j->from[c + s] * given(m, k, c + s, c + s);
}

/* A sliver whose deepest corner is less than half a spacing from the solid: no particle lies there.
   It counts for the cell behind its widest face; returns that, or the cell itself. */
static int taker(const lg_mac *m, const lg_step *s, int c) {
  const int *step = m->lattice.step;
  float deepest = 0, widest = 0;
  int taken = c;
  if (!(m->volume[c] > 0 && m->volume[c] < SLIVER)) return c;
  for (int i = 0; i < 1 << m->lattice.dim; i++)
    deepest =
        lg_maxf(deepest, m->phi[c + (i & 1) + (i >> 1 & 1) * step[1] + (i >> 2 & 1) * step[2]]);
  if (deepest > 0.5f * s->spacing) return c;

  for (int i = 0; i < 2 * m->lattice.dim; i++) {
    const int axis = i / 2, face = i % 2 ? c + step[axis] : c;
    if (m->open[axis][face] <= widest) continue;
    widest = m->open[axis][face];
    taken = i % 2 ? c + step[axis] : c - step[axis];
  }
  return taken;
}

static void take_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_CELL(&m->lattice, task, c) {
    float sum = taker(m, j->s, c) == c ? j->from[c] : 0;

    /* what is beside, and has no room of its own */
    for (int i = 0; i < 2 * m->lattice.dim; i++) {
      const int s = m->lattice.step[i / 2], beside = i % 2 ? c + s : c - s;
      if (taker(m, j->s, beside) == c) sum += j->from[beside];
    }
    m->room[c] = sum;
  }
}

/* Axis by axis, a cell is whole if both beside it are. */
static void find_whole(lg_mac *m) {
  const lg_layout *l = &m->lattice;
  memset(m->whole, 0, m->capacity);
  for (size_t task = 0; task < lg_lattice_tasks(l); task++)
    LG_EACH_CELL(l, task, c) m->whole[c] = m->volume[c] == 1;
  if (lg_lattice_wraps(l)) lg_lattice_wrap(l, m->whole);

  /* to the next array and back: ghosts are none afterwards */
  uint8_t *const to = m->mark[0];
  for (int k = 0; k < l->dim; k++) {
    const size_t s = (size_t)l->step[k], end = m->capacity - s;
    memset(to, 0, m->capacity);
    for (size_t c = s; c < end; c++) to[c] = m->whole[c - s] & m->whole[c] & m->whole[c + s];
    memcpy(m->whole, to, m->capacity);
  }
}

void lg_mac_find_room(lg_mac *m, const lg_step *s) {
  const lg_layout *l = &m->lattice;
  find_whole(m);
  /* arrays of the pressure's equation, which is at rest now: their ghosts are 0 */
  float *const step[2] = {m->poisson.d, m->poisson.q};
  job j = {.m = m, .s = s, .from = m->volume};

  /* axis by axis */
  for (int k = 0; k < 2; k++) memset(step[k], 0, m->capacity * sizeof *step[k]);
  for (j.axis = 0; j.axis < l->dim; j.axis++) {
    j.to = step[j.axis % 2];
    lg_mac_for_cells(m, s->threads, spread_task, &j);
    lg_lattice_wrap(l, j.to);
    j.from = j.to;
  }

  lg_mac_for_cells(m, s->threads, take_task, &j);
  for (size_t i = 0; m->thin.any && i < m->thin.splits; i++)
    m->room[m->thin.split[i].other] += m->thin.split[i].volume;
  if (lg_lattice_wraps(l)) lg_lattice_wrap(l, m->room);
}

/* ---- what is there -------------------------------------------------------------------------- */

/* Of eight particles, on an axis: the shares of the cell before their own, of their own, of the one
   behind; x: in cells from the lower corner of their own; open: of its faces. */
LG_INLINE void shares(lg_v8 x, float before, float behind, lg_v8 out[3]) {
  const lg_v8 none = lg_v8_all(0), half = lg_v8_all(0.5f);
  out[0] = before * lg_v8_min(lg_v8_max(half - x / BLUR, none), half);
  out[2] = behind * lg_v8_min(lg_v8_max(half - (1 - x) / BLUR, none), half);
  out[1] = 1 - out[0] - out[2];
}

/* Particles i .. i + 7, as far as `end`, in volumes of a whole one. */
LG_INLINE lg_v8 wholes(const job *j, int32_t i, int32_t end) {
  lg_v8 whole = lg_v8_all(1);
  for (int k = 0; j->m->by_mass && k < LG_LANES && i + k < end; k++)
    whole[k] = lg_mac_whole(j->m, j->s, (size_t)(i + k));
  return whole;
}

/* What they count along x, {before, own, behind, 0} of each, and as the product over the other
   axes, row by row. They are in cell c, number at[] on each axis. */
LG_INLINE void weigh(int dim, const job *j, int c, const int at[3], int32_t i, lg_v8 whole,
                     lg_v8 along[4], lg_v8 across[9]) {
  const lg_mac *m = j->m;
  lg_v8 share[3][3];
  for (int k = 0; k < dim; k++) {
    const float *open = m->open[k] + c;
    const lg_v8 x = (lg_v8_load(j->s->particles->x[k] + i) - m->origin[k]) * m->inverse[k];
    shares(x - (float)at[k], open[0], open[m->lattice.step[k]], share[k]);
  }

  lg_v8_turn(share[0][0], share[0][1], share[0][2], lg_v8_all(0), along);
  for (int row = 0; row < (dim == 3 ? 9 : 3); row++) {
    across[row] = whole * share[1][row % 3];
    if (dim == 3) across[row] *= share[2][row / 3];
  }
}

/* Adds particles begin .. end - 1, which are in that cell. The sums of the 3^dim cells around it
   are in registers meanwhile: in lanes the three along x, row by row. */
LG_INLINE void add(int dim, const job *j, int c, const int at[3], int32_t begin, int32_t end) {
  const int *step = j->m->lattice.step, rows = dim == 3 ? 9 : 3;
  float *const lowest = j->sum + c - 1 - step[1] - (dim == 3 ? step[2] : 0);
  lg_v4 sum[9];

  /* the sums as they are */
  for (int row = 0; row < rows; row++) {
    const float *three = lowest + row % 3 * step[1] + row / 3 * step[2];
    sum[row] = (lg_v4){three[0], three[1], three[2], 0};
  }

  /* in lanes what they count; one after the other they are added, so that sums have an order */
  for (int32_t i = begin; i < end; i += LG_LANES) {
    lg_v8 along[4], across[9];
    weigh(dim, j, c, at, i, wholes(j, i, end), along, across);
    for (int k = 0; k < LG_LANES && i + k < end; k++) {
      const lg_v4 three = k < 4 ? lg_v8_low(along[k]) : lg_v8_high(along[k - 4]);
      for (int row = 0; row < rows; row++) sum[row] += across[row][k] * three;
    }
  }

  for (int row = 0; row < rows; row++) {
    float *three = lowest + row % 3 * step[1] + row / 3 * step[2];
    for (int k = 0; k < 3; k++) three[k] = sum[row][k];
  }
}

static void slab_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int lines = l->dim == 3 ? l->n[1] : 1;
  int first, end;
  lg_mac_slab(l, 2 * (int)task + j->color, &first, &end);

  /* Cell by cell, but for those that are counted whole. */
  for (int row = first * lines; row < end * lines; row++) {
    const int32_t *start = lg_mac_row_starts(l, j->s->neighbors->cell_start, row);
    int c = lg_lattice_row(l, row) + LG_ROW_FIRST;
    for (int i = 0; i < l->n[0]; i++, c++) {
      const int at[3] = {i, row % l->n[1], row / l->n[1]};
      if (start[i] == start[i + 1] || lg_mac_beside_thin(j->m, c)) continue;
      if (l->dim == 2) add(2, j, c, at, start[i], start[i + 1]);
      else add(3, j, c, at, start[i], start[i + 1]);
    }
  }
}

/* On a periodic axis what went into a ghost belongs to the cell that it repeats. */
static void fold(const lg_layout *l, int axis, float *sum) {
  const int period = l->n[axis] * l->step[axis], s = l->step[axis];
  LG_EACH_LINE(l, axis, true, below) {
    sum[below + period] += sum[below];
    sum[below + s] += sum[below + s + period];
  }
}

static void divide_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  const float *restrict space = m->room, *restrict sum = j->sum;
  const uint8_t *restrict type = m->type;
  float *restrict fill = m->fill;

  /* without a branch, so that it is done in lanes */
  LG_EACH_CELL(&m->lattice, task, c) {
    const float room = space[c] * m->full, full = room > 0 ? sum[c] / room : 0;
    fill[c] = ((type[c] == LG_MAC_FLUID) | (fill[c] > 0)) ? full : fill[c];
  }
}

void lg_mac_find_fill(lg_mac *m, const lg_step *s, const float *count, float *sum) {
  const lg_layout *l = &m->lattice;
  job j = {.m = m, .s = s, .sum = sum};

  /* Beside thin walls particles count whole in their cells; the others share, slab after slab. */
  memset(sum, 0, m->capacity * sizeof *sum);
  for (size_t c = 0; m->thin.any && c < m->capacity; c++)
    if (m->thin.zone[c]) sum[c] = count[c];
  for (j.color = 0; j.color < 2 && s->n > 0; j.color++)
    lg_par_tasks(s->threads, lg_mac_slab_tasks(l, j.color), slab_task, &j);
  for (int k = 0; k < l->dim; k++)
    if (l->periodic[k]) fold(l, k, sum);

  lg_mac_for_cells(m, s->threads, divide_task, &j);
  if (lg_lattice_wraps(l)) lg_lattice_wrap(l, m->fill);
}
