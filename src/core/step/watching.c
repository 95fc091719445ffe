/* watching.c - what a particle feels: by how much each stage of a sub-step changed the velocity of
   those that are watched, and which terms of acceleration that was. Velocities are read between
   stages; terms are told by who adds them (particles/watch.h). Where nobody is watched nothing is
   paid. */
#include "core/base/par.h"
#include "core/step/step.h"

/* ---- reading -------------------------------------------------------------------------------- */

static bool find(const lg_world *w, lg_watched *o) {
  const lg_particles *p = w->particles;
  if (o->at < p->n && (int64_t)p->id[o->at] == o->id) return true;
  for (size_t i = 0; i < p->n; i++)
    if ((int64_t)p->id[i] == o->id) {
      o->at = i;
      return true;
    }
  return false;
}

/* Does this stage add the acceleration to the velocity itself, and what stops the particle? */
static bool falls_in(const lg_world *w, const char *stage) {
  return lg_world_solver_kind(w)->solver.ballistic && strcmp(stage, "stop") == 0;
}

/* A change, m/s, of which the particle knows no other name than that of its stage. */
static void stage_term(const lg_world *w, lg_watched *o, const char *stage, const double by[3]) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  const bool stops = strcmp(stage, "stop") == 0, own = strncmp(stage, "solve/", 6) == 0;
  float a[3] = {0, 0, 0};

  /* the solver's own have told theirs, but for a host's */
  if (!solver->hosted && strncmp(stage, "solve", 5) == 0) return;
  for (int k = 0; k < w->dim; k++) {
    a[k] = (float)(by[k] / w->watching->dt);
    if (falls_in(w, stage)) a[k] -= w->particles->a[k][o->at];
  }
  lg_term(o, stops ? "contact" : own ? stage + 6 : stage, a);
}

static void note(const lg_world *w, lg_watched *o, const char *stage) {
  double by[3] = {0, 0, 0};
  if (!o->there || !(o->there = find(w, o))) return;
  for (int k = 0; k < w->dim; k++) {
    float now = w->particles->v[k][o->at];
    by[k] = (double)now - (double)o->v[k];
    o->v[k] = now;
  }

  /* shifting moves it and leaves its velocity */
  const bool shifts = strcmp(stage, "solve/shift") == 0;
  for (int k = 0; k < w->dim; k++) {
    float now = w->particles->x[k][o->at];
    if (shifts) o->told.shift[k] += ((double)now - (double)o->x[k]) / w->watching->dt;
    o->x[k] = now;
  }

  /* what lies on a floor keeps its velocity of 0: its contact balances its fall */
  const bool changed = by[0] != 0 || by[1] != 0 || by[2] != 0;
  if (changed) {
    lg_change *row = lg_change_named(o->row, &o->rows, LG_CHANGES_MAX, stage);
    for (int k = 0; row && k < w->dim; k++) row->by[k] += by[k];
  }
  if (changed || falls_in(w, stage)) stage_term(w, o, stage, by);
}

/* Behind a stage, also those within another one. */
static void behind(lg_world *w, const char *stage) {
  lg_watching *l = w->watching;
  for (int i = 0; l->open && i < l->n; i++) note(w, &l->of[i], stage);
}

/* Gravity, the fields one by one and walls that are springs, m/s2: the push stage adds them up. */
static void note_pushes(lg_world *w, lg_watched *o) {
  lg_particles *p = w->particles;
  float out[3][1] = {{0}, {0}, {0}}, gravity[3] = {0, 0, 0}, rest[3] = {0, 0, 0}, scale = 0;
  float *const sample[3] = {out[0], out[1], out[2]};
  lg_points at = {
      .n = 1, .mass = p->mass + o->at, .time = w->time, .particles = true, .first = o->at};
  for (int k = 0; k < w->dim; k++) {
    at.x[k] = p->x[k] + o->at;
    at.v[k] = p->v[k] + o->at;
    gravity[k] = w->def.gravity[k];
    scale += fabsf(gravity[k]);
  }
  lg_term_in_column(o, "gravity", gravity);

  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, field) {
    lg_id id = lg_object_id(w, field);
    float push[3] = {0, 0, 0};
    if (!lg_field_acts(w, id)) continue;
    if (!lg_field_sample(w, id, &at, sample)) continue;
    for (int k = 0; k < w->dim; k++) scale += fabsf(push[k] = out[k][0]);
    lg_term_in_column(o, field->name, push);
  }

  /* what is left is springs', or round-off */
  bool springs = false;
  for (int k = 0; k < w->dim; k++) {
    rest[k] = p->a[k][o->at] - o->a[k];
    springs = springs || fabsf(rest[k]) > 1e-5f * scale;
    o->a[k] = p->a[k][o->at];
  }
  if (springs) lg_term(o, "spring", rest);
}

