/* last_frame.c - what may be read of the last frame until the next one ends, and what was pushed
   since: into a checkpoint, and out of it. */
#include "core/base/numbers.h"
#include "core/body/bodies.h"
#include "core/measure/measure.h"
#include "core/object/object.h"
#include "core/state/restore.h"

#include <stdio.h>

/* ---- into a checkpoint ---------------------------------------------------------------------- */

static void give_push(const lg_push *from, lg_take_fn *take, void *user) {
  lg_saved_push p = {.id = from->id};
  memcpy(p.force, from->force, sizeof p.force);
  memcpy(p.torque, from->torque, sizeof p.torque);
  lg_saved_give_record(take, user, &lg_saved_pushes, &p);
}

static void give_touch(const lg_touch *from, lg_take_fn *take, void *user) {
  lg_saved_touch t = {.a = from->a, .b = from->b, .impulse = from->impulse};
  memcpy(t.at, from->at, sizeof t.at);
  memcpy(t.normal, from->normal, sizeof t.normal);
  lg_saved_give_record(take, user, &lg_saved_touches, &t);
}

static void give_gauge(const lg_gauge_slot *from, lg_take_fn *take, void *user) {
  const lg_kind *measure = &from->row->kind;
  lg_saved_gauge g = {.later = !from->set_up,
                      .layout = (int64_t)lg_saved_layout(measure),
                      .bytes = (int64_t)lg_saved_struct_bytes(measure)};
  memcpy(g.name, from->name, strlen(from->name));
  memcpy(g.measure, measure->name, strlen(measure->name));
  memcpy(g.value, from->value, sizeof g.value);
  lg_saved_give_record(take, user, &lg_saved_gauges, &g);
  lg_saved_give_struct(take, user, measure, &from->options);
}

static void give_ledger(const lg_account *a, lg_take_fn *take, void *user) {
  lg_saved_ledger l = {.begun = a->begun, .came_and_went = (int64_t)a->came_and_went};
  memcpy(l.first, &a->first, sizeof l.first);
  memcpy(l.last, &a->last, sizeof l.last);
  memcpy(l.term, a->term, sizeof l.term);
  lg_saved_give_record(take, user, &lg_saved_ledgers, &l);
}

static int grids_there(const lg_world *w) {
  int n = 0;
  for (int i = 0; i < lg_mini(lg_grid_count(w), LG_GRIDS_MAX); i++)
    n += lg_grid(w, lg_grid_name(w, i)).components > 0;
  return n;
}

/* A row of a component, of which the first `there` numbers are its own; 0 behind them. */
static void give_row(const float *row, size_t step, int there, int n, lg_take_fn *take,
                     void *user) {
  enum { PIECE = 128 };
  float piece[PIECE];
  for (int first = 0; first < n; first += PIECE) {
    int count = lg_mini(n - first, PIECE);
    for (int i = 0; i < count; i++)
      piece[i] = first + i < there ? row[(size_t)(first + i) * step] : 0;
    lg_numbers_give(take, user, piece, sizeof *piece, (size_t)count);
  }
}

/* On the axis of its own faces a component has one number more than on the others. */
static void give_component(const lg_grid_view *g, int dim, int component, lg_take_fn *take,
                           void *user) {
  int n[3], own[3];
  for (int k = 0; k < 3; k++) {
    n[k] = lg_grid_row(g, dim, k);
    own[k] = g->cells[k] + (g->location == LG_AT_FACES && k == component);
  }

  for (int l = 0; l < n[2]; l++)
    for (int j = 0; j < n[1]; j++) {
      const bool has = j < own[1] && l < own[2];
      const float *row = g->c[component];
      if (has) row += (size_t)j * g->step[1] + (size_t)l * g->step[2];
      give_row(row, g->step[0], has ? own[0] : 0, n[0], take, user);
    }
}

static void give_grid(const lg_world *w, const char *name, lg_take_fn *take, void *user) {
  lg_grid_view v = lg_grid(w, name);
  lg_saved_grid g = {.components = v.components, .location = (int64_t)v.location};
  if (v.components == 0) return;

  memcpy(g.name, name, strlen(name));
  memcpy(g.origin, v.origin, sizeof g.origin);
  memcpy(g.cell, v.cell, sizeof g.cell);
  for (int k = 0; k < 3; k++) g.cells[k] = v.cells[k];

  lg_saved_give_record(take, user, &lg_saved_grids, &g);
  for (int k = 0; k < v.components; k++) give_component(&v, w->dim, k, take, user);
}

