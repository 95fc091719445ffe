/* extrapolate.c - velocities carried outward from the fluid. Compiled once per dispatch path.

   Layer by layer: a face without velocity takes the mean of those that have one among the 3^dim
   faces around it, weighted by the inverse square of their distance, as Unreal's Niagara does. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"

typedef struct job {
  lg_mac *m;
  uint8_t layer; /* that is extrapolated to */
  bool lacks;    /* a face of the fluid's has no velocity */
} job;

/* ---- the fluid's velocities ----------------------------------------------------------------- */

/* pair = {u, change} where the velocity is the fluid's, {0, 0} elsewhere. */
LG_INLINE void begin_faces(const lg_mac *m, int axis, bool changed, size_t begin, size_t end) {
  uint8_t *restrict layer = m->layer[axis];
  const uint8_t *restrict active = m->active[axis];
  const float *restrict u = m->u[axis], moves = changed ? 1 : 0;
  float *restrict pair = m->pair[axis];

  /* Layer 1: where particles gave a velocity; after the projection, wherever water can flow. */
  for (size_t c = begin; c < end; c++) {
    const uint8_t fluid = changed ? active[c] : layer[c] == 1;
    layer[c] = lg_mac_first_layer(layer[c], fluid);
  }

  /* The pair of velocity and change. */
#ifdef __wasm__ /* a wrong loop by clang 14: particles of flip lost half of what they keep */
#pragma clang loop vectorize(disable)
#endif
  for (size_t c = begin; c < end; c++) {
    float is = layer[c] == 1 ? 1 : 0, now = is * u[c], change = is * moves * (u[c] - pair[2 * c]);
    pair[2 * c] = now;
    pair[2 * c + 1] = change;
  }
}

static void begin_block(void *user, size_t begin, size_t end) {
  const lg_mac *m = user;
  for (int axis = 0; axis < m->lattice.dim; axis++) begin_faces(m, axis, m->changed, begin, end);
}

void lg_mac_save(lg_mac *m, const lg_step *s) {
  m->changed = false;
  lg_par_for(lg_lattice_threads(&m->lattice, s->threads), m->capacity, begin_block, m);
}

static void lacks_block(void *user, size_t begin, size_t end) {
  job *j = user;
  uint8_t lacks = 0;
  for (int axis = 0; axis < j->m->lattice.dim; axis++) {
    const uint8_t *layer = j->m->layer[axis], *active = j->m->active[axis];
    for (size_t c = begin; c < end; c++) lacks |= (uint8_t)(active[c] & (layer[c] == 0));
  }
  if (lacks) __atomic_store_n(&j->lacks, true, __ATOMIC_RELAXED);
}

bool lg_mac_lacks(lg_mac *m, const lg_step *s) {
  job j = {.m = m};
  lg_par_for(lg_lattice_threads(&m->lattice, s->threads), m->capacity, lacks_block, &j);
  return j.lacks;
}

void lg_mac_subtract_saved(lg_mac *m, const lg_step *s) {
  m->changed = true;
  lg_par_for(lg_lattice_threads(&m->lattice, s->threads), m->capacity, begin_block, m);
}

static lg_tally fastest_block(void *user, size_t begin, size_t end) {
  const lg_mac *m = user;
  lg_tally found = {0};
  for (int axis = 0; axis < m->lattice.dim; axis++)
    for (size_t c = begin; c < end; c++)
      found.most = lg_maxf(found.most, fabsf(m->pair[axis][2 * c]));
  return found;
}

float lg_mac_fastest(lg_mac *m, lg_step *s) {
  lg_tally *partial = lg_scratch(s->world, lg_blocks(m->capacity) * sizeof *partial);
  s->failed = s->failed || !partial;
  if (!partial) return 0;
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  return lg_par_tally(threads, m->capacity, fastest_block, m, partial).most;
}

/* ---- outward -------------------------------------------------------------------------------- */

/* next_layer: that of the face, or the new one where it has none but one of the 3^dim around has;
   ghosts do not count. Adding 1 makes 0 of a ghost, so that the largest of all around decides. */
LG_INLINE void mark(int dim, const job *j, int axis, size_t begin, size_t end) {
  const lg_layout *l = &j->m->lattice;
  const uint8_t *restrict layer = j->m->layer[axis] + begin, fresh = j->layer;
  uint8_t *restrict next = j->m->next_layer[axis] + begin, column[LG_BLOCK + 2] = {0};
  const int n = (int)(end - begin);

  /* The largest of each column across x. */
  for (int z = dim == 3 ? -1 : 0; z <= (dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++) {
      const uint8_t *row = layer + y * l->step[1] + z * l->step[2] - 1;
      for (int i = 0; i < n + 2; i++) {
        uint8_t one = (uint8_t)(row[i] + 1);
        column[i] = one > column[i] ? one : column[i];
      }
    }

  /* The largest of three columns. */
  for (int i = 0; i < n; i++) {
    uint8_t side = column[i] > column[i + 2] ? column[i] : column[i + 2],
            most = side > column[i + 1] ? side : column[i + 1];
    next[i] = layer[i] ? layer[i] : most > 1 ? fresh : 0;
  }
}

/* Blocks of the whole arrays: ghosts stay as they are. */
static void mark_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const size_t rim = (size_t)(l->step[1] + 1 + (l->dim == 3 ? l->step[2] : 0)),
               last = (size_t)l->size - rim;
  begin = begin > rim ? begin : rim;
  end = end < last ? end : last;
  for (int axis = 0; axis < l->dim && begin < end; axis++) {
    if (l->dim == 2) mark(2, j, axis, begin, end);
    else mark(3, j, axis, begin, end);
  }
}

