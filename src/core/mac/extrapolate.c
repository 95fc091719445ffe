/* extrapolate.c - velocities carried outward from the fluid, and into the solids. Compiled once per
   dispatch path.

   Layer by layer: a face without velocity takes the mean of those that have one among the 3^dim
   faces around it, weighted by the inverse square of their distance (seed 002). Then closed faces,
   so that a wall is felt where it is:
     free slip   u - ((u - u_s) . n) n          what goes into the solid is taken off
     no slip     u_s - (u - u_s) d' / d         d' inside, d outside: the velocity is the solid's on
                                                its surface
   The same is done to the change by the grid, whose u_s is 0; where particles told of a velocity,
   the change is against that, or those beside a wall would keep what pushed them there. Where the
   flow sticks, particles came with one that stuck and with what pushed them since (push), which the
   change must take off: change' = -(change + push) d' / d - push. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/base/vec.h"
#include "core/mac/mac.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

typedef struct job {
  const lg_step *s;
  lg_mac *m;
  uint8_t layer;
  bool fresh;
} job;

typedef void row_fn(const job *j, int axis, int first, int length);

LG_INLINE void each_row(const job *j, size_t task, row_fn *fn) {
  const lg_layout *l = &j->m->lattice;
  LG_EACH_FACE_ROW (l, task, axis, row)
    fn(j, axis, lg_mac_face_row(l, axis, row), lg_mac_row_faces(l, axis));
}

/* The first face from c on whose velocity was carried there in layers low .. high; end: none. */
LG_INLINE int carried(const uint8_t *known, int low, int high, int c, int end) {
  for (; c < end; c++) {
    uint64_t eight = 2;
    if (c + 8 <= end) memcpy(&eight, known + c, sizeof eight);
    if (eight == 0 || eight == 0x0101010101010101u) c += 7;
    else if (known[c] >= low && known[c] <= high) return c;
  }
  return end;
}

/* ---- outward -------------------------------------------------------------------------------- */

/* Known of every face, and the pairs of fluid ones. */
static void begin_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const bool fresh = j->fresh;
  for (int axis = 0; axis < j->m->lattice.dim; axis++) {
    uint8_t *restrict known = j->m->layer[axis];
    const uint8_t *restrict active = j->m->active[axis];
    const float *restrict u = j->m->u[axis], moves = fresh ? 0 : 1;
    float *restrict pair = j->m->pair[axis];
    for (size_t c = begin; c < end; c++) {
      uint8_t now = fresh ? known[c] == 1 : active[c];
      known[c] = known[c] == LG_MAC_GHOST ? LG_MAC_GHOST : now;
    }
    for (size_t c = begin; c < end; c++) {
      float is = known[c] == 1 ? 1 : 0, now = is * u[c], change = is * moves * (u[c] - pair[2 * c]);
      pair[2 * c] = now;
      pair[2 * c + 1] = change;
    }
  }
}

/* next: known, and the layer where that is 0 but not everywhere around; what is BEYOND does not
   count. */