/* Neighbours as they are now, where no solver tells who they were: at the beginning of a
   sub-step that asks for none, and between a watch and the next step. False: it knows no
   neighbours. */
static bool look_around(lg_world *w, lg_watched *o) {
  lg_probe *told = &o->told;
  int64_t n = lg_neighbors_of(w, o->at, 0, NULL, NULL, 0);
  lg_neighbor *list = n < 0 ? NULL : lg_scratch(w, ((size_t)n + 1) * sizeof *list);
  if (!list || !lg_mem_room(&w->mem, &o->neighbor, (size_t)n, sizeof *o->neighbor)) return false;

  const double mass = (double)w->particles->mass[o->at];
  lg_neighbors_of(w, o->at, 0, NULL, list, (size_t)n);
  told->own = mass * lg_weight(w, 0, 0, NULL);
  told->fluid = 0;
  told->neighbors = (int)n;
  told->rest_density = mass / lg_cube((double)w->def.spacing, w->dim);
  for (int64_t i = 0; i < n; i++) {
    const lg_neighbor *from = &list[i];
    lg_probe_neighbor *q = &o->neighbor[i];
    *q = (lg_probe_neighbor){.id = w->particles->id[from->index],
                             .distance = from->distance,
                             .w = from->w,
                             .share = mass * from->w};
    memcpy(q->offset, from->offset, sizeof q->offset);
    memcpy(q->gradient, from->gradient, sizeof q->gradient);
    told->fluid += q->share;
  }

  /* and the walls there, as fluid of its own kind */
  double at[3] = {0, 0, 0}, fraction;
  for (int k = 0; k < w->dim; k++) at[k] = (double)w->particles->x[k][o->at];
  if (!lg_wall_at(w, at, &fraction, NULL)) return false;
  told->walls = mass * fraction / lg_cube((double)w->def.spacing, w->dim);
  return true;
}

/* ---- a sub-step ----------------------------------------------------------------------------- */

void lg_watching_begin(lg_world *w, double dt) {
  lg_watching *l = w->watching;
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  const bool asks_for_neighbors = !solver->hosted && !solver->ballistic;
  if (!l || l->n == 0) return;

  /* each stage is told of */
  l->dt = dt;
  l->open = true;
  w->behind_stage = behind;

  /* where each one is, and how fast */
  for (int i = 0; i < l->n; i++) {
    lg_watched *o = &l->of[i];
    o->rows = 0;
    o->there = find(w, o);
    o->told = (lg_probe){.dt = dt};
    memset(o->a, 0, sizeof o->a);
    for (int k = 0; k < w->dim && o->there; k++) {
      o->v[k] = o->began[k] = w->particles->v[k][o->at];
      o->x[k] = w->particles->x[k][o->at];
      o->told.position[k] = (double)o->x[k];
    }
    if (o->there && !asks_for_neighbors) look_around(w, o);
  }
}

lg_watching *lg_watching_under_way(const lg_world *w) {
  return w->watching && w->watching->open ? w->watching : NULL;
}

void lg_watching_push(lg_world *w) {
  lg_watching *l = w->watching;
  const bool told = !lg_world_solver_kind(w)->solver.hosted; /* a host's stages take it along */
  for (int i = 0; l && l->open && i < l->n; i++)
    if (l->of[i].there && (l->of[i].there = find(w, &l->of[i])) && told) note_pushes(w, &l->of[i]);
}

