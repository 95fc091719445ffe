/* ledger.c - what a particle feels: by how much each stage of a sub-step changed the velocity of those
   that are watched. It is read between stages, so that no solver has a line for it; where nobody is
   watched nothing is paid. */
#include "core/base/par.h"
#include "core/step/step.h"

enum { ROWS = LG_LEDGER_ROWS };

typedef struct watched {
  int64_t id;
  size_t at;  /* its index when it was last seen */
  bool there; /* it has been through a whole sub-step */
  float v[3]; /* m/s, behind the stage before */
  int rows, pulls;
  lg_change row[ROWS], pull[ROWS];
} watched;

typedef struct lg_ledger {
  int n;
  double dt; /* s, of the last sub-step */
  bool open; /* a sub-step is under way */
  watched of[LG_WATCHED_MAX];
} lg_ledger;

/* ---- reading -------------------------------------------------------------------------------- */

static bool find(const lg_world *w, watched *o) {
  const lg_particles *p = w->particles;
  if (o->at < p->n && (int64_t)p->id[o->at] == o->id) return true;
  for (size_t i = 0; i < p->n; i++)
    if ((int64_t)p->id[i] == o->id) {
      o->at = i;
      return true;
    }
  return false;
}

static lg_change *row_of(lg_change *rows, int *n, const char *name) {
  for (int i = 0; i < *n; i++)
    if (strcmp(rows[i].name, name) == 0) return &rows[i];
  if (*n == ROWS) return NULL;
  lg_change *row = &rows[(*n)++];
  *row = (lg_change){"", {0, 0, 0}};
  memcpy(row->name, name, (size_t)lg_mini((int)strlen(name), LG_NAME_MAX - 1));
  return row;
}

static void note(const lg_world *w, watched *o, const char *stage) {
  if (!o->there || !(o->there = find(w, o))) return;
  lg_change *row = NULL;
  for (int k = 0; k < w->dim; k++) {
    float now = w->particles->v[k][o->at];
    double by = (double)now - (double)o->v[k];
    o->v[k] = now;
    if (by == 0) continue;
    if (!row) row = row_of(o->row, &o->rows, stage);
    if (row) row->by[k] += by;
  }
}

/* Behind a stage, also those within another one. */
static void behind(lg_world *w, const char *stage) {
  lg_ledger *l = w->ledger;
  for (int i = 0; l->open && i < l->n; i++) note(w, &l->of[i], stage);
}

/* Gravity and the fields one by one, m/s2: the push stage adds them up. */
static void note_pulls(lg_world *w, watched *o) {
  lg_particles *p = w->particles;
  float out[3][1] = {{0}, {0}, {0}};
  float *const sample[3] = {out[0], out[1], out[2]};
  lg_points at = {
      .n = 1, .mass = p->mass + o->at, .time = w->time, .particles = true, .first = o->at};
  lg_change *gravity = row_of(o->pull, &o->pulls, "gravity");
  for (int k = 0; k < w->dim; k++) {
    at.x[k] = p->x[k] + o->at;
    at.v[k] = p->v[k] + o->at;
    gravity->by[k] = (double)w->def.gravity[k];
  }
  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, field) {
    lg_id id = lg_object_id(w, field);
    if (lg_field_components(w, id) != w->dim || !lg_object_acts(w, id)) continue;
    lg_change *row = row_of(o->pull, &o->pulls, field->name);
    if (!row || !lg_field_sample(w, id, &at, sample)) continue;
    for (int k = 0; k < w->dim; k++) row->by[k] = (double)out[k][0];
  }
}

/* ---- a sub-step ----------------------------------------------------------------------------- */

void lg_ledger_begin(lg_world *w, double dt) {
  lg_ledger *l = w->ledger;
  if (!l || l->n == 0) return;
  l->dt = dt;
  l->open = true;
  w->behind_stage = behind;
  for (int i = 0; i < l->n; i++) {
    watched *o = &l->of[i];
    o->rows = o->pulls = 0;
    o->there = find(w, o);
    for (int k = 0; k < w->dim && o->there; k++) o->v[k] = w->particles->v[k][o->at];
  }
}

void lg_ledger_push(lg_world *w) {
  lg_ledger *l = w->ledger;
  for (int i = 0; l && l->open && i < l->n; i++)
    if (l->of[i].there && find(w, &l->of[i])) note_pulls(w, &l->of[i]);
}

void lg_ledger_end(lg_world *w) {
  if (w->ledger) w->ledger->open = false;
  w->behind_stage = NULL;
}

bool lg_ledger_copy(lg_world *w, struct lg_ledger **copy) {
  *copy = NULL;
  if (!w->ledger) return true;
  *copy = lg_mem_realloc(&w->mem, NULL, sizeof **copy);
  if (*copy) **copy = *w->ledger;
  return *copy != NULL;
}

void lg_ledger_free(lg_world *w) {
  lg_mem_free(&w->mem, w->ledger);
  w->ledger = NULL;
}

/* ---- asking --------------------------------------------------------------------------------- */

static watched *watched_as(const lg_world *w, int64_t id) {
  lg_ledger *l = w->ledger;
  for (int i = 0; l && i < l->n; i++)
    if (l->of[i].id == id) return &l->of[i];
  return NULL;
}

bool lg_ledger_watch(lg_world *w, int64_t id, bool on) {
  if (!w) return false;
  watched *old = watched_as(w, id);
  if (!on) {
    if (old) *old = w->ledger->of[--w->ledger->n];
    return true;
  }
  if (old) return true;
  if (!w->ledger) {
    w->ledger = lg_mem_realloc(&w->mem, NULL, sizeof *w->ledger);
    if (!w->ledger) return lg_refuse(w, "lg_ledger_watch: out of memory");
    memset(w->ledger, 0, sizeof *w->ledger);
  }
  lg_ledger *l = w->ledger;
  if (l->n == LG_WATCHED_MAX)
    return lg_refuse(w, "lg_ledger_watch: %d particles are watched already; let go of one first",
                     l->n);
  l->of[l->n++] = (watched){.id = id};
  return true;
}

static int copy(const lg_change *rows, int n, lg_change *out, int most) {
  for (int i = 0; i < n && i < most; i++) out[i] = rows[i];
  return n;
}

int lg_ledger_changes(const lg_world *w, int64_t id, lg_change *out, int most, double *dt) {
  const watched *o = w ? watched_as(w, id) : NULL;
  if (!o || !o->there || w->ledger->dt == 0) return -1;
  if (dt) *dt = w->ledger->dt;
  return copy(o->row, o->rows, out, out ? most : 0);
}

int lg_ledger_pulls(const lg_world *w, int64_t id, lg_change *out, int most) {
  const watched *o = w ? watched_as(w, id) : NULL;
  return o && o->there ? copy(o->pull, o->pulls, out, out ? most : 0) : -1;
}