void lg_last_frame_save(const lg_world *w, lg_take_fn *take, void *user) {
  const lg_stats *stats = &w->stats;
  lg_saved_frame f = {.visited = (int64_t)stats->visited,
                      .stable_dt = stats->stable_dt,
                      .tolerance = stats->tolerance,
                      .viscosity_error = stats->viscosity_error,
                      .pushes = (int64_t)w->bodies->pushes,
                      .touches = (int64_t)w->bodies->touches,
                      .gauges = w->gauges->count,
                      .ledger = w->account->open,
                      .grids = grids_there(w)};
  snprintf(f.limit, sizeof f.limit, "%s", stats->limit);

  /* how many follow, and these */
  lg_saved_give_record(take, user, &lg_saved_frames, &f);
  for (size_t i = 0; i < w->bodies->pushes; i++) give_push(&w->bodies->pushed[i], take, user);
  for (size_t i = 0; i < w->bodies->touches; i++) give_touch(&w->bodies->touch[i].sum, take, user);
  for (int i = 0; i < w->gauges->count; i++) give_gauge(&w->gauges->slot[i], take, user);
  if (w->account->open) give_ledger(w->account, take, user);
  for (int i = 0; i < lg_mini(lg_grid_count(w), LG_GRIDS_MAX); i++)
    give_grid(w, lg_grid_name(w, i), take, user);
}

/* ---- out of it: each is read, and put into the world of r if there is one ------------------- */

/* Statistics point to it as long as the program runs. A file may hold anything, and tables and
   terminals show it: what is no plain word is left out. */
static const char *plain_limit(const char text[LG_NAME_MAX]) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-";
  bool plain = memchr(text, 0, LG_NAME_MAX) && text[strspn(text, letters)] == 0;
  const char *kept = plain ? lg_text_keep(text) : NULL;
  return kept ? kept : "";
}

static void put_stats(lg_stats *stats, const lg_saved_frame *f) {
  stats->limit = plain_limit(f->limit);
  stats->visited = (size_t)f->visited;
  stats->stable_dt = f->stable_dt;
  stats->tolerance = f->tolerance;
  stats->viscosity_error = f->viscosity_error;
}

static bool read_push(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_push from;
  if (!lg_saved_fields(s, &from, &lg_saved_pushes, wrong)) return false;
  lg_push p = {.id = r ? lg_restored_id(r, (lg_id)from.id) : 0};
  memcpy(p.force, from.force, sizeof p.force);
  memcpy(p.torque, from.torque, sizeof p.torque);
  return p.id == 0 || lg_pushes_put(r->w, &p);
}

static bool read_touch(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_touch from;
  if (!lg_saved_fields(s, &from, &lg_saved_touches, wrong)) return false;
  if (!r) return true;
  lg_touch t = {.a = lg_restored_id(r, (lg_id)from.a),
                .b = lg_restored_id(r, (lg_id)from.b),
                .impulse = from.impulse};
  memcpy(t.at, from.at, sizeof t.at);
  memcpy(t.normal, from.normal, sizeof t.normal);
  return lg_touches_put(r->w, &t);
}

/* What the host sets up gets its value; what came in the run is made again, unless it needs what is
   not there. */
static bool put_gauge(lg_restoring *r, const lg_saved_gauge *from, const lg_kind *measure,
                      lg_measure_options *options) {
  lg_gauge_slot *mine = lg_gauge_named(r->w, from->name);
  if (mine && &mine->row->kind == measure) memcpy(mine->value, from->value, sizeof mine->value);
  if (mine || !from->later || !lg_restore_refs(r, measure, (char *)options)) return true;
  return lg_gauge_put(r->w, from->name, measure, options, from->value);
}