/* The whole change so far; behind the sub-step also what of it nobody has told. */
static void close(const lg_world *w, lg_watched *o) {
  lg_probe *told = &o->told;
  const lg_col *density = lg_particles_column(w->particles, "density");
  for (int k = 0; k < w->dim; k++) {
    told->rate[k] = ((double)o->v[k] - (double)o->began[k]) / told->dt;
    told->rest[k] = w->watching->open ? 0 : told->rate[k];
    for (int i = 0; i < told->terms && !w->watching->open; i++)
      told->rest[k] -= told->term[i].by[k];
  }
  told->density = density && density->components == 1 ? (double)density->c[0][o->at] : 0;
  told->rest_density = (double)w->particles->mass[o->at] / lg_cube((double)w->def.spacing, w->dim);
}

void lg_watching_end(lg_world *w) {
  lg_watching *l = w->watching;
  w->behind_stage = NULL;
  if (!l || !l->open) return;
  l->open = false;
  l->until = w->time + l->dt;
  for (int i = 0; i < l->n; i++)
    if (l->of[i].there && (l->of[i].there = find(w, &l->of[i]))) close(w, &l->of[i]);
}

bool lg_watching_copy(lg_world *w, struct lg_watching **copy) {
  *copy = NULL;
  if (!w->watching) return true;
  *copy = lg_mem_realloc(&w->mem, NULL, sizeof **copy);
  if (!*copy) return false;

  /* lists of neighbours are each one's own, and come with the next sub-step */
  **copy = *w->watching;
  for (int i = 0; i < (*copy)->n; i++) {
    (*copy)->of[i].neighbor = NULL;
    (*copy)->of[i].told.neighbors = 0;
  }
  return true;
}

void lg_watching_free(lg_world *w) {
  for (int i = 0; w->watching && i < w->watching->n; i++)
    lg_mem_free(&w->mem, w->watching->of[i].neighbor);
  lg_mem_free(&w->mem, w->watching);
  w->watching = NULL;
}

/* ---- asking --------------------------------------------------------------------------------- */

static lg_watched *watched_as(const lg_world *w, int64_t id) {
  lg_watching *l = w->watching;
  for (int i = 0; l && i < l->n; i++)
    if (l->of[i].id == id) return &l->of[i];
  return NULL;
}

static void let_go(lg_world *w, lg_watched *o) {
  lg_mem_free(&w->mem, o->neighbor);
  *o = w->watching->of[--w->watching->n];
}

bool lg_particle_watch(lg_world *w, int64_t id, bool on) {
  if (!w) return false;

  /* as it is already */
  lg_watched *old = watched_as(w, id);
  if (old && !on) let_go(w, old);
  if (old || !on) return true;

  if (!w->watching) {
    w->watching = lg_mem_realloc(&w->mem, NULL, sizeof *w->watching);
    if (!w->watching) return lg_refuse(w, "lg_particle_watch: out of memory");
    memset(w->watching, 0, sizeof *w->watching);
  }
  lg_watching *l = w->watching;

  if (l->n == LG_WATCHED_MAX)
    return lg_refuse(w, "lg_particle_watch: %d particles are watched already; let go of one first",
                     l->n);
  l->of[l->n++] = (lg_watched){.id = id};
  return true;
}

int lg_particle_changes(const lg_world *w, int64_t id, lg_change *out, int most, double *dt) {
  const lg_watched *o = w ? watched_as(w, id) : NULL;
  if (!o || !o->there || w->watching->dt == 0) return -1;
  if (dt) *dt = w->watching->dt;
  for (int i = 0; out && i < o->rows && i < most; i++) out[i] = o->row[i];
  return o->rows;
}

/* What was told before the world went back to another time is of no use. */
static bool is_of_now(const lg_world *w) {
  return w->watching->open || fabs(w->time - w->watching->until) < 0.5 * w->watching->dt;
}

bool lg_probe_read(lg_world *w, int64_t id, lg_probe *out) {
  if (!out) return lg_refuse(w, "lg_probe_read: there is no place for what is told");
  lg_watched *o = w ? watched_as(w, id) : NULL;
  if (!o || !find(w, o)) return false;
  if (!o->there || o->told.dt == 0 || !is_of_now(w)) o->told = (lg_probe){.dt = 0};
  else if (w->watching->open) close(w, o);
  if (o->told.own == 0 && !o->told.has_cell && (w->in_hook || !w->stepping)) look_around(w, o);
  *out = o->told;
  out->neighbor = o->neighbor;
  return true;
}
