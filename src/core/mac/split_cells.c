/* split_cells.c - cells and faces beside thin solids: what belongs to which side. Compiled once per
   dispatch path.

   A cell is asked at SAMPLES^dim points, each of which stands for the small cube around it; a face
   at SAMPLES^(dim - 1). A point less than half a cube deep in a solid still stands for a part of
   its cube, on the side of the face that is nearest to it. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/face_point.h"
#include "core/base/vec.h"
#include "core/mac/mac.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/walls/moving_solids.h"

#define SAMPLES 4
#define LEAST   0.05f /* as solid_fractions.c has it */
#define NOBODY  255   /* deepest: all samples are in solids */

typedef struct job {
  lg_world *w;
  lg_mac *m;
  const lg_step *s;
  const lg_solids *all;
} job;

/* A point outside of solids. */
typedef struct spot {
  float x[3];  /* m */
  float thin;  /* m, to the nearest thin solid */
  float cover; /* of its cube, what is outside of all solids */
} spot;

static bool sees(const job *j, const spot *a, const spot *b) {
  return lg_mac_sees(j->m, j->w, a->x, a->thin, b->x, b->thin);
}

/* ---- samples -------------------------------------------------------------------------------- */

/* m, from whatever closes, the edges too. */
static float distance(const job *j, const float x[3]) {
  const lg_world_def *def = &j->w->def;
  const double at[3] = {(double)x[0], (double)x[1], (double)x[2]};
  float d = 3 * j->m->cell[0];

  /* walls of the bounds, then solids that may be nearer than those */
  for (int k = 0; k < j->w->dim; k++) {
    if (lg_is_wall(j->w, k, 0)) d = lg_minf(d, x[k] - def->bounds.min[k]);
    if (lg_is_wall(j->w, k, 1)) d = lg_minf(d, def->bounds.max[k] - x[k]);
  }
  for (int i = 0; i < j->all->n; i++)
    if (lg_solid_box_distance(&j->all->solid[i], j->w->dim, at) < (double)d)
      d = lg_minf(d, lg_solid_distance(j->w, &j->all->solid[i], 0, at));

  return d;
}

/* A sample that lies just inside of a thin solid is taken out of it, the shortest way. */
static void take_out(const job *j, spot *p) {
  const float reach = 0.05f * j->m->cell[0];
  float n[3] = {0, 0, 0};

  /* the slope of the distance, by central differences */
  for (int k = 0; k < j->w->dim; k++) {
    float before[3] = {p->x[0], p->x[1], p->x[2]}, after[3] = {p->x[0], p->x[1], p->x[2]};
    before[k] -= reach;
    after[k] += reach;
    n[k] = lg_mac_thin_distance(j->m, j->w, after) - lg_mac_thin_distance(j->m, j->w, before);
  }

  /* a hair outside */
  float length = lg_length(n);
  if (!(length > 0)) return;
  lg_axpy((1e-3f * j->m->cell[0] - p->thin) / length, n, p->x);
  p->thin = lg_mac_thin_distance(j->m, j->w, p->x);
}

/* Whether a thin solid has a part of its cube. */
static bool look_at(const job *j, spot *p) {
  const float cube = j->m->cell[0] / SAMPLES;
  p->cover = lg_clampf(0.5f + distance(j, p->x) / cube, 0, 1);
  p->thin = lg_mac_thin_distance(j->m, j->w, p->x);
  const bool cut = p->thin < 0.5f * cube;
  if (p->thin <= 0 && p->cover > 0) take_out(j, p);
  return cut;
}

/* Point number i of a cell, or of a face of an axis (cells: 3). */
static void sample_at(const lg_mac *m, int axis, int c, int i, float x[3]) {
  lg_mac_position(m, axis, c, x);
  for (int k = 0; k < m->lattice.dim; k++) {
    if (k == axis) continue;
    x[k] += (((float)(i % SAMPLES) + 0.5f) / SAMPLES - 0.5f) * m->cell[k];
    i /= SAMPLES;
  }
}

static int samples_of(const lg_mac *m, int axis) {
  int n = 1;
  for (int k = 0; k < m->lattice.dim; k++) n *= k == axis ? 1 : SAMPLES;
  return n;
}

/* ---- cells ---------------------------------------------------------------------------------- */

static void find_deepest(const job *j, int c) {
  const lg_mac *m = j->m;
  float most = 0;
  m->thin.deepest[c] = NOBODY;

  /* the sample that is farthest from all walls */
  for (int i = 0; i < samples_of(m, 3); i++) {
    float x[3];
    sample_at(m, 3, c, i, x);
    float d = distance(j, x);
    if (!(d > most)) continue;
    most = d;
    m->thin.deepest[c] = (uint8_t)i;
    m->thin.depth[3][c] = lg_mac_thin_distance(m, j->w, x);
  }
}

static bool beside_zone(const lg_mac *m, int c) {
  const lg_layout *l = &m->lattice;
  bool beside = false;
  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++)
        beside = beside || m->thin.zone[c + x + y * l->step[1] + z * l->step[2]];
  return beside;
}

