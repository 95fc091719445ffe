/* inspect.c - `laguna inspect`: what one particle is and feels after so many frames: its columns,
   who its neighbours are and what they weigh, which terms its acceleration is made of, and by which
   stage of the last sub-step its velocity was changed. The same as world:probe(id) in Lua. */
#include "app/app.h"
#include "laguna_kind.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 8 /* neighbours in the text; --json has all */

typedef struct particle {
  lg_world *w;
  int dim;
  int64_t id;
  size_t at; /* its index */
  lg_probe told;
  lg_probe_neighbor *near; /* the heaviest first */
  lg_change change[LG_CHANGES_MAX];
  int changes;
} particle;

static int by_weight(const void *a, const void *b) {
  const lg_probe_neighbor *p = a, *q = b;
  if (p->w != q->w) return p->w > q->w ? -1 : 1;
  return (p->id > q->id) - (p->id < q->id);
}

/* False: no memory, or it was not watched. */
static bool read_probe(particle *p) {
  if (!lg_probe_read(p->w, p->id, &p->told)) return false;
  const size_t n = (size_t)p->told.neighbors;
  p->near = malloc((n + 1) * sizeof *p->near);
  if (!p->near) return false;
  if (n > 0) memcpy(p->near, p->told.neighbor, n * sizeof *p->near);
  qsort(p->near, n, sizeof *p->near, by_weight);
  p->changes = lg_particle_changes(p->w, p->id, p->change, LG_CHANGES_MAX, NULL);
  return true;
}

/* The fastest particle, where none is asked for. */
static int64_t fastest(const lg_world *w) {
  lg_view v = lg_column(w, "velocity"), id = lg_column(w, "id");
  int64_t best = -1;
  double most = -1;

  /* what is no number is never the fastest */
  for (size_t i = 0; i < v.n; i++) {
    double speed2 = 0;
    for (int k = 0; k < v.components; k++) speed2 += (double)(v.c[k][i] * v.c[k][i]);
    if (!(speed2 > most)) continue;
    most = speed2;
    best = id.i32[i];
  }
  return best;
}

/* ---- as text -------------------------------------------------------------------------------- */

static void print_vec(const double *v, int n) {
  for (int k = 0; k < n; k++) printf("%s%.6g", k ? ", " : n > 1 ? "(" : "", v[k]);
  if (n > 1) printf(")");
}

static void print_changes(const particle *p, const char *title, const lg_change *row, int n,
                          double scale, const char *unit) {
  double sum[3] = {0, 0, 0};
  if (n <= 0) return;

  /* each on its line, added up on the way */
  printf("%s\n", title);
  for (int i = 0; i < n; i++) {
    double by[3];
    for (int k = 0; k < 3; k++) sum[k] += by[k] = scale * row[i].by[k];
    printf("  %-20s ", row[i].name);
    print_vec(by, p->dim);
    printf(" %s\n", unit);
  }

  /* and all of them */
  printf("  %-20s ", "together");
  print_vec(sum, p->dim);
  printf(" %s\n", unit);
}

static void print_columns(const particle *p) {
  for (int c = 0; c < lg_column_count(p->w); c++) {
    const char *name = lg_column_name(p->w, c), *unit = lg_column_unit(p->w, name);
    lg_view v = lg_column(p->w, name);
    double x[3] = {0, 0, 0};
    for (int k = 0; k < v.components && !v.i32; k++) x[k] = (double)v.c[k][p->at];
    if (v.i32) x[0] = v.i32[p->at];
    printf("  %-20s ", name);
    print_vec(x, v.components);
    printf("%s%s\n", *unit ? " " : "", unit);
  }
}

static void print_density(const particle *p) {
  /* particles without a density have nothing to add up */
  const char *per = "kg/m3"; /* in 2-D of a layer of 1 m */
  const lg_probe *told = &p->told;
  if (told->own + told->fluid == 0) return;
  printf("density, as a sum\n");
  printf("  %-20s %.6g %s\n  %-20s %.6g %s\n", "its own", told->own, per, "neighbours", told->fluid,
         per);

  /* what it adds up to, beside what the solver holds */
  bool has = told->density > 0; /* not each solver has one */
  printf("  %-20s %.6g %s\n  %-20s %.6g %s, at rest %.6g %s\n", "walls", told->walls, per,
         has ? "the solver's" : "together",
         has ? told->density : told->own + told->fluid + told->walls, per, told->rest_density, per);

  /* the nearest, each with its share */
  for (int i = 0; i < told->neighbors && i < SHOWN; i++) {
    const lg_probe_neighbor *q = &p->near[i];
    printf("  of %-17" PRId64 " %.6g %s, %.6g m away\n", q->id, q->share, per, q->distance);
  }
  if (told->neighbors > SHOWN) printf("  and %d more\n", told->neighbors - SHOWN);
}

