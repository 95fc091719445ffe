/* mac.c - memory of the staggered grid, and where its cells lie. */
#include "core/mac/mac.h"

#include "core/base/world.h"

void lg_mac_cells(const lg_world *w, float edge, lg_cells *out) {
  memset(out, 0, sizeof *out);
  for (int k = 0; k < 3; k++) out->n[k] = 1;
  for (int k = 0; k < w->dim; k++) {
    double length = (double)w->def.bounds.max[k] - (double)w->def.bounds.min[k],
           count = fmin(length / (double)edge, 1 << 28);
    bool periodic = lg_is_periodic(w, k);
    out->n[k] = periodic ? 2 * lg_maxi(1, (int)floor(0.5 * count + 0.5))
                         : lg_maxi(1, (int)ceil(count - 1e-3));
    out->edge[k] = periodic ? (float)(length / out->n[k]) : edge;
  }
}

enum { PAIRS = 3, FLOATS = 27, BYTES = 19 };

/* The first PAIRS of them have two entries a face. */
static void float_arrays(lg_mac *m, float **out[FLOATS]) {
  int n = PAIRS;

  /* Of faces. */
  for (int k = 0; k < 3; k++) {
    out[k] = &m->pair[k];
    out[n++] = &m->u[k];
    out[n++] = &m->open[k];
    out[n++] = &m->solid_u[k];
    out[n++] = &m->inverse_theta[k];
  }

  /* Of nodes and cells. */
  out[n++] = &m->phi;
  out[n++] = &m->volume;
  out[n++] = &m->room;
  out[n++] = &m->fill;
  out[n++] = &m->density;
  out[n++] = &m->pressure;
  out[n++] = &m->divergence;
  out[n++] = &m->crossing;
  out[n++] = &m->inviscid;
  out[n++] = &m->curvature;
  out[n++] = &m->share;
  out[n] = &m->type_view;
}

static void byte_arrays(lg_mac *m, uint8_t **out[BYTES]) {
  out[0] = &m->type;
  out[16] = &m->mark[0];
  out[17] = &m->mark[1];
  out[18] = &m->whole;

  for (int k = 0; k < 3; k++) {
    out[1 + k] = &m->layer[k];
    out[4 + k] = &m->next_layer[k];
    out[7 + k] = &m->has_particles[k];
    out[10 + k] = &m->active[k];
    out[13 + k] = &m->stuck[k];
  }
}

static size_t float_bytes(const lg_mac *m, int array) {
  return (array < PAIRS ? 2 : 1) * m->capacity * sizeof(float);
}

static void free_thin(lg_mem *mem, lg_mac_thin *t) {
  for (int k = 0; k < 4; k++) {
    lg_mem_free(mem, t->seen[k]);
    lg_mem_free(mem, t->depth[k]);
  }

  lg_mem_free(mem, t->near);
  lg_mem_free(mem, t->zone);
  lg_mem_free(mem, t->deepest);
  lg_mem_free(mem, t->solid);
  lg_mem_free(mem, t->number);
  lg_mem_free(mem, t->split);
  lg_mem_free(mem, t->sight);
}

void lg_mac_free(lg_mac *m) {
  if (!m->mem) return;
  float **f[FLOATS];
  uint8_t **b[BYTES];
  float_arrays(m, f);
  byte_arrays(m, b);

  /* Arrays of the grid, and what is of particles and solids. */
  for (int i = 0; i < FLOATS; i++) lg_mem_free(m->mem, *f[i]);
  for (int i = 0; i < BYTES; i++) lg_mem_free(m->mem, *b[i]);
  lg_mem_free(m->mem, m->nearest);
  lg_mem_free(m->mem, m->no_slip);
  lg_mem_free(m->mem, m->wetting);
  lg_mem_free(m->mem, m->drift[0]);
  lg_mem_free(m->mem, m->known_solids);
  free_thin(m->mem, &m->thin);
  lg_mem_free(m->mem, m->bears.share);
  lg_mem_free(m->mem, m->bears.bearer);
  lg_mem_free(m->mem, m->bears.motion);
  lg_islands_free(m->mem, &m->bears.gives);
  lg_mem_free(m->mem, m->closed);
  lg_poisson_free(&m->poisson);
  memset(m, 0, sizeof *m);
}

/* Ghosts are none of the faces that are carried to or asked, but at seams, where they repeat
   others. */