/* Of cells around the zone too. */
static void deepest_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_CELL(&m->lattice, task, c)
    if (beside_zone(m, c)) find_deepest(j, c);
}

/* Its deepest point; false: it has none. */
static bool deepest(const lg_mac *m, int c, spot *p) {
  if (m->thin.deepest[c] == NOBODY) return false;
  sample_at(m, 3, c, m->thin.deepest[c], p->x);
  p->thin = m->thin.depth[3][c];
  return true;
}

/* The middle of a face may lie in a thin solid that leaves a part of it open. What both of its
   cells see of it, they see from their deepest points: the deeper one stands for it. Else nothing
   would see such a face, and water beside a straight wall would move on velocities of its own. */
float lg_mac_face_point(const lg_mac *m, int axis, int c, float x[3]) {
  const int before = c - m->lattice.step[axis];
  float middle = m->thin.depth[axis][c];
  spot a = {.thin = -1}, b = {.thin = -1};
  lg_mac_position(m, axis, c, x);
  if (middle >= 0 || !(m->open[axis][c] > 0)) return middle;

  /* the deeper of both */
  deepest(m, before, &a);
  deepest(m, c, &b);
  const spot *deeper = a.thin > b.thin ? &a : &b;
  if (deeper->thin <= 0) return middle;
  memcpy(x, deeper->x, sizeof deeper->x);
  return deeper->thin;
}

/* The neighbour of a cell that sees a point beyond the wall; of several the nearest. */
static int32_t owner_of(const job *j, int c, const spot *beyond) {
  const lg_mac *m = j->m;
  float least = FLT_MAX;
  int32_t owner = c;

  /* cells beside it; beyond the lattice there is none */
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = -1; side <= 1; side += 2) {
      const int other = c + side * m->lattice.step[k],
                at = lg_lattice_number(&m->lattice, k, other);
      spot p;
      if (at < 0 || at >= m->lattice.n[k] || !deepest(m, other, &p)) continue; /* no ghosts */
      float way[3] = {p.x[0] - beyond->x[0], p.x[1] - beyond->x[1], p.x[2] - beyond->x[2]};
      if (lg_length(way) >= least || !sees(j, &p, beyond)) continue;
      least = lg_length(way);
      owner = other;
    }

  return owner;
}

/* What a cell has on either side of a thin solid, if one cuts it: true if that is more than nothing
   on both. */
static bool split_cell(const job *j, int c, lg_mac_split *out) {
  const lg_mac *m = j->m;
  const int n = samples_of(m, 3);
  float most = 0, own = 0;
  bool cut = false;
  spot from, p, beyond = {.thin = 0};
  *out = (lg_mac_split){.cell = c};
  if (!deepest(m, c, &from)) return false;

  /* what the deepest place sees is its own side; the deepest of the other side finds the owner */
  for (int i = 0; i < n; i++) {
    sample_at(m, 3, c, i, p.x);
    cut = look_at(j, &p) || cut;
    if (!(p.cover > 0)) continue;
    bool here = sees(j, &from, &p);
    *(here ? &own : &out->volume) += p.cover / (float)n;
    if (here || !(p.thin > most)) continue;
    most = p.thin;
    beyond = p;
  }
  if (cut && !m->known_voxels) m->volume[c] = own;
  if (!(most > 0)) return false;
  out->other = owner_of(j, c, &beyond);
  return true;
}

/* One thread: a list in the order of cells. */
static bool split_all(job *j) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  size_t most = 0;
  for (size_t c = 0; c < m->capacity; c++) most += m->thin.zone[c];
  m->thin.splits = 0;
  if (!lg_mem_room(m->mem, &m->thin.split, most + 1, sizeof *m->thin.split)) return false;

  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int c = lg_lattice_row(l, row) + LG_ROW_FIRST, end = c + l->n[0]; c < end; c++) {
      if (m->thin.zone[c] && split_cell(j, c, &m->thin.split[m->thin.splits])) m->thin.splits++;
    }
  return true;
}

/* ---- faces ---------------------------------------------------------------------------------- */

/* The part of a face that both of its cells see, if a thin solid cuts it or hides some of it. */
static void share_face(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const int n = samples_of(m, axis), at = lg_lattice_number(l, axis, c);
  float seen = 0;
  spot side[2], p;
  int sides = 0;
  bool cut = false;

  /* The deepest points of the cells beside it; one without has but slivers, of whatever side. */
  const bool before = at > 0 || l->periodic[axis], behind = at < l->n[axis] || l->periodic[axis];
  if (before) sides += deepest(m, c - l->step[axis], &side[sides]);
  if (behind) sides += deepest(m, c, &side[sides]);
  if (sides < before + behind) m->open[axis][c] = 0;

  for (int i = 0; i < n && m->open[axis][c] > 0; i++) {
    sample_at(m, axis, c, i, p.x);
    cut = look_at(j, &p) || cut;
    if (!(p.cover > 0)) continue;
    bool both = true;
    for (int k = 0; k < sides; k++) both = both && sees(j, &side[k], &p);
    seen += both ? p.cover / (float)n : 0;
    cut = cut || !both;
  }
  if (m->known_voxels) seen = seen > 0.5f;
  if (cut) m->open[axis][c] = seen > 0 ? lg_clampf(seen, LEAST, 1) : 0;
}

