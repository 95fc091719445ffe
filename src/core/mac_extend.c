/* mac_extend.c - velocities carried outward from the fluid, and into the solids. Compiled once per dispatch path.

   Layer by layer: a face without velocity takes the mean of those that have one among the 3^dim faces around it, weighted by the
   inverse square of their distance (seed 002). Then closed faces, so that a wall is felt where it is:
     free slip   u - ((u - u_s) . n) n          what goes into the solid is taken off
     no slip     u_s - (u - u_s) d' / d         d' inside, d outside: the velocity is the solid's on its surface
   The same is done to the change by the grid, whose u_s is 0; where particles told of a velocity, the change is against that, or those
   beside a wall would keep what pushed them there. Each axis is a task of its own. */
#include "core/mac.h"
#include "core/par.h"
#include "core/step.h"

typedef struct job { lg_mac *m; int layers; bool fresh; } job;

typedef struct ring { int n; int32_t to[26]; float weight[26]; } ring;

static ring ring_of(const lg_layout *l) {
  ring r = {.n = 0};
  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++) {
        if (!x && !y && !z) continue;
        r.weight[r.n] = 1.0f / (float)(x * x + y * y + z * z);
        r.to[r.n++] = x + y * l->step[1] + z * l->step[2];
      }
  return r;
}

/* ---- outward ---------------------------------------------------------------------------------------------------------- */

/* Known of every face, and the pairs of fluid ones. */
static void begin_axis(const job *j, int axis) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  for (int row = 0; row < lg_mac_rows(l, axis); row++) {
    int first = lg_mac_row(l, axis, row);
    for (int c = first; c < first + lg_mac_length(l, axis); c++) {
      float *p = m->pair[axis] + 2 * c;
      m->known[axis][c] = j->fresh ? m->known[axis][c] == 1 : lg_mac_active(m, axis, c);
      float before = p[0], now = m->u[axis][c];
      p[0] = m->known[axis][c] ? now : 0;
      p[1] = m->known[axis][c] && !j->fresh ? now - before : 0;
    }
  }
}

static bool on_the_rim(const lg_layout *l, const uint8_t *known, int c) {
  for (int k = 0; k < l->dim; k++)
    if (!known[c - l->step[k]] || !known[c + l->step[k]]) return true;
  return false;
}

/* Lists the unknown faces around c. */
static void list_around(lg_mac *m, int axis, const ring *r, int c, uint8_t layer) {
  for (int i = 0; i < r->n; i++) {
    int to = c + r->to[i];
    if (m->known[axis][to]) continue;
    m->known[axis][to] = layer;
    m->list[axis][m->listed[axis]++] = to;
  }
}

static void average(lg_mac *m, int axis, const ring *r, int c, uint8_t layer) {
  float sum = 0, value = 0, change = 0;
  for (int i = 0; i < r->n; i++) {
    int from = c + r->to[i];
    if (!m->known[axis][from] || m->known[axis][from] >= layer) continue;
    sum += r->weight[i];
    value += r->weight[i] * m->pair[axis][2 * from];
    change += r->weight[i] * m->pair[axis][2 * from + 1];
  }
  m->pair[axis][2 * c] = value / sum;
  m->pair[axis][2 * c + 1] = change / sum;
}

static void spread_axis(const job *j, int axis) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const ring r = ring_of(l);
  int done = 0;
  m->listed[axis] = 0;
  for (int row = 0; row < lg_mac_rows(l, axis); row++) {
    int first = lg_mac_row(l, axis, row);
    for (int c = first; c < first + lg_mac_length(l, axis); c++)
      if (m->known[axis][c] == 1 && on_the_rim(l, m->known[axis], c)) list_around(m, axis, &r, c, 2);
  }
  for (int layer = 2; layer < 2 + j->layers; layer++) {
    int end = m->listed[axis];
    for (int i = done; i < end; i++) average(m, axis, &r, m->list[axis][i], (uint8_t)layer);
    for (int i = done; i < end && layer < 1 + j->layers; i++) list_around(m, axis, &r, m->list[axis][i], (uint8_t)(layer + 1));
    done = end;
  }
}

static void spread_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  begin_axis(j, (int)axis);
  spread_axis(j, (int)axis);
}