static void mark_ghosts(lg_mac *m) {
  const lg_layout *l = &m->lattice;
  for (int axis = 0; axis < l->dim; axis++) {
    memset(m->layer[axis], LG_MAC_GHOST, m->capacity);
    for (int row = 0; row < lg_mac_face_rows(l, axis); row++)
      memset(m->layer[axis] + lg_mac_face_row(l, axis, row), 0, (size_t)lg_mac_row_faces(l, axis));
    lg_mac_wrap_faces(l, axis, m->layer[axis]);
    memcpy(m->next_layer[axis], m->layer[axis], m->capacity);
  }
}

static bool allocate(lg_mac *m, lg_mem *mem, const lg_layout *l) {
  float **f[FLOATS];
  uint8_t **b[BYTES];
  lg_mac_free(m);
  m->mem = mem;
  m->lattice = *l;
  m->capacity = (size_t)l->size;
  float_arrays(m, f);
  byte_arrays(m, b);

  /* All are tried, so that freeing finds NULL or memory. */
  bool ok = (m->no_slip = lg_lattice_zeroed(mem, LG_MAC_SOLIDS)) &&
            lg_poisson_room(&m->poisson, mem, l);
  ok = (m->wetting = lg_lattice_zeroed(mem, LG_MAC_SOLIDS * sizeof *m->wetting)) && ok;
  ok = (m->nearest = lg_lattice_zeroed(mem, m->capacity * sizeof *m->nearest)) && ok;
  for (int i = 0; i < FLOATS; i++) ok = (*f[i] = lg_lattice_zeroed(mem, float_bytes(m, i))) && ok;
  for (int i = 0; i < BYTES; i++) ok = (*b[i] = lg_lattice_zeroed(mem, m->capacity)) && ok;
  if (ok) mark_ghosts(m);
  else lg_mac_free(m);
  return ok;
}

static bool drift_room(lg_mac *m, size_t n, int dim) {
  if (n <= m->drift_capacity) return true;
  size_t room = (n + n / 4 + 64) / 16 * 16;
  float *fresh = lg_mem_realloc(m->mem, NULL, 3 * room * sizeof(float));
  if (!fresh) return false;
  memset(fresh, 0, 3 * room * sizeof(float)); /* lanes behind the last particle are read */
  lg_mem_free(m->mem, m->drift[0]);
  for (int k = 0; k < dim; k++) m->drift[k] = fresh + (size_t)k * room;
  m->drift_capacity = room;
  return true;
}

bool lg_mac_make(lg_mac *m, lg_world *w, const lg_cells *cells) {
  bool periodic[3] = {false, false, false};
  for (int k = 0; k < w->dim; k++) periodic[k] = lg_is_periodic(w, k);
  lg_layout l = lg_lattice_make(w->dim, cells->n, periodic);
  bool same = m->mem && lg_lattice_same(&m->lattice, &l) &&
              memcmp(m->cell, cells->edge, sizeof m->cell) == 0;
  if (!same && !allocate(m, &w->mem, &l)) return false;

  /* Where it lies, and how many particles fill a cell. */
  double full = 1;
  for (int k = 0; k < w->dim; k++) {
    m->origin[k] = w->def.bounds.min[k];
    m->cell[k] = cells->edge[k];
    m->inverse[k] = 1 / cells->edge[k];
    full *= (double)cells->edge[k] / (double)w->def.spacing;
  }
  m->full = (float)full;
  return true;
}

bool lg_mac_room(lg_mac *m, lg_step *s, const lg_cells *cells) {
  return lg_mac_make(m, s->world, cells) && drift_room(m, s->n, s->dim);
}

bool lg_mac_view(const lg_mac *m, const float *array, bool faces, lg_grid_view *out) {
  const lg_layout *l = &m->lattice;
  if (!m->mem) return false;
  /* pairs: the velocity and its change */
  int first = lg_lattice_at(l, 0, 0, 0), each = faces ? 2 : 1;

  for (int k = 0; k < 3; k++) {
    if (faces) out->c[k] = k < l->dim ? m->pair[k] + 2 * first : NULL;
    else out->c[k] = k == 0 ? array + first : NULL;
    out->cells[k] = l->n[k];
    out->step[k] = k < l->dim ? (size_t)(each * l->step[k]) : 0;
    out->origin[k] = m->origin[k];
    out->cell[k] = m->cell[k];
  }
  return true;
}
