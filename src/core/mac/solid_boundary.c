/* solid_boundary.c - velocities of closed faces, what solids take there, and of the ghosts beyond
   the edges. Compiled once per dispatch path.

   Extrapolation reaches into solids; there a face is given what makes a wall felt where it is, d'
   inside of it and d outside:
     free slip   u - (1 + d' / d) ((u - u_s) . n) n   on the surface nothing goes into the solid
     no slip     u_s - (u - u_s) d' / d               the velocity there is the solid's
   Where it slips the same is done to the change by the grid, whose u_s is 0; where particles gave
   the face a velocity, the change is against that, or those beside a wall would keep what pressed
   them to it. Where it sticks the change stays as extrapolated, and particles near it take the
   velocity itself (`stuck`): a change that is mirrored too is, in a corner, the opposite of what
   the grid wants, and a wall that moves along itself would drive its particles without end. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/mac/mac.h"

typedef struct job {
  const lg_step *s;
  lg_mac *m;
} job;

/* ---- normal of a face ----------------------------------------------------------------------- */

/* Direction away from the solid, the gradient of phi; zero where it has none. */
static void face_normal(const lg_mac *m, int axis, int c, float n[3]) {
  const lg_layout *l = &m->lattice;
  n[0] = n[1] = n[2] = 0;

  /* Central differences: along the axis between faces, across it between the face's nodes. */
  for (int k = 0; k < l->dim; k++) {
    int s = l->step[k];
    n[k] = k == axis ? 0.5f * (lg_mac_face_distance(m, axis, c + s) -
                               lg_mac_face_distance(m, axis, c - s))
                     : 0;
    if (k == axis) continue;
    int o = l->dim == 3 ? l->step[3 - axis - k] : 0; /* the third axis */
    n[k] = 0.5f * (m->phi[c + s] - m->phi[c] + m->phi[c + s + o] - m->phi[c + o]);
  }

  float length = lg_length(n);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;
}

/* d' / d of a closed face. */
static float mirror(const lg_mac *m, int axis, int c) {
  float inside = lg_maxf(-lg_mac_face_distance(m, axis, c), 0), h = m->cell[0];
  return lg_minf(inside / lg_maxf(h - inside, 0.25f * h), 1);
}

/* ---- no slip -------------------------------------------------------------------------------- */

static void stick(const lg_mac *m, int axis, int c, float out[2]) {
  const float *p = m->pair[axis] + 2 * c, solid = m->solid_u[axis][c], ratio = mirror(m, axis, c);
  out[0] = solid - (p[0] - solid) * ratio;
  out[1] = p[1];
}

/* ---- free slip ------------------------------------------------------------------------------ */

/* Component `of` of {velocity, change, the solid's velocity} at face c of `axis`: the mean of the
   four faces around it. */
static void other_component(const lg_mac *m, int axis, int of, int c, float out[3]) {
  const lg_layout *l = &m->lattice;
  const int around[4] = {c, c - l->step[axis], c + l->step[of], c + l->step[of] - l->step[axis]};
  float known = 0;
  out[0] = out[1] = out[2] = 0;

  /* Fluid counts where it has a velocity, the solid everywhere. */
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

static void glide(const job *j, int axis, int c, float out[2]) {
  const lg_mac *m = j->m;
  const float *p = m->pair[axis] + 2 * c;
  float n[3], into = 0, change = 0;

  /* (u - u_s) . n, and change . n. */
  if (!(m->thin.any && lg_mac_thin_normal(m, j->s->world, axis, c, n))) face_normal(m, axis, c, n);
  for (int k = 0; k < m->lattice.dim; k++) {
    float v[3] = {p[0], p[1], m->solid_u[axis][c]};
    if (n[k] == 0) continue;
    if (k != axis) other_component(m, axis, k, c, v);
    into += n[k] * (v[0] - v[2]);
    change += n[k] * v[1];
  }

  const float off = (1 + mirror(m, axis, c)) * n[axis];
  out[0] = p[0] - into * off;
  out[1] = p[1] - change * off;
}

/* ---- closed faces --------------------------------------------------------------------------- */

/* Room for new pairs, as glide reads the old ones: the pressure solver's, which is at rest now. */
static float *new_pairs(const lg_mac *m, int axis) {
  return (float *)(void *)m->poisson.x + (size_t)axis * 2 * m->capacity;
}

static void constrain_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  LG_EACH_FACE_OF_LAYERS(&m->lattice, task, m->layer, 2, LG_MAC_GHOST - 1, axis, c) {
    if (!(m->open[axis][c] <= 0)) continue;
    if (m->no_slip[m->nearest[c]]) stick(m, axis, c, new_pairs(m, axis) + 2 * c);
    else glide(j, axis, c, new_pairs(m, axis) + 2 * c);
  }
}