static bool in_zone(const lg_mac *m, int axis, int c) {
  return m->thin.zone[c] || m->thin.zone[c - m->lattice.step[axis]];
}

static void shares_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE(&m->lattice, task, axis, c)
    if (m->open[axis][c] > 0 && in_zone(m, axis, c)) share_face(j, axis, c);
}

/* Of all faces, those of ghosts too: a task is a line of the whole array. */
static void depths_task(void *user, size_t line, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const int step = m->lattice.step[1];
  for (int axis = 0; axis < m->lattice.dim; axis++)
    for (int c = (int)line * step; c < ((int)line + 1) * step; c++) {
      float x[3];
      lg_mac_position(m, axis, c, x);
      m->thin.depth[axis][c] = lg_mac_thin_distance(m, j->w, x);
    }
}

/* ---- what sees what ------------------------------------------------------------------------- */

/* Of the 3^dim faces of an axis, or cells (3), around; in a thin solid it is as if there were
   none. */
static uint32_t seen_from(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  spot from = {.thin = -1}, to;
  uint32_t seen = 0;
  if (axis < 3) from.thin = lg_mac_face_point(m, axis, c, from.x);
  if (axis == 3 ? !deepest(m, c, &from) : from.thin <= 0) return LG_MAC_SEES_ALL;
  if (from.thin >= 2.7f * m->cell[0]) return LG_MAC_SEES_ALL;

  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++) {
        int other = c + x + y * l->step[1] + z * l->step[2];
        if (axis < 3) to.thin = lg_mac_face_point(m, axis, other, to.x);
        else if (!deepest(m, other, &to)) continue;
        if (sees(j, &from, &to)) seen |= lg_mac_seen_bit(x, y, z);
      }
  return seen;
}

static void seen_faces_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE(&m->lattice, task, axis, c)
    if (in_zone(m, axis, c)) m->thin.seen[axis][c] = seen_from(j, axis, c);
}

static void seen_cells_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_CELL(&m->lattice, task, c)
    if (m->thin.zone[c]) m->thin.seen[3][c] = seen_from(j, 3, c);
}

bool lg_mac_split_cells(lg_mac *m, lg_step *s, const lg_solids *all) {
  job j = {.w = s->world, .m = m, .s = s, .all = all};
  const lg_layout *l = &m->lattice;
  m->thin.splits = 0;
  if (!m->thin.any) return true;

  memset(m->thin.deepest, NOBODY, m->capacity);
  for (int k = 0; k < 4; k++) memset(m->thin.seen[k], 0xff, m->capacity * sizeof *m->thin.seen[k]);
  lg_mac_for_cells(m, s->threads, deepest_task, &j);
  if (lg_lattice_wraps(l)) {
    lg_lattice_wrap(l, m->thin.deepest);
    lg_lattice_wrap(l, m->thin.depth[3]);
  }
  if (!split_all(&j)) return false;
  lg_par_tasks(lg_lattice_threads(l, s->threads), (size_t)(l->size / l->step[1]), depths_task, &j);
  lg_mac_for_faces(m, s->threads, shares_task, &j);
  lg_mac_for_faces(m, s->threads, seen_faces_task, &j);
  lg_mac_for_cells(m, s->threads, seen_cells_task, &j);
  return true;
}

/* ---- particles of split cells --------------------------------------------------------------- */

static void count_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const lg_particles *p = j->s->particles;

  /* each particle of the cell is on one side of its wall or on the other */
  for (size_t i = begin; i < end; i++) {
    lg_mac_split *split = &m->thin.split[i];
    const int c = split->cell;
    const int32_t *start = j->s->neighbors->cell_start +
                           lg_mac_sorted_cell(l, lg_lattice_number(l, 0, c),
                                              lg_lattice_number(l, 1, c),
                                              lg_lattice_number(l, 2, c));
    spot from, at = {.thin = 0};
    split->own = split->beyond = 0;
    if (!deepest(m, c, &from)) continue;
    for (int32_t k = start[0]; k < start[1]; k++) {
      for (int axis = 0; axis < l->dim; axis++) at.x[axis] = p->x[axis][k];
      at.thin = lg_mac_thin_distance(m, j->w, at.x);
      *(sees(j, &from, &at) ? &split->own : &split->beyond) += lg_mac_whole(m, j->s, (size_t)k);
    }
  }
}

void lg_mac_count_splits(lg_mac *m, const lg_step *s) {
  job j = {.w = s->world, .m = m, .s = s};
  lg_par_for(s->threads, m->thin.any && s->n > 0 ? m->thin.splits : 0, count_block, &j);
}