LG_INLINE void mark(int dim, const job *j, int axis, size_t begin, size_t end) {
  const lg_layout *l = &j->m->lattice;
  const uint8_t *restrict known = j->m->layer[axis] + begin, layer = j->layer;
  /* what is most known in the rows around, + 1 */
  uint8_t *restrict next = j->m->next_layer[axis] + begin, column[LG_BLOCK + 2] = {0};
  const int n = (int)(end - begin);
  for (int z = dim == 3 ? -1 : 0; z <= (dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++) {
      const uint8_t *row = known + y * l->step[1] + z * l->step[2] - 1;
      for (int i = 0; i < n + 2; i++) {
        uint8_t one = (uint8_t)(row[i] + 1);
        column[i] = one > column[i] ? one : column[i];
      }
    }
  for (int i = 0; i < n; i++) {
    uint8_t side = column[i] > column[i + 2] ? column[i] : column[i + 2],
            most = side > column[i + 1] ? side : column[i + 1];
    next[i] = known[i] ? known[i] : most > 1 ? layer : 0;
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

/* The mean around a face: in lanes the three along x, {velocity, change} each, row by row. */
LG_INLINE void average(int dim, const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  const lg_v8 weight[3] = {{1, 0, 1}, {1 / 2.0f, 1, 1 / 2.0f}, {1 / 3.0f, 1 / 2.0f, 1 / 3.0f}};
  const lg_m8 byte = {0xff, 0xff00, 0xff0000}; /* LG_MAC_GHOST: all of it */
  lg_v8 sum = lg_v8_all(0), total = sum;
  for (int z = dim == 3 ? -1 : 0; z <= (dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++) {
      const int from = c + y * l->step[1] + z * l->step[2] - 1;
      const uint8_t *three = m->layer[axis] + from;
      lg_m8 known = byte & (three[0] | three[1] << 8 | three[2] << 16);
      lg_v8 w = lg_v8_select((known != 0) & (known != byte), weight[y * y + z * z], lg_v8_all(0));
      total += w;
      sum += __builtin_shufflevector(w, w, 0, 0, 1, 1, 2, 2, 3, 3) *
             lg_v8_load(m->pair[axis] + 2 * from);
    }
  float all = total[0] + total[1] + total[2];
  m->pair[axis][2 * c] = (sum[0] + sum[2] + sum[4]) / all;
  m->pair[axis][2 * c + 1] = (sum[1] + sum[3] + sum[5]) / all;
}

LG_INLINE void average_row(const job *j, int axis, int first, int length) {
  const uint8_t *next = j->m->next_layer[axis];
  const int end = first + length, layer = j->layer;
  for (int c = carried(next, layer, layer, first, end); c < end;
       c = carried(next, layer, layer, c + 1, end)) {
    if (j->m->lattice.dim == 2) average(2, j->m, axis, c);
    else average(3, j->m, axis, c);
  }
}

static void average_task(void *user, size_t task, size_t unused) {
  (void)unused;
  each_row(user, task, average_row);
}

static void spread(job *j, int layers, int threads) {
  lg_mac *m = j->m;
  lg_par_for(threads, m->capacity, begin_block, j);
  for (j->layer = 2; j->layer < 2 + layers; j->layer++) {
    lg_par_for(threads, m->capacity, mark_block, j);
    /* from what was known before */
    lg_par_tasks(threads, lg_mac_face_tasks(&m->lattice), average_task, j);
    for (int k = 0; k < m->lattice.dim; k++) {
      uint8_t *known = m->layer[k];
      m->layer[k] = m->next_layer[k];
      m->next_layer[k] = known;
    }
  }
}

/* ---- into the solids ------------------------------------------------------------------------ */

static float face_distance(const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  int p = l->step[(axis + 1) % l->dim], q = l->step[(axis + 2) % 3];
  if (l->dim == 2) return 0.5f * (m->phi[c] + m->phi[c + p]);
  return 0.25f * (m->phi[c] + m->phi[c + p] + m->phi[c + q] + m->phi[c + p + q]);
}

/* Direction away from the solid; zero where it has none. */
static void face_normal(const lg_mac *m, int axis, int c, float n[3]) {
  const lg_layout *l = &m->lattice;
  n[0] = n[1] = n[2] = 0;
  for (int k = 0; k < l->dim; k++) {
    int s = l->step[k];
    n[k] = k == axis ? 0.5f * (face_distance(m, axis, c + s) - face_distance(m, axis, c - s)) : 0;
    if (k == axis) continue;
    int o = l->dim == 3 ? l->step[3 - axis - k] : 0; /* the third axis */
    n[k] = 0.5f * (m->phi[c + s] - m->phi[c] + m->phi[c + s + o] - m->phi[c + o]);
  }
  float length = lg_length(n);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;
}

/* Component `of` of the velocity (and its change, and the solid's) at face c of `axis`: mean of the
   four faces around it. */
static void other_component(const lg_mac *m, int axis, int of, int c, float out[3]) {
  const lg_layout *l = &m->lattice;
  const int around[4] = {c, c - l->step[axis], c + l->step[of], c + l->step[of] - l->step[axis]};
  float known = 0;
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < 4; i++) {
    int f = around[i];
    out[2] += 0.25f * m->solid_u[of][f];
    if (!m->layer[of][f] || m->layer[of][f] == LG_MAC_GHOST) continue;
    known += 1;
    out[0] += m->pair[of][2 * f];
    out[1] += m->pair[of][2 * f + 1];
  }
  for (int i = 0; i < 2; i++) out[i] = known > 0 ? out[i] / known : 0;
}

/* m/s, what forces gave the particles beside a face in this sub-step. */
static float push_of(const job *j, int axis, int face) {
  const lg_step *s = j->s;
  const lg_layout *l = &j->m->lattice;
  float sum = 0, n = 0;
  if (j->fresh || j->m->holds || s->n == 0) return 0;
  for (int c = face - l->step[axis]; c <= face; c += l->step[axis]) {
    int at[3] = {0, 0, 0};
    bool inside = true;
    for (int k = 0; k < l->dim; k++) {
      at[k] = lg_lattice_number(l, k, c);
      inside = inside && at[k] >= 0 && at[k] < l->n[k];
    }
    if (!inside) continue;
    const int32_t *start = s->neighbors->cell_start + lg_mac_sorted_cell(l, at[0], at[1], at[2]);
    for (int32_t i = start[0]; i < start[1]; i++) sum += s->particles->a[axis][i];
    n += (float)(start[1] - start[0]);
  }
  return s->dt * (n > 0 ? sum / n : s->world->def.gravity[axis]);
}

static float stuck_change(const job *j, int axis, int face, float change, float ratio) {
  float push = push_of(j, axis, face);
  return -(change + push) * ratio - push;
}

/* What a closed face is given instead of {value, change}. */
static void constrain(const job *j, int axis, int c, float out[2]) {
  const lg_mac *m = j->m;
  const float *p = m->pair[axis] + 2 * c, solid = m->solid_u[axis][c];
  if (m->no_slip[m->nearest[c]]) {
    float inside = lg_maxf(-face_distance(m, axis, c), 0), h = m->cell[0];
    float ratio = lg_minf(inside / lg_maxf(h - inside, 0.25f * h), 1);
    out[0] = solid - (p[0] - solid) * ratio;
    out[1] = stuck_change(j, axis, c, p[1], ratio);
    return;
  }
  float n[3], into = 0, change = 0;
  face_normal(m, axis, c, n);
  for (int k = 0; k < m->lattice.dim; k++) {
    float v[3] = {p[0], p[1], solid};
    if (k != axis) other_component(m, axis, k, c, v);
    into += n[k] * (v[0] - v[2]);
    change += n[k] * v[1];
  }
  out[0] = p[0] - into * n[axis];
  out[1] = p[1] - change * n[axis];
}

/* Room for two floats a face: the pressure solver's, which is at rest now. */
static float *room(const lg_mac *m, int axis) {
  return (float *)(void *)m->poisson.x + (size_t)axis * 2 * m->capacity;
}

static void constrain_row(const job *j, int axis, int first, int length) {
  const lg_mac *m = j->m;
  const uint8_t *known = m->layer[axis];
  const int end = first + length;
  float *out = room(m, axis);
  for (int c = carried(known, 2, LG_MAC_GHOST - 1, first, end); c < end;
       c = carried(known, 2, LG_MAC_GHOST - 1, c + 1, end))
    if (m->open[axis][c] <= 0) constrain(j, axis, c, out + 2 * c);
}

static void settle_row(const job *j, int axis, int first, int length) {
  const lg_mac *m = j->m;
  const uint8_t *known = m->layer[axis];
  const int end = first + length;
  const float *from = room(m, axis);
  for (int c = carried(known, 2, LG_MAC_GHOST - 1, first, end); c < end;
       c = carried(known, 2, LG_MAC_GHOST - 1, c + 1, end)) {
    float *p = m->pair[axis] + 2 * c;
    if (m->open[axis][c] <= 0) memcpy(p, from + 2 * c, 2 * sizeof(float));
    bool glides = m->open[axis][c] <= 0 && m->has_particles[axis][c] && !m->no_slip[m->nearest[c]];
    if (glides && !j->fresh && !m->holds) p[1] = p[0] - m->u[axis][c];
    if (j->fresh && m->active[axis][c]) m->u[axis][c] = p[0]; /* fluid that no particle told of */
  }
}

static void constrain_task(void *user, size_t task, size_t unused) {
  (void)unused;
  each_row(user, task, constrain_row);
}
static void settle_task(void *user, size_t task, size_t unused) {
  (void)unused;
  each_row(user, task, settle_row);
}

/* ---- beyond the edges ----------------------------------------------------------------------- */

static void one_ghost(const job *j, int axis, int across, int c, int inner, int node) {
  const lg_mac *m = j->m;
  float *to = m->pair[axis] + 2 * c;
  const float *from = m->pair[axis] + 2 * inner;
  float x[3];
  double v[3] = {0, 0, 0};
  bool sticks = across != axis && m->phi[node] <= 0 && m->no_slip[m->nearest[node]];
  if (sticks && m->nearest[node]) {
    lg_mac_position(m, axis, inner, x);
    lg_mac_solid_velocity(m, m->nearest[node], x, v);
  }
  to[0] = sticks ? 2 * (float)v[axis] - from[0] : from[0];
  to[1] = sticks ? stuck_change(j, axis, inner, from[1], 1) : from[1];
}

static void ghosts_across(const job *j, int axis, int across) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  int u = (across + 1) % 3, v = (across + 2) % 3, at[3], top = l->n[across], step = l->step[across];
  int high_u = u < l->dim ? l->n[u] : 0, high_v = v < l->dim ? l->n[v] : 0;
  for (at[u] = u < l->dim ? -1 : 0; at[u] <= high_u; at[u]++)
    for (at[v] = v < l->dim ? -1 : 0; at[v] <= high_v; at[v]++) {
      at[across] = -1;
      int low = lg_lattice_at(l, at[0], at[1], at[2]), high = low + (top + 1) * step;
      float *p = m->pair[axis];
      if (l->periodic[across]) {
        memcpy(p + 2 * low, p + 2 * (low + top * step), 2 * sizeof *p);
        memcpy(p + 2 * high, p + 2 * (low + step), 2 * sizeof *p);
        if (across == axis) memcpy(p + 2 * (high + step), p + 2 * (low + 2 * step), 2 * sizeof *p);
      } else {
        one_ghost(j, axis, across, low, low + step, low + step);
        if (across == axis) high += step; /* face n is one of the grid */
        one_ghost(j, axis, across, high, high - step, high);
      }
    }
}

static void ghosts_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  for (int across = 0; across < j->m->lattice.dim; across++) ghosts_across(j, (int)axis, across);
}

void lg_mac_extrapolate(lg_step *s, int layers, bool fresh) {
  job j = {.s = s, .m = s->world->mac, .fresh = fresh};
  const lg_layout *l = &j.m->lattice;
  int threads = lg_lattice_threads(l, s->threads);
  spread(&j, layers, threads);
  lg_par_tasks(threads, lg_mac_face_tasks(l), constrain_task, &j);
  lg_par_tasks(threads, lg_mac_face_tasks(l), settle_task, &j);
  lg_par_tasks(threads, (size_t)l->dim, ghosts_task, &j);
}