/* Takes the new pair of a closed face over; see above for what slips where particles are. */
static void settle_face(const lg_mac *m, int axis, int c) {
  const bool closed = m->open[axis][c] <= 0;
  float *p = m->pair[axis] + 2 * c;
  if (closed) memcpy(p, new_pairs(m, axis) + 2 * c, 2 * sizeof *p);
  if (closed && m->has_particles[axis][c] && !m->no_slip[m->nearest[c]] && m->changed && !m->holds)
    p[1] = p[0] - m->u[axis][c];
  if (!m->changed && m->active[axis][c]) m->u[axis][c] = p[0]; /* fluid that no particle is near */
}

static void settle_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mac *m = ((const job *)user)->m;
  LG_EACH_FACE_OF_LAYERS(&m->lattice, task, m->layer, 2, LG_MAC_GHOST - 1, axis, c)
    settle_face(m, axis, c);
}

/* ---- what solids take ----------------------------------------------------------------------- */

/* Particles beside a solid have given a part of their momentum to faces that it closes, and where
   those make the wall felt it is the solid's: no pressure takes it. What the faces beside change
   alike is in the pressure from the middle of a cell to the solid (body_coupling.c), so only what
   is more or less counts, and still water gives nothing. A slug that PIC brings to a plate at three
   quarters of a cell gave 0.77 of its impulse without it. */

/* The solid of such a face if its load is asked for, and where it takes it. 0: it is not. */
static lg_id loaded_solid(const lg_mac *m, const lg_step *s, int axis, int c, double at[3]) {
  float x[3];
  lg_mac_position(m, axis, c, x);
  for (int k = 0; k < 3; k++) at[k] = (double)x[k];
  const int solid = lg_mac_face_solid(m, axis, c);
  const lg_id id = solid > 0 ? lg_mac_solid_place(m, solid, at) : 0;
  return id && lg_loads_find(s->world, id) ? id : 0;
}

/* Whether a face repeats the first one of a periodic axis. */
static bool is_repeated(const lg_layout *l, int axis, int c) {
  return l->periodic[axis] && lg_lattice_number(l, axis, c) == l->n[axis];
}

bool lg_mac_find_closed(lg_mac *m, const lg_step *s, float density) {
  const lg_layout *l = &m->lattice;
  float whole = density / m->full; /* kg, of a particle */
  double at[3];
  m->closed_faces = 0;
  if (s->bodies->loads == 0 || m->holds) return true;
  for (int k = 0; k < l->dim; k++) whole *= m->cell[k];

  for (size_t task = 0; task < lg_mac_face_tasks(l); task++)
    LG_EACH_FACE(l, task, axis, c) {
      if (!m->has_particles[axis][c] || m->open[axis][c] > 0 || is_repeated(l, axis, c) ||
          !loaded_solid(m, s, axis, c, at))
        continue;
      if (!lg_mem_grow(m->mem, &m->closed, m->closed_faces + 1, sizeof *m->closed)) return false;
      const float heavy = m->mixed ? lg_maxf(m->density[c], m->density[c - l->step[axis]]) : 1;
      m->closed[m->closed_faces++] = (lg_mac_closed){
          .axis = axis, .face = c, .mass = heavy * whole * m->pair[axis][2 * c + 1]};
    }
  return true;
}

/* What the faces beside them change, before closed faces have pairs of their own. */
static void note_changes(const lg_mac *m) {
  for (size_t i = 0; i < m->closed_faces; i++) {
    lg_mac_closed *f = &m->closed[i];
    f->change = m->pair[f->axis][2 * f->face + 1];
  }
}

/* What is else. Along itself a wall takes nothing where it slips; where it sticks that is told by
   viscosity (viscous_solids.c). */
