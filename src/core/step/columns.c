/* columns.c - particles as the host sees them: views of columns, columns of its own, single
   particles, the hash. */
#include "core/param/param.h"
#include "core/state/saved.h"
#include "core/step/step.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- views ---------------------------------------------------------------------------------- */

static const lg_col *column_named(const lg_world *w, const char *name) {
  for (int i = 0; w && name && i < w->particles->columns; i++)
    if (strcmp(w->particles->col[i].name, name) == 0) return &w->particles->col[i];
  return NULL;
}

static lg_view view_of(const lg_world *w, const lg_col *col) {
  lg_view v = {.stamp = lg_world_stamp(w)};
  if (!col) return v;
  v.n = w->particles->n;
  v.components = col->components;
  if (col->integer) v.i32 = (const int32_t *)(const void *)col->c[0];
  for (int k = 0; !col->integer && k < col->components; k++) v.c[k] = col->c[k];
  return v;
}

lg_view lg_column(const lg_world *w, const char *name) { return view_of(w, column_named(w, name)); }

static bool refuse_unknown(lg_world *w, const char *name) {
  const char *names[LG_COLUMNS_MAX];
  char meant[LG_MEANT_MAX];
  for (int i = 0; i < w->particles->columns; i++) names[i] = w->particles->col[i].name;
  name = name ? name : "";
  return lg_refuse(w, "there is no column '%s'%s", name,
                   lg_meant(name, names, w->particles->columns, meant, sizeof meant));
}

lg_view lg_column_edit(lg_world *w, const char *name) {
  lg_col *col = w && name ? lg_particles_column(w->particles, name) : NULL;
  if (!w) return view_of(w, NULL);
  if (!col) refuse_unknown(w, name);
  else if (col->integer) lg_refuse(w, "column '%s' is kept by the core and cannot be edited", name);
  else col->blank = false;
  if (col && strcmp(name, "position") == 0) lg_near_moved(w, true);
  return view_of(w, col && !col->integer ? col : NULL);
}

static bool add_column(lg_world *w, const char *name, int components, bool rides);

static bool check_components(lg_world *w, const char *name, int components) {
  return components == 1 || components == w->dim || components == 3 ||
         lg_refuse(w, "column '%s' has %d components; give 1%s or 3", name, components,
                   w->dim == 2 ? ", 2" : "");
}

bool lg_column_add(lg_world *w, const char *name, int components) {
  return add_column(w, name, components, true);
}

bool lg_column_scratch(lg_world *w, const char *name, int components) {
  const lg_col *col = column_named(w, name);
  if (!col || col->rides || col->owner != LG_OWNER_USER)
    return add_column(w, name, components, false);
  if (col->components == components) return true;
  if (!check_components(w, name, components)) return false;
  w->stamp++;
  return lg_particles_shape_scratch(w->particles, name, components) ||
         lg_refuse(w, "column '%s': out of memory for %zu particles", name, w->particles->n);
}

static bool add_column(lg_world *w, const char *name, int components, bool rides) {
  if (!w) return false;
  lg_why why;
  lg_particles *p = w->particles;

  if (!lg_name_check("column", name, &why)) return lg_refuse(w, "%s", why.text);
  if (!check_components(w, name, components)) return false;

  /* a name is one column's, also of a solver that waits for its turn */
  if (column_named(w, name))
    return lg_refuse(w, "column '%s' is there already; choose another name", name);
  if (w->objects->pending_kind && lg_solver_declares(w->objects->pending_kind, name))
    return lg_refuse(w, "column '%s' is one of the solver %s; choose another name", name,
                     w->objects->pending_kind->name);

  /* how many there would be, once that solver is here */
  int reserved = w->objects->pending_kind ? lg_solver_column_count(w->objects->pending_kind) : 0;
  for (int i = 0; i < p->columns; i++)
    reserved += !w->objects->pending_kind || p->col[i].owner != LG_OWNER_SOLVER;
  if (reserved >= LG_COLUMNS_MAX)
    return lg_refuse(w, "column '%s' would be one more than %d, the most a world can have", name,
                     LG_COLUMNS_MAX);

  bool ok = rides ? lg_particles_add_column(p, name, components, LG_OWNER_USER)
                  : lg_particles_add_scratch(p, name, components);
  if (ok) return true;
  return lg_refuse(w, "column '%s': out of memory for %zu particles", name, p->n);
}

int lg_column_count(const lg_world *w) { return w ? w->particles->columns : 0; }

const char *lg_column_name(const lg_world *w, int i) {
  return w && i >= 0 && i < w->particles->columns ? w->particles->col[i].name : "";
}

bool lg_column_integer(const lg_world *w, const char *name) {
  const lg_col *col = column_named(w, name);
  return col && col->integer;
}

const char *lg_column_unit(const lg_world *w, const char *name) {
  if (!w || !name) return "";
  const lg_column_def *c = lg_world_solver_kind(w)->solver.columns;
  for (; c && c->name; c++)
    if (strcmp(c->name, name) == 0) return strcmp(c->unit, "1") != 0 ? c->unit : "";
  return lg_particles_unit(name);
}

/* ---- single particles ----------------------------------------------------------------------- */

