/* emission.c - the emit stage: asks every emitter in order of addition, and answers what emitters
   ask.

   Who is near: lists of the particles of each cell of a grid over the bounds, made at the first
   question of a sub-step and kept up with what is added after it.

     head[cell] -> particle -> next[particle] -> ... -> -1 */
#include "core/base/par.h"
#include "core/base/rng.h"
#include "core/formula/expr_math.h"
#include "core/object/material.h"
#include "core/param/param.h"
#include "core/step/step.h"
#include "core/walls/moving_solids.h"

struct lg_emission {
  lg_world *w;
  float dt;
  uint32_t stream;  /* of the emitter at work */
  lg_id filter;     /* its condition of the position; 0: none */
  bool failed;      /* no memory */
  lg_solids solids; /* these and the lists share the world's scratch memory */
  bool ready;       /* the lists hold all particles */
  float edge;       /* m, of a cell: at least as long as the question's r */
  lg_cell_grid grid;
  size_t cells, capacity; /* of the grid; particles that the lists have room for */
  int32_t *head, *next;
};

const lg_world *lg_emission_world(const lg_emission *e) { return e->w; }
float lg_emission_dt(const lg_emission *e) { return e->dt; }
double lg_emission_time(const lg_emission *e) { return e->w->time; }

void lg_emit_random(const lg_emission *e, uint64_t key, uint32_t lane, float u[4]) {
  lg_random_key random = {.seed = e->w->def.seed, .stream = e->stream, .id = key, .lane = lane};
  lg_random(&random, u);
}

/* ---- the lists ------------------------------------------------------------------------------ */

static void hang(lg_emission *e, size_t i) {
  float *const *x = e->w->particles->x;
  int at[3];
  lg_cell_at(&e->grid, (float[3]){x[0][i], x[1][i], e->w->dim == 3 ? x[2][i] : 0}, at);
  int32_t *head = &e->head[lg_cell_number(&e->grid, at)];
  e->next[i] = *head;
  *head = (int32_t)i;
}

/* Takes the scratch memory anew: the solids, and lists with room for `capacity` particles. */
static bool take_memory(lg_emission *e, size_t capacity) {
  size_t solids = ((size_t)e->solids.n * sizeof(lg_solid) + LG_ALIGN - 1) / LG_ALIGN * LG_ALIGN;
  char *memory = lg_scratch(e->w, solids + (e->cells + capacity) * sizeof(int32_t));
  e->failed |= !memory;
  if (!memory) return false;

  e->solids.solid = (lg_solid *)(void *)memory;
  e->solids.n = lg_solids_read(e->w, 0, e->solids.solid);
  e->head = (int32_t *)(void *)(memory + solids);
  e->next = e->head + e->cells;
  e->capacity = capacity;
  return true;
}

static bool make_lists(lg_emission *e, float edge) {
  size_t n = e->w->particles->n;
  e->edge = edge;
  e->cells = lg_cells_lay_out(e->w, e->w->def.bounds.min, e->w->def.bounds.max, edge, &e->grid);
  if (!take_memory(e, n + n / 2 + 1024)) return false;

  memset(e->head, 0xff, e->cells * sizeof *e->head);
  for (size_t i = 0; i < n; i++) hang(e, i);
  e->ready = true;
  return true;
}

/* Distance along an axis, the short way round if it is periodic. */
static float apart(const lg_cell_grid *g, int axis, float a, float b) {
  float d = fabsf(a - b);
  return g->periodic[axis] ? lg_minf(d, fabsf(g->period[axis] - d)) : d;
}

static bool cell_has(const lg_emission *e, const int cell[3], const float x[3], float r) {
  const lg_particles *p = e->w->particles;
  for (int32_t i = e->head[lg_cell_number(&e->grid, cell)]; i >= 0; i = e->next[i]) {
    float d2 = 0;
    for (int k = 0; k < p->dim; k++) {
      float d = apart(&e->grid, k, p->x[k][i], x[k]);
      d2 += d * d;
    }
    if (d2 < r * r) return true;
  }
  return false;
}

bool lg_emit_occupied(lg_emission *e, const float x[3], float r) {
  if (e->w->particles->n == 0) return false;
  if ((!e->ready || r > e->edge) && !make_lists(e, lg_maxf(r, e->w->def.spacing))) return false;

  /* the cell of x and those around it, of which the ghost layer is empty or a periodic image */
  const lg_cell_grid *g = &e->grid;
  int middle[3];
  lg_cell_at(g, x, middle);
  for (int n = 0; n < (g->dim == 3 ? 27 : 9); n++) {
    int cell[3] = {middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1,
                   g->dim == 3 ? middle[2] + n / 9 - 1 : 0};
    for (int k = 0; k < g->dim; k++)
      if (g->periodic[k]) cell[k] = (cell[k] + g->size[k] - 3) % (g->size[k] - 2) + 1;
    if (cell_has(e, cell, x, r)) return true;
  }
  return false;
}

/* ---- adding --------------------------------------------------------------------------------- */

/* Beyond an edge; a periodic axis ends just before its upper one, which is the lower one again. */
static bool outside(const lg_world *w, const float x[3]) {
  for (int k = 0; k < w->dim; k++) {
    if (!(x[k] >= w->def.bounds.min[k] && x[k] <= w->def.bounds.max[k])) return true;
    if (x[k] == w->def.bounds.max[k] && lg_is_periodic(w, k)) return true;
  }
  return false;
}