static void load_closed(lg_mac *m, const lg_step *s) {
  for (size_t i = 0; i < m->closed_faces; i++) {
    const lg_mac_closed *f = &m->closed[i];
    float n[3];
    double impulse[3] = {0, 0, 0}, at[3];
    if (!(m->thin.any && lg_mac_thin_normal(m, s->world, f->axis, f->face, n)))
      face_normal(m, f->axis, f->face, n);
    if (n[f->axis] == 0 || m->layer[f->axis][f->face] == 0) continue; /* too far from the fluid */

    const lg_id solid = loaded_solid(m, s, f->axis, f->face, at);
    const float change = m->pair[f->axis][2 * f->face] - m->u[f->axis][f->face];
    const double taken = -(double)(f->mass * (change - f->change) *
                                   lg_mac_closed_share(m, s->world, f->axis, f->face));
    if (m->no_slip[m->nearest[f->face]])
      for (int k = 0; k < 3; k++) impulse[k] = taken * (double)(n[f->axis] * n[k]);
    else impulse[f->axis] = taken;
    lg_loads_add(s->world, solid, impulse, at);
  }
  m->closed_faces = 0;
}

/* ---- beyond the edges ----------------------------------------------------------------------- */

/* A ghost mirrors the face inside of the edge; where the flow sticks to the wall, whose node is
   given, so that their mean is the wall's velocity. */
static void set_ghost(const lg_mac *m, int axis, bool along, int ghost, int inner, int node) {
  float *to = m->pair[axis] + 2 * ghost;
  const float *from = m->pair[axis] + 2 * inner;
  float x[3];
  double v[3] = {0, 0, 0};

  /* The wall's velocity. */
  bool sticks = along && m->phi[node] <= 0 && m->no_slip[m->nearest[node]];
  if (sticks && m->nearest[node]) {
    lg_mac_position(m, axis, inner, x);
    lg_mac_solid_velocity(m, m->nearest[node], x, v);
  }

  to[0] = sticks ? 2 * (float)v[axis] - from[0] : from[0];
  to[1] = from[1];
  m->stuck[axis][ghost] = sticks;
}

/* The same where the flow sticks to nothing: rows along x at once. */
static void mirror_ghosts(const lg_mac *m, int axis, int across) {
  const lg_layout *l = &m->lattice;
  const int step = l->step[across], top = l->n[across] + (across == axis);
  const size_t pair = 2 * sizeof(float), row = (size_t)(l->n[0] + 2) * pair;
  int begin[3], end[3];
  for (int k = 0; k < 3; k++) {
    const bool rim = k != across && k < l->dim;
    begin[k] = rim ? -1 : 0;
    end[k] = k == across ? 1 : l->n[k] + rim;
  }

  /* the first and the last face inside */
  for (int z = begin[2]; z < end[2]; z++)
    for (int y = begin[1]; y < end[1]; y++) {
      float *first = m->pair[axis] + 2 * lg_lattice_at(l, begin[0], y, z),
            *last = first + 2 * (top - 1) * step;
      memcpy(first - 2 * step, first, across == 0 ? pair : row);
      memcpy(last + 2 * step, last, across == 0 ? pair : row);
    }
}

/* Ghosts of a component before the first and behind the last cell on axis `across`. */
static void set_ghosts(const job *j, int axis, int across) {
  const lg_layout *l = &j->m->lattice;
  const int top = l->n[across], step = l->step[across];
  const bool along = across != axis;

  /* A periodic axis repeats itself. */
  if (l->periodic[across]) {
    lg_mac_wrap_across(l, axis, across, j->m->pair[axis], 2 * sizeof(float));
    lg_mac_wrap_across(l, axis, across, j->m->stuck[axis], 1);
    return;
  }

  if (!j->m->sticks) {
    mirror_ghosts(j->m, axis, across);
    return;
  }
  LG_EACH_LINE(l, across, true, low) {
    int high = low + (top + 1) * step;
    set_ghost(j->m, axis, along, low, low + step, low + step);
    if (!along) high += step; /* face n is one of the grid */
    set_ghost(j->m, axis, along, high, high - step, high);
  }
}

static void ghosts_task(void *user, size_t axis, size_t unused) {
  (void)unused;
  const job *j = user;
  for (int across = 0; across < j->m->lattice.dim; across++) set_ghosts(j, (int)axis, across);
}

void lg_mac_constrain(lg_mac *m, const lg_step *s) {
  job j = {.s = s, .m = m};
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  if (m->changed) note_changes(m);
  lg_mac_for_faces(m, s->threads, constrain_task, &j);
  lg_mac_for_faces(m, s->threads, settle_task, &j);
  if (m->changed) load_closed(m, s);
  lg_par_tasks(threads, (size_t)m->lattice.dim, ghosts_task, &j);
}