/* ---- into the solids -------------------------------------------------------------------------------------------------- */

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

/* Component `of` of the velocity (and its change, and the solid's) at face c of `axis`: mean of the four faces around it. */
static void other_component(const lg_mac *m, int axis, int of, int c, float out[3]) {
  const lg_layout *l = &m->lattice;
  const int around[4] = {c, c - l->step[axis], c + l->step[of], c + l->step[of] - l->step[axis]};
  float known = 0;
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < 4; i++) {
    int f = around[i];
    out[2] += 0.25f * m->solid[of][f];
    if (!m->known[of][f] || m->known[of][f] == LG_MAC_BEYOND) continue;
    known += 1;
    out[0] += m->pair[of][2 * f];
    out[1] += m->pair[of][2 * f + 1];
  }
  for (int i = 0; i < 2; i++) out[i] = known > 0 ? out[i] / known : 0;
}

/* What a closed face is given instead of {value, change}. */
static void constrain(const lg_mac *m, int axis, int c, float out[2]) {
  const float *p = m->pair[axis] + 2 * c, solid = m->solid[axis][c];
  if (m->slip[m->owner[c]]) {
    float inside = lg_maxf(-face_distance(m, axis, c), 0), h = m->cell[0];
    float ratio = lg_minf(inside / lg_maxf(h - inside, 0.25f * h), 1);
    out[0] = solid - (p[0] - solid) * ratio;
    out[1] = -p[1] * ratio;
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
  float *x = (float *)(void *)m->poisson.x;
  return axis < 2 ? x + (size_t)axis * 2 * m->capacity : (float *)(void *)m->poisson.rhs;
}

static void constrain_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  int axis = (int)task;
  float *out = room(m, axis);
  for (int i = 0; i < m->listed[axis]; i++)
    if (m->open[axis][m->list[axis][i]] <= 0) constrain(m, axis, m->list[axis][i], out + 2 * i);
}

static void settle_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  int axis = (int)task;
  const float *from = room(m, axis);
  for (int i = 0; i < m->listed[axis]; i++) {
    int c = m->list[axis][i];
    float *p = m->pair[axis] + 2 * c;
    if (m->open[axis][c] <= 0) memcpy(p, from + 2 * i, 2 * sizeof(float));
    if (m->open[axis][c] <= 0 && m->told[axis][c] && !j->fresh && !m->holds) p[1] = p[0] - m->u[axis][c];
    if (j->fresh && lg_mac_active(m, axis, c)) m->u[axis][c] = p[0]; /* fluid that no particle told of */
  }
}

/* ---- beyond the edges ------------------------------------------------------------------------------------------------- */

static void one_ghost(const lg_mac *m, int axis, int across, int c, int inner, int node) {
  float *to = m->pair[axis] + 2 * c;
  const float *from = m->pair[axis] + 2 * inner;
  float x[3];
  double v[3] = {0, 0, 0};
  bool sticks = across != axis && m->phi[node] <= 0 && m->slip[m->owner[node]];
  if (sticks && m->owner[node]) {
    lg_mac_place(m, axis, inner, x);
    lg_mac_solid_velocity(m, m->owner[node], x, v);
  }
  to[0] = sticks ? 2 * (float)v[axis] - from[0] : from[0];
  to[1] = sticks ? -from[1] : from[1];
}

static void ghosts_across(const lg_mac *m, int axis, int across) {
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
        one_ghost(m, axis, across, low, low + step, low + step);
        if (across == axis) high += step; /* face n is one of the grid */
        one_ghost(m, axis, across, high, high - step, high);
      }
    }
}

static void ghosts_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  for (int across = 0; across < m->lattice.dim; across++) ghosts_across(m, (int)axis, across);
}

void lg_mac_extend(lg_step *s, int layers, bool fresh) {
  job j = {&s->world->mac, layers, fresh};
  const lg_layout *l = &j.m->lattice;
  int threads = lg_lattice_threads(l, s->threads);
  size_t axes = (size_t)l->dim;
  lg_par_tasks(threads, axes, spread_task, &j);
  lg_par_tasks(threads, axes, constrain_task, &j);
  lg_par_tasks(threads, axes, settle_task, &j);
  lg_par_tasks(threads, axes, ghosts_task, &j);
}