static bool inside_solid(const lg_emission *e, const float x[3]) {
  double at[3] = {(double)x[0], (double)x[1], e->w->dim == 3 ? (double)x[2] : 0};
  for (int i = 0; i < e->solids.n; i++) {
    const lg_solid *s = &e->solids.solid[i];
    if (lg_solid_box_distance(s, e->w->dim, at) <= 0 && lg_solid_distance(e->w, s, 0, at) < 0)
      return true;
  }
  return false;
}

static bool filtered_out(const lg_emission *e, const float x[3]) {
  float met = 0;
  lg_points at = {.n = 1, .x = {x, x + 1, e->w->dim == 3 ? x + 2 : NULL}, .time = e->w->time};
  bool known = lg_program_sample(e->w, e->filter, &at, (float *const[3]){&met, NULL, NULL});
  return known && lg_bits_of(met) == 0;
}

bool lg_emit(lg_emission *e, const float x[3], const float v[3], lg_id material) {
  lg_world *w = e->w;
  if (e->failed || outside(w, x) || inside_solid(e, x) || (e->filter && filtered_out(e, x)))
    return false;

  int number = lg_material_number(w, material);
  if (!lg_particles_append(w->particles, x, v, lg_material_mass(w, number), number)) {
    e->failed = true;
    return false;
  }

  w->stats.emitted++;
  size_t n = w->particles->n;
  if (e->ready && n > e->capacity) e->ready = false; /* the next question makes longer lists */
  if (e->ready) hang(e, n - 1);
  return true;
}

/* ---- removing ------------------------------------------------------------------------------- */

typedef struct removing {
  lg_world *w;
  lg_id shape;
} removing;

static void mark_inside(void *user, size_t begin, size_t end) {
  const removing *r = user;
  const lg_particles *p = r->w->particles;
  for (size_t i = begin; i < end; i++) {
    float x[3] = {p->x[0][i], p->x[1][i], p->dim == 3 ? p->x[2][i] : 0};
    r->w->neighbors->dead[i] = lg_shape_distance(r->w, r->shape, x) < 0;
  }
}

size_t lg_emit_remove(lg_emission *e, lg_id shape) {
  lg_world *w = e->w;
  /* its arrays are free until the next sort; the scratch memory holds the solids and lists */
  lg_neighbors *nb = w->neighbors;
  size_t n = w->particles->n, kept = 0;
  if (e->failed || n == 0) return 0;
  if (!lg_mem_room(nb->mem, &nb->dead, n, 1) ||
      !lg_mem_room(nb->mem, &nb->order, n, sizeof *nb->order)) {
    e->failed = true;
    return 0;
  }

  removing r = {w, shape};
  lg_par_for(lg_world_threads(w), n, mark_inside, &r);
  for (size_t i = 0; i < n; i++)
    if (!nb->dead[i]) nb->order[kept++] = (int32_t)i;
  if (kept == n) return 0;

  lg_particles_gather(w->particles, nb->order, kept, lg_world_threads(w));
  w->stats.removed += n - kept;
  e->ready = false; /* the lists name particles by their places */
  return n - kept;
}

static lg_id program_of(const lg_object *emitter, const char *row) {
  const lg_param *r = lg_param_find(emitter->kind, row);
  return r ? *(const lg_id *)(const void *)((const char *)emitter->self + r->offset) : 0;
}

bool lg_emit_stage(lg_world *w, float dt, bool only_fill) {
  lg_emission e = {.w = w, .dt = dt, .solids = {lg_solids_room(w), NULL}};
  if (e.solids.n > 0 && !take_memory(&e, 0))
    return lg_refuse(w, "out of memory for %d solids", e.solids.n);

  LG_EACH_OBJECT(w, LG_FAMILY_EMITTER, emitter) {
    if (only_fill && !emitter->kind->emitter.fills) continue;
    e.stream = lg_random_stream(emitter->name);
    e.filter = program_of(emitter, "filter");
    size_t first = w->particles->n;
    emitter->kind->emitter.emit(&e, emitter->self);
    lg_id set = program_of(emitter, "set");
    if (set && w->particles->n > first && !lg_program_store(w, set, first, w->particles->n))
      return false;
  }
  if (e.failed) lg_refuse(w, "out of memory while emitting beside %zu particles", w->particles->n);
  return !e.failed;
}

/* ---- pipes ---------------------------------------------------------------------------------- */

bool lg_has_pipes(const lg_world *w) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  if (!solver->support || solver->cells || solver->ballistic) return false;
  LG_EACH_OBJECT(w, LG_FAMILY_EMITTER, o)
    if (o->kind->emitter.holds) return true;
  return false;
}

static void hold_block(void *user, size_t begin, size_t end) {
  const lg_world *w = user;
  const lg_particles *p = w->particles;
  LG_EACH_OBJECT(w, LG_FAMILY_EMITTER, o) {
    for (size_t i = begin; o->kind->emitter.holds && i < end; i++) {
      float x[3] = {p->x[0][i], p->x[1][i], p->dim == 3 ? p->x[2][i] : 0}, v[3];
      if (!o->kind->emitter.holds(w, o->self, x, v)) continue;
      for (int k = 0; k < p->dim; k++) p->v[k][i] = v[k];
    }
  }
}

void lg_hold_stage(lg_world *w) { lg_par_for(lg_world_threads(w), w->particles->n, hold_block, w); }