int64_t lg_particle_add(lg_world *w, const float x[3], const float v[3]) {
  if (!w) return -1;
  if (!x) return lg_refuse(w, "particle: there is no position; give one in m") - 1;
  const float rest[3] = {0, 0, 0};
  const lg_bounds *b = &w->def.bounds;

  /* inside, and numbers */
  if (!v) v = rest;
  for (int k = 0; k < w->dim; k++) {
    double at = (double)x[k], speed = (double)v[k];
    if (!isfinite(at) || !isfinite(speed))
      return lg_refuse(w, "particle: position %g m and velocity %g m/s along %c must be finite", at,
                       speed, "xyz"[k]) -
             1;
    if (!(x[k] >= b->min[k] && x[k] <= b->max[k]))
      return lg_refuse(w, "particle: %c = %g m is outside the bounds, %g to %g m", "xyz"[k], at,
                       (double)b -> min[k], (double)b -> max[k]) -
             1;
  }

  if (!lg_particles_append(w->particles, x, v, lg_world_particle_mass(w), 0))
    return lg_refuse(w, "particle: out of memory for %zu particles", w->particles->n + 1) - 1;
  w->stamp++;
  w->stats.particles = w->particles->n;
  return w->particles->id[w->particles->n - 1];
}

bool lg_particle_set_material(lg_world *w, int64_t index, lg_id material) {
  if (!w) return false;
  int number = lg_material_number(w, material);
  if (index < 0 || (size_t)index >= w->particles->n)
    return lg_refuse(w, "particle: there is none at %lld", (long long)index);
  if (material && number == 0)
    return lg_refuse(w, "particle: what it should be made of is no material of this world");

  lg_particles *p = w->particles;
  if (p->material[index] != number) p->mass[index] = lg_material_mass(w, number);
  p->material[index] = number;
  return true;
}

int64_t lg_particle_find(const lg_world *w, int64_t id) {
  for (size_t i = 0; w && i < w->particles->n; i++)
    if (w->particles->id[i] == id) return (int64_t)i;
  return -1;
}

/* ---- the hash ------------------------------------------------------------------------------- */

/* The riding columns sorted by name: which came first is history, not state. */
static int riding(const lg_particles *p, const lg_col *out[LG_COLUMNS_MAX]) {
  int n = 0;
  for (int i = 0; i < p->columns; i++) {
    if (!p->col[i].rides) continue;
    int at = n++;
    for (; at > 0 && strcmp(p->col[i].name, out[at - 1]->name) < 0; at--) out[at] = out[at - 1];
    out[at] = &p->col[i];
  }
  return n;
}

/* A particle's values, its id among them, are hashed as one record, and the records' hashes are
   added up: a sum does not depend on where a particle is stored, and needs no memory to sort ids.
   */
static uint64_t sum_of_records(const lg_particles *p, const lg_col *const *col, int columns) {
  uint64_t sum = 0;
  float record[LG_COLUMNS_MAX * 3];
  for (size_t i = 0; i < p->n; i++) {
    size_t fill = 0;
    for (int c = 0; c < columns; c++)
      for (int k = 0; k < col[c]->components; k++)
        memcpy(&record[fill++], &col[c]->c[k][i], sizeof *record);
    sum += XXH3_64bits(record, fill * sizeof *record);
  }
  return sum;
}

static void add_to_hash(void *state, const char *bytes, size_t n) {
  XXH3_64bits_update(state, bytes, n);
}

/* How a body stands and moves, with its name, and what of that is carried over. */
static uint64_t body_hash(const lg_world *w, const lg_object *o) {
  const char *name = lg_name(w, lg_object_id(w, o));
  XXH3_state_t state;
  lg_face face;
  XXH3_64bits_reset(&state);
  o->kind->collider.face(o->self, &face);

  XXH3_64bits_update(&state, name, strlen(name) + 1);
  XXH3_64bits_update(&state, face.translation, sizeof face.translation);
  XXH3_64bits_update(&state, face.rotation, sizeof face.rotation);
  XXH3_64bits_update(&state, face.velocity, sizeof face.velocity);
  XXH3_64bits_update(&state, face.angular, sizeof face.angular);
  for (const lg_state_field *f = o->kind->state; f && f->name; f++)
    XXH3_64bits_update(&state, (const char *)o->self + f->offset,
                       lg_state_width(f) * (size_t)f->count);
  return XXH3_64bits_digest(&state);
}

/* Whichever was added first; 0: there are none. */
static uint64_t sum_of_bodies(const lg_world *w) {
  uint64_t sum = 0;
  LG_EACH_COLLIDER(w, o)
    if (o->kind->collider.push) sum += body_hash(w, o);
  return sum;
}

uint64_t lg_world_hash(const lg_world *w) {
  if (!w) return 0;
  const lg_col *col[LG_COLUMNS_MAX];
  int columns = riding(w->particles, col);

  /* when it is, and what there is of each particle */
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, &w->time, sizeof w->time);
  XXH3_64bits_update(&state, &w->frame, sizeof w->frame);
  for (int c = 0; c < columns; c++)
    XXH3_64bits_update(&state, col[c]->name, strlen(col[c]->name) + 1);

  /* records are added up: the order of particles does not matter */
  uint64_t sum = sum_of_records(w->particles, col, columns), n = w->particles->n;
  XXH3_64bits_update(&state, &n, sizeof n);
  XXH3_64bits_update(&state, &sum, sizeof sum);
  uint64_t bodies = sum_of_bodies(w);
  if (bodies) XXH3_64bits_update(&state, &bodies, sizeof bodies);

  const lg_kind *solver = lg_world_solver_kind(w);
  if (solver->solver.state) solver->solver.state(lg_world_solver_self(w), add_to_hash, &state);
  return XXH3_64bits_digest(&state);
}

uint64_t lg_column_hash(const lg_world *w, const char *name) {
  const lg_col *col = column_named(w, name);
  uint64_t hash = 0;
  for (int k = 0; col && w->particles->n > 0 && k < col->components; k++)
    hash = XXH3_64bits_withSeed(col->c[k], w->particles->n * sizeof(float), hash + 1);
  return hash;
}