static void print_cell(const particle *p) {
  static const char axes[] = "xyz";

  /* where the cell lies */
  const lg_probe_cell *c = &p->told.cell;
  if (!p->told.has_cell) return;
  printf("its cell of the grid, (%d, %d%s", c->at[0], c->at[1], p->dim == 2 ? ")\n" : "");
  if (p->dim == 3) printf(", %d)\n", c->at[2]);

  /* what the projection made of it */
  printf("  %-20s %.6g 1/s before the projection, %.6g after it\n", "divergence", c->divergence[0],
         c->divergence[1]);
  printf("  %-20s %.6g Pa; around it", "pressure", c->pressure[0]);
  for (int k = 1; k < 1 + 2 * p->dim; k++)
    printf(" %s%c %.6g", k % 2 ? "-" : "+", axes[(k - 1) / 2], c->pressure[k]);
  printf("\n");

  /* its faces, cut by solids */
  for (int i = 0; i < c->faces; i++) {
    const lg_probe_face *f = &c->face[i];
    printf("  %c face of weight %.4f: %.6g m/s before, %.6g after\n", axes[f->axis], f->weight,
           f->before, f->after);
  }
}

static void report(const particle *p) {
  /* who it is, and what its columns hold */
  const lg_probe *told = &p->told;
  printf("particle %" PRId64 " at t = %.6g s, %d neighbours\n", p->id, lg_world_time(p->w),
         told->neighbors);
  print_columns(p);
  print_density(p);
  print_cell(p);

  /* how the pressure came about */
  if (told->iterations > 0) printf("pressure of each iteration, Pa\n ");
  for (int i = 0; i < told->iterations; i++) printf(" %.5g", told->pressure[i]);
  if (told->iterations > 0) printf("\n");

  /* what pushed it */
  print_changes(p, "acceleration, by terms", told->term, told->terms, 1, "m/s2");
  print_changes(p, "the same, by the stages of the last sub-step", p->change, p->changes,
                told->dt > 0 ? 1 / told->dt : 0, "m/s2");
}

/* ---- for machines --------------------------------------------------------------------------- */

static void json_vec(lg_json *j, const char *name, const double *v, int n) {
  lg_json_open(j, name, '[');
  for (int k = 0; k < n; k++) lg_json_num(j, NULL, v[k]);
  lg_json_close(j, ']');
}

static void json_changes(const particle *p, lg_json *j, const char *name, const lg_change *row,
                         int n) {
  lg_json_open(j, name, '{');
  for (int i = 0; i < n; i++) json_vec(j, row[i].name, row[i].by, p->dim);
  lg_json_close(j, '}');
}