static bool read_gauge(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_gauge from;
  lg_measure_options options;
  if (!lg_saved_fields(s, &from, &lg_saved_gauges, wrong)) return false;
  if (!memchr(from.name, 0, LG_NAME_MAX) || !memchr(from.measure, 0, LG_NAME_MAX))
    return *wrong = "gauge", false;

  /* of a measure that is not here, or another one now */
  const lg_kind *measure = lg_measure_find(from.measure);
  if (!measure || (int64_t)lg_saved_layout(measure) != from.layout)
    return lg_saved_numbers(s, NULL, 1, (size_t)from.bytes);

  memset(&options, 0, sizeof options);
  return lg_saved_struct(s, &options, measure, wrong) &&
         (!r || put_gauge(r, &from, measure, &options));
}

/* One that is open here and was not then goes on, and books what is restored. */
static bool read_ledger(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_ledger from;
  if (!lg_saved_fields(s, &from, &lg_saved_ledgers, wrong)) return false;
  if (!r) return true;

  lg_account *a = r->w->account;
  lg_ledger_open(r->w, true);
  a->begun = from.begun != 0;
  a->came_and_went = (size_t)from.came_and_went;
  memcpy(&a->first, from.first, sizeof from.first);
  memcpy(&a->last, from.last, sizeof from.last);
  memcpy(a->term, from.term, sizeof from.term);
  memcpy(a->good, from.term, sizeof from.term);
  return true;
}

/* Its number among the solver's, if that shows such grids; -1: it does not. */
static int grid_here(const lg_world *w, const lg_saved_grid *from) {
  const lg_grid_def *g = lg_world_solver_kind(w)->solver.grids;
  int i = 0;
  while (g && g[i].name && strcmp(g[i].name, from->name) != 0) i++;
  const bool same = g && g[i].name && i < LG_GRIDS_MAX &&
                    (g[i].components ? g[i].components : w->dim) == from->components &&
                    (int64_t)g[i].location == from->location;
  return same ? i : -1;
}

/* In the plane the third axis has one cell, of any edge. */
static bool can_be(const lg_saved_grid *g, int dim) {
  bool ok = memchr(g->name, 0, LG_NAME_MAX) && (dim == 3 || g->cells[2] == 1);
  for (int k = 0; k < dim; k++) ok = ok && g->cell[k] > 0;
  return ok;
}

static bool read_grid(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_grid from;
  const int dim = (int)s->head.dim;
  if (!lg_saved_fields(s, &from, &lg_saved_grids, wrong)) return false;
  if (!can_be(&from, dim)) return *wrong = "grid", false;

  lg_grid_view v = {.components = (int)from.components, .location = (lg_location)from.location};
  memcpy(v.origin, from.origin, sizeof v.origin);
  memcpy(v.cell, from.cell, sizeof v.cell);
  for (int k = 0; k < 3; k++) v.cells[k] = (int)from.cells[k];

  /* memory for as many as there are: this was read before, without a world */
  const int which = r && lg_restored_solver(r) ? grid_here(r->w, &from) : -1;
  float *numbers = which >= 0 ? lg_grid_keep(r->w, which, &v) : NULL;
  if (which >= 0 && !numbers) return false;
  return lg_saved_numbers(s, numbers, sizeof(float),
                          lg_grid_numbers(&v, dim) * (size_t)v.components);
}

static bool read_all(bool read(lg_saved *, lg_restoring *, const char **), int64_t n, lg_saved *s,
                     lg_restoring *r, const char **wrong) {
  bool ok = true;
  for (; ok && n > 0; n--) ok = read(s, r, wrong);
  return ok;
}

bool lg_last_frame_read(lg_saved *s, lg_restoring *r, const char **wrong) {
  lg_saved_frame f = {.limit = ""};
  const bool known = s->at < s->n;
  *wrong = NULL;
  if (known && !lg_saved_fields(s, &f, &lg_saved_frames, wrong)) return false;

  /* nothing stays of the frame that was the last one here */
  if (r) {
    put_stats(&r->w->stats, &f);
    lg_bodies_let_go(r->w);
    lg_loads_clear(r->w);
    lg_gauges_forget(r->w, known);
    lg_grids_show(r->w);
    if (known && lg_restored_solver(r)) lg_grids_hide(r->w);
  }

  return read_all(read_push, f.pushes, s, r, wrong) &&
         read_all(read_touch, f.touches, s, r, wrong) &&
         read_all(read_gauge, f.gauges, s, r, wrong) &&
         read_all(read_ledger, f.ledger, s, r, wrong) && read_all(read_grid, f.grids, s, r, wrong);
}