/* Beside thin solids: the same of what a face sees. */
static bool sees_some(const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  bool some = false;
  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++) {
        uint8_t layer = m->layer[axis][c + x + y * l->step[1] + z * l->step[2]];
        some = some ||
               (layer && layer != LG_MAC_GHOST && lg_mac_thin_seen(&m->thin, axis, c, x, y, z));
      }
  return some;
}

static void mark_seen_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE_OF_LAYERS(&m->lattice, task, m->next_layer, j->layer, j->layer, axis, c)
    if (m->thin.seen[axis][c] != LG_MAC_SEES_ALL && !sees_some(m, axis, c))
      m->next_layer[axis][c] = 0;
}

/* The weighted mean around a face, of layers below `fresh`: in lanes the three along x, {velocity,
   change} each, row by row. */
LG_INLINE void average(int dim, const lg_mac *m, int fresh, int axis, int c) {
  const lg_layout *l = &m->lattice;
  const bool masked = m->thin.any && m->thin.seen[axis][c] != LG_MAC_SEES_ALL;
  const lg_v4 weight[3] = {{1, 0, 1}, {1 / 2.0f, 1, 1 / 2.0f}, {1 / 3.0f, 1 / 2.0f, 1 / 3.0f}};
  const lg_v4 none = {0, 0, 0, 0};
  const lg_m4 byte = {0xff, 0xff00, 0xff0000}, one = {1, 1 << 8, 1 << 16};
  lg_v8 sum = lg_v8_all(0);
  lg_v4 total = none;

  /* Faces with a velocity count by 1 / distance^2. */
  for (int z = dim == 3 ? -1 : 0; z <= (dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++) {
      const int from = c + y * l->step[1] + z * l->step[2] - 1;
      const uint8_t *three = m->layer[axis] + from;
      lg_m4 layer = byte & (three[0] | three[1] << 8 | three[2] << 16);
      lg_v4 w = lg_v4_select((layer > 0) & (layer < fresh * one), weight[y * y + z * z], none);
      if (masked)
        for (int x = -1; x <= 1; x++)
          if (!lg_mac_thin_seen(&m->thin, axis, c, x, y, z)) w[x + 1] = 0;
      total += w;
      sum += lg_v8_join(LG_V4_SHUFFLE(w, w, 0, 0, 1, 1), LG_V4_SHUFFLE(w, w, 2, 2, 3, 3)) *
             lg_v8_load(m->pair[axis] + 2 * from);
    }

  float all = total[0] + total[1] + total[2];
  m->pair[axis][2 * c] = (sum[0] + sum[2] + sum[4]) / all;
  m->pair[axis][2 * c + 1] = (sum[1] + sum[3] + sum[5]) / all;
}

static void average_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE_OF_LAYERS(&m->lattice, task, m->layer, j->layer, j->layer, axis, c) {
    if (m->lattice.dim == 2) average(2, m, j->layer, axis, c);
    else average(3, m, j->layer, axis, c);
  }
}

/* What faces at a seam see beyond it. */
static void wrap_layers_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  lg_mac_wrap_faces(&m->lattice, (int)axis, m->layer[axis]);
}

static void wrap_pairs_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  typedef float pair[2];
  lg_mac_wrap_faces(&m->lattice, (int)axis, (pair *)(void *)m->pair[axis]);
}

static void wrap(job *j, lg_block_fn *fn, int threads) {
  const lg_layout *l = &j->m->lattice;
  if (lg_lattice_wraps(l)) lg_par_tasks(threads, (size_t)l->dim, fn, j);
}

void lg_mac_extrapolate(lg_mac *m, const lg_step *s, int layers) {
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  job j = {.m = m};

  /* The fluid is layer 1. */
  wrap(&j, wrap_layers_task, threads);
  for (j.layer = 2; j.layer < 2 + layers; j.layer++) {
    lg_par_for(threads, m->capacity, mark_block, &j);
    if (m->thin.any) lg_mac_for_faces(m, s->threads, mark_seen_task, &j);
    for (int k = 0; k < m->lattice.dim; k++) {
      uint8_t *layer = m->layer[k];
      m->layer[k] = m->next_layer[k];
      m->next_layer[k] = layer;
    }
    wrap(&j, wrap_layers_task, threads);
  }
  lg_mac_carry(m, s, layers);
}

void lg_mac_carry(lg_mac *m, const lg_step *s, int layers) {
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  job j = {.m = m};
  wrap(&j, wrap_pairs_task, threads);
  for (j.layer = 2; j.layer < 2 + layers; j.layer++) {
    lg_mac_for_faces(m, s->threads, average_task, &j);
    wrap(&j, wrap_pairs_task, threads);
  }
  lg_mac_constrain(m, s);
}