static void json_density(const particle *p, lg_json *j) {
  const lg_probe *told = &p->told;

  /* the sums */
  lg_json_open(j, "shares", '{');
  lg_json_num(j, "own", told->own);
  lg_json_num(j, "fluid", told->fluid);
  lg_json_num(j, "walls", told->walls);
  lg_json_num(j, "rest", told->rest_density);
  lg_json_close(j, '}');

  /* each neighbour's part of them */
  lg_json_open(j, "neighbors", '[');
  for (int i = 0; i < told->neighbors; i++) {
    const lg_probe_neighbor *q = &p->near[i];
    lg_json_open(j, NULL, '{');
    lg_json_int(j, "id", q->id);
    json_vec(j, "offset", q->offset, p->dim);
    lg_json_num(j, "distance", q->distance);
    lg_json_num(j, "W", q->w);
    json_vec(j, "gradW", q->gradient, p->dim);
    lg_json_num(j, "share", q->share);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
}

/* Cells count from 0; around: its own pressure, then those at -x, +x, -y, +y, ... */
static void json_cell(const particle *p, lg_json *j) {
  const lg_probe_cell *c = &p->told.cell;

  /* where the cell lies, and what the projection made of it */
  const double at[3] = {c->at[0], c->at[1], c->at[2]};
  lg_json_open(j, "cell", '{');
  json_vec(j, "index", at, p->dim);
  lg_json_num(j, "divergence_before", c->divergence[0]);
  lg_json_num(j, "divergence", c->divergence[1]);
  json_vec(j, "pressure", c->pressure, 1 + 2 * p->dim);

  /* its faces, cut by solids */
  lg_json_open(j, "faces", '[');
  for (int i = 0; i < c->faces; i++) {
    const lg_probe_face *f = &c->face[i];
    lg_json_open(j, NULL, '{');
    lg_json_int(j, "axis", f->axis);
    json_vec(j, "position", f->at, p->dim);
    lg_json_num(j, "weight", f->weight);
    lg_json_num(j, "before", f->before);
    lg_json_num(j, "after", f->after);
    lg_json_close(j, '}');
  }
  lg_json_close(j, ']');
  lg_json_close(j, '}');
}

static void report_json(const particle *p) {
  const lg_probe *told = &p->told;
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_int(&j, "id", p->id);
  lg_json_num(&j, "time", lg_world_time(p->w));
  lg_json_open(&j, "columns", '{');
  for (int c = 0; c < lg_column_count(p->w); c++) {
    const char *name = lg_column_name(p->w, c);
    lg_view v = lg_column(p->w, name);
    double x[3] = {0, 0, 0};
    for (int k = 0; k < v.components && !v.i32; k++) x[k] = (double)v.c[k][p->at];
    if (v.i32) lg_json_int(&j, name, v.i32[p->at]);
    else if (v.components == 1) lg_json_num(&j, name, x[0]);
    else json_vec(&j, name, x, v.components);
  }
  lg_json_close(&j, '}');

  /* what it feels, in the order of the text */
  json_density(p, &j);
  lg_json_num(&j, "dt", told->dt);
  json_changes(p, &j, "ledger", p->change, p->changes);
  json_changes(p, &j, "terms", told->term, told->terms);
  json_vec(&j, "rate", told->rate, p->dim);
  json_vec(&j, "rest", told->rest, p->dim);
  json_vec(&j, "shift", told->shift, p->dim);
  json_vec(&j, "iterations", told->pressure, told->iterations);
  if (told->has_cell) json_cell(p, &j);
  lg_json_close(&j, '}');
  putchar('\n');
}

bool lg_app_closeup(lg_scene *s, int world, lg_shot *shot) {
  return lg_shot_watch(shot, lg_scene_world(s, world), lg_scene_watched(s, world));
}

/* ---- all of it ------------------------------------------------------------------------------ */

static bool run_frames(lg_live *live, const lg_app_options *o, int64_t from, int64_t to) {
  lg_progress p;
  bool ok = true;
  lg_progress_begin(&p, from, to);
  for (int64_t i = from; i < to && ok && !lg_app_interrupted(); i++) {
    ok = lg_live_step(live, lg_app_dt(o));
    lg_progress_frame(&p, i + 1, lg_app_particles(live->scene));
  }
  lg_progress_end(&p);
  return ok && !lg_app_interrupted();
}

/* The last frame runs under watch, so that its ledger is there. */
static int look_at(lg_live *live, const lg_app_options *o) {
  const int64_t frames = o->frames < 0 ? 1 : o->frames;
  particle p = {.w = lg_scene_world(live->scene, 0)};
  if (frames < 1 || !run_frames(live, o, 0, frames - 1)) {
    if (frames < 1) lg_app_say("inspect: a ledger is of a step: --frames 1 at least");
    return frames < 1 ? LG_EXIT_USAGE : lg_app_interrupted() ? LG_EXIT_INTERRUPTED : live->code;
  }
  if (frames == 1 && !lg_world_fill(p.w))
    lg_app_say("%s", lg_error(p.w)); /* ids are there already */

  p.id = o->id >= 0 ? o->id : fastest(p.w);
  if (lg_particle_find(p.w, p.id) < 0) {
    lg_app_say("inspect: there is no particle %" PRId64 " at frame %" PRId64 " (0 to %" PRId64
               " were made so far)",
               p.id, frames, (int64_t)lg_world_stats(p.w)->emitted - 1);
    return LG_EXIT_SCENE;
  }
  lg_particle_watch(p.w, p.id, true);
  if (!run_frames(live, o, frames - 1, frames))
    return lg_app_interrupted() ? LG_EXIT_INTERRUPTED : live->code;

  /* its world may be another one, where the scene was read again */
  p.w = lg_scene_world(live->scene, 0);
  p.dim = lg_world_dim(p.w);
  int64_t at = lg_particle_find(p.w, p.id);
  if (at < 0) {
    lg_app_say("inspect: particle %" PRId64 " went in frame %" PRId64, p.id, frames);
    return LG_EXIT_SCENE;
  }
  p.at = (size_t)at;
  if (!read_probe(&p)) {
    lg_app_say("inspect: %s", *lg_error(p.w) ? lg_error(p.w) : "out of memory");
    return LG_EXIT_SCENE;
  }
  if (o->json) report_json(&p);
  else report(&p);
  free(p.near);
  return LG_EXIT_OK;
}

int lg_app_inspect(const lg_app_options *o) {
  lg_live live;

  /* there is no scene to fall back on */
  if (!o->target) {
    lg_app_say("inspect: which scene? For example: laguna inspect examples/scenes/dam_break.lua "
               "--frames 30 --id 412");
    return LG_EXIT_USAGE;
  }
  int code = LG_EXIT_OK;
  if (lg_live_open(&live, o, false)) code = look_at(&live, o);
  else {
    lg_app_say("%s", live.message.text);
    code = live.code;
  }
  lg_live_close(&live);
  return code;
}
