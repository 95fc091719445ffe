/* measure.c - the list of what can be measured, and gauges: measures under a name, taken at the end
   of every frame. */
#include "core/measure/measure.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/measure/account.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"

#include <stdio.h>

typedef lg_measure_options opt;

/* ---- what can be measured ------------------------------------------------------------------- */

#define ABOUT LG_ROW_VEC(opt, about, 0, 0, 0, "m", "the point that it counts from")
static const lg_param none[] = {LG_ROWS_END};
static const lg_param about[] = {ABOUT, LG_ROWS_END};
static const lg_param at[] = {
    LG_ROW_(opt, at, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL, "where", LG_REQUIRED),
    LG_ROWS_END};
static const lg_param density_error[] = {
    LG_ROW_CHOICE(opt, of, LG_OF_MEAN, "mean|max",
                  "of all particles: their mean, or the worst of them"),
    LG_ROWS_END};
static const lg_param ledger[] = {LG_ROW_CHOICE(opt, of, 0, LG_MEASURE_LEDGER_CHOICES,
                                                "which entry of the ledger (lg_ledger_entries)"),
                                  LG_ROWS_END};
static const lg_param volume[] = {
    LG_ROW_CHOICE(opt, by, LG_BY_PARTICLES, "particles|cells",
                  "the particles' volumes, or the cells that they fill"),
    LG_ROW_FLOAT(opt, cell, 2, 1, 64, "spacings", "edge of a cell"), LG_ROWS_END};
static const lg_param surface[] = {LG_ROW_FLOAT(opt, cell, 0.5, 0.125, 1, "spacings",
                                                "edge of a cell of the grid that it is read from"),
                                   LG_ROWS_END};
static const lg_param front[] = {
    LG_ROW_VEC(opt, direction, 1, 0, 0, "1", "which way the front runs"),
    LG_ROW_FLOAT(opt, layer, 2, 1, LG_HUGE, "spacings", "height of the bed that is looked at"),
    LG_ROWS_END};
static const lg_param level[] = {
    LG_ROW_(opt, at, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL, "a point above or below it",
            LG_REQUIRED),
    LG_ROW_FLOAT(opt, width, 4, 1, LG_HUGE, "spacings", "of the column of fluid that is looked at"),
    LG_ROWS_END};
static const lg_param disc[] = {
    LG_ROW_(opt, center, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "centre of the disc (in 2-D: the segment)", LG_REQUIRED),
    LG_ROW_VEC(opt, normal, 1, 0, 0, "1", "which way through it counts as positive"),
    LG_ROW_(opt, radius, LG_FLOAT, 0, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL,
            "of the disc; half the segment's length", LG_REQUIRED),
    LG_ROWS_END};

static const lg_param collider[] = {
    LG_ROW_REF(opt, collider, LG_COLLIDER, LG_REQUIRED, "what the fluid acts on"), LG_ROWS_END};
static const lg_param collider_about[] = {
    LG_ROW_REF(opt, collider, LG_COLLIDER, LG_REQUIRED, "what the fluid acts on"), ABOUT,
    LG_ROWS_END};

static bool has_direction(const lg_world *w, const void *self, lg_why *why) {
  (void)w;
  const opt *o = self;
  return lg_length(o->direction) > 0 ||
         lg_explain(why, "front: direction must not be 0; give a vector such as {1, 0}");
}

static bool has_normal(const lg_world *w, const void *self, lg_why *why) {
  (void)w;
  const opt *o = self;
  return lg_length(o->normal) > 0 ||
         lg_explain(why, "flux: normal must not be 0; give a vector such as {1, 0}");
}

static bool has_collider(const lg_world *w, const void *self, lg_why *why) {
  const lg_object *o = lg_object_get(w, ((const opt *)self)->collider);
  return (o && o->kind->family == LG_FAMILY_COLLIDER) ||
         lg_explain(why, "gauge: collider must be one that is in this world");
}

#define ROW_(id, rows, checked, shape, unit2, unit3, column, fn, sentence)                         \
  {                                                                                                \
    .kind = {.name = #id,                                                                          \
             .family = LG_FAMILY_WORLD,                                                            \
             .doc = sentence,                                                                      \
             .size = sizeof(opt),                                                                  \
             .params = rows,                                                                       \
             .check = checked},                                                                    \
    .form = LG_MEASURE_##shape, .unit = {unit2, unit3}, .needs = column, .take = fn                \
  }
/* as a ROW_'s column */
#define OR_GRID(column, name) column, .grid = name
#define LOAD(id, rows, shape, unit2, unit3, sentence)                                              \
  ROW_(id, rows, has_collider, shape, unit2, unit3, NULL, NULL, sentence)
#define ROW(id, rows, shape, unit2, unit3, column, sentence)                                       \
  ROW_(id, rows, NULL, shape, unit2, unit3, column, lg_measure_##id, sentence)

static const lg_measure_row rows[] = {
    ROW(energy, about, NUMBER, "J/m", "J", NULL, "kinetic, potential and internal energy"),
    ROW(kinetic_energy, none, NUMBER, "J/m", "J", NULL, "energy of motion: sum of m v^2 / 2"),
    ROW(potential_energy, about, NUMBER, "J/m", "J", NULL,
        "energy in gravity: sum of -m g . (x - about); fields are not counted"),
    ROW(internal_energy, none, NUMBER, "J/m", "J", NULL,
        "energy stored in compression; 0 for solvers whose fluid is incompressible"),
    ROW(ledger, ledger, NUMBER, "J/m", "J", NULL,
        "energy by its causes since it was first asked for: how much more is there, and what gave "
        "it"),
    ROW(mass, none, NUMBER, "kg/m", "kg", NULL, "mass of all particles"),
    ROW(momentum, none, VECTOR, "kg/s", "kg m/s", NULL, "linear momentum: sum of m v"),
    ROW(angular_momentum, about, AXIAL, "kg m/s", "kg m2/s", NULL,
        "angular momentum: sum of m (x - about) x v"),
    ROW(center_of_mass, none, VECTOR, "m", "m", NULL, "centre of mass: sum of m x over the mass"),
    ROW(density_error, density_error, NUMBER, "1", "1", "density",
        "how much too dense the fluid is: max(0, rho - rho0) / rho0"),
    ROW(volume, volume, NUMBER, "m2", "m3", NULL, "volume of the fluid"),
    ROW(surface_area, surface, NUMBER, "m", "m2", NULL,
        "area of the fluid's surface as a mesh, walls included; in 2-D its length"),
    ROW_(front, front, has_direction, NUMBER, "m", "m", NULL, lg_measure_front,
         "how far the fluid on the bed has come (Martin & Moyce 1952): 99.5 % of it lies behind"),
    ROW(level, level, NUMBER, "m", "m", NULL,
        "where the surface of the fluid is, above or below a point; a dry place has its floor's"),
    ROW_(pressure, at, NULL, NUMBER, "Pa", "Pa", OR_GRID("pressure", "pressure"),
         lg_measure_pressure, "pressure of the fluid at a point; 0 where there is none"),
    ROW_(density, at, NULL, NUMBER, "kg/m3", "kg/m3", OR_GRID("density", "fill"),
         lg_measure_density, "density of the fluid at a point; 0 where there is none"),
    ROW(velocity, at, VECTOR, "m/s", "m/s", NULL,
        "velocity of the fluid at a point; 0 where there is none"),
    ROW_(flux, disc, has_normal, NUMBER, "m2/s", "m3/s", NULL, NULL,
         "volume of fluid through a disc, a second"),
    ROW_(particle_flux, disc, has_normal, NUMBER, "1/s", "1/s", NULL, NULL,
         "particles through a disc, a second"),
    LOAD(force, collider, VECTOR, "N/m", "N",
         "force of the fluid on a collider, the mean of the frame; from below only where fluid is"),
    LOAD(torque, collider_about, AXIAL, "N", "N m",
         "torque of the fluid on a collider about a point, the mean of the frame"),
    LOAD(impulse, collider, VECTOR, "N s/m", "N s",
         "impulse of the fluid on a collider in the frame"),
};
enum { ROWS = sizeof rows / sizeof *rows };

int lg_measure_count(void) { return ROWS; }
const lg_kind *lg_measure_at(int i) { return i >= 0 && i < ROWS ? &rows[i].kind : NULL; }

static const lg_measure_row *row_named(const char *name) {
  for (int i = 0; name && i < ROWS; i++)
    if (strcmp(rows[i].kind.name, name) == 0) return &rows[i];
  return NULL;
}

const lg_kind *lg_measure_find(const char *name) {
  const lg_measure_row *row = row_named(name);
  return row ? &row->kind : NULL;
}

static int components(const lg_world *w, const lg_measure_row *row) {
  if (row->form == LG_MEASURE_AXIAL) return w->dim == 2 ? 1 : 3;
  return row->form == LG_MEASURE_VECTOR ? w->dim : 1;
}

/* ---- measuring ------------------------------------------------------------------------------ */

/* The row, with its options in *o; NULL: refused. */
static const lg_measure_row *request(lg_world *w, const char *measure, const lg_arg *args, opt *o) {
  lg_why why;
  const char *names[ROWS];
  const lg_measure_row *row = row_named(measure);
  for (int i = 0; i < ROWS; i++) names[i] = rows[i].kind.name;
  memset(o, 0, sizeof *o);

  if (!row) {
    char meant[LG_MEANT_MAX];
    measure = measure ? measure : "";
    lg_refuse(w, "measure: there is no measure '%s'%s", measure,
              lg_meant(measure, names, ROWS, meant, sizeof meant));
    return NULL;
  }

  if (lg_param_apply(&row->kind, o, args, w->dim, true, &why) &&
      (!row->kind.check || row->kind.check(w, o, &why)))
    return row;
  lg_refuse(w, "%s", why.text);
  return NULL;
}

static bool there(lg_world *w, const lg_measure_row *row) {
  return !row->needs || lg_particles_column(w->particles, row->needs) ||
         (row->grid && lg_measure_has_cells(w, row->grid));
}

int lg_measure(lg_world *w, const char *measure, const lg_arg *args, double out[3]) {
  opt o;
  if (!w || !out) return 0;
  const lg_measure_row *row = request(w, measure, args, &o);
  if (!row) return 0;

  /* what cannot be read now */
  if (!row->take)
    return lg_refuse(w, "%s: is counted while a frame runs; make it a gauge and read that",
                     measure);
  if (!there(w, row))
    return lg_refuse(w,
                     "%s: there is no column '%s' yet: the solver %s brings none; take another "
                     "solver, or step once after a "
                     "change of solver",
                     measure, row->needs, lg_world_solver_kind(w)->name);

  row->take(w, &o, out);
  return components(w, row);
}

/* ---- gauges --------------------------------------------------------------------------------- */

lg_gauge_slot *lg_gauge_named(const lg_world *w, const char *name) {
  for (int i = 0; name && i < w->gauges->count; i++)
    if (strcmp(w->gauges->slot[i].name, name) == 0) return &w->gauges->slot[i];
  return NULL;
}

/* Gauges are columns of a table beside the statistics, whose names they must not take. */
static bool name_is_free(lg_world *w, const char *name) {
  lg_why why;
  bool taken = name && strcmp(name, "world") == 0;
  if (!lg_name_check("gauge", name, &why)) return lg_refuse(w, "%s", why.text);

  if (strchr(name, ','))
    return lg_refuse(
        w, "gauge: the name '%s' has a comma, which ends a cell of a table; leave it out", name);

  /* nor one of a statistic, nor of another gauge */
  for (const lg_stat *s = lg_stats_rows(); s->name; s++)
    taken = taken || strcmp(s->name, name) == 0;
  if (taken) return lg_refuse(w, "gauge: '%s' is one of the statistics; choose another name", name);
  if (lg_gauge_named(w, name))
    return lg_refuse(w, "gauge: there is a gauge '%s' already; choose another name", name);
  return true;
}

static bool room_for_gauge(lg_world *w) {
  lg_gauges *g = w->gauges;
  if ((size_t)g->count < g->capacity) return true;
  size_t more = g->capacity + 8;
  lg_gauge_slot *slot = lg_mem_realloc(&w->mem, g->slot, more * sizeof *slot);
  if (!slot) return lg_refuse(w, "gauge: out of memory");
  g->slot = slot;
  g->capacity = more;
  return true;
}

static bool add_gauge(lg_world *w, const char *name, const lg_measure_row *row, const opt *o,
                      const double value[3]) {
  if (!room_for_gauge(w)) return false;
  lg_gauge_slot *g = &w->gauges->slot[w->gauges->count++];
  *g = (lg_gauge_slot){.row = row, .options = *o, .value = {value[0], value[1], value[2]}};
  snprintf(g->name, sizeof g->name, "%s", name);
  return true;
}

bool lg_gauge_add(lg_world *w, const char *name, const char *measure, const lg_arg *args) {
  opt o;
  if (!w) return false;
  const lg_measure_row *row = request(w, measure, args, &o);
  const double unread[3] = {(double)NAN, (double)NAN, (double)NAN};
  return row && name_is_free(w, name) && add_gauge(w, name, row, &o, unread);
}

bool lg_gauge_put(lg_world *w, const char *name, const lg_kind *measure,
                  const lg_measure_options *options, const double value[3]) {
  lg_why why;
  if (!name_is_free(w, name) || (measure->check && !measure->check(w, options, &why))) return true;
  return add_gauge(w, name, row_named(measure->name), options, value);
}

static void take_away(lg_gauges *all, lg_gauge_slot *g) {
  int after = all->count - 1 - (int)(g - all->slot);
  memmove(g, g + 1, (size_t)after * sizeof *g);
  all->count--;
}

void lg_gauges_forget(lg_world *w, bool later) {
  lg_gauges *all = w->gauges;
  for (int i = all->count - 1; i >= 0; i--) {
    for (int k = 0; k < 3; k++) all->slot[i].value[k] = (double)NAN;
    if (later && !all->slot[i].set_up) take_away(all, &all->slot[i]);
  }
}

bool lg_gauge_remove(lg_world *w, const char *name) {
  if (!w) return false;
  lg_gauge_slot *g = lg_gauge_named(w, name);
  if (!g) return lg_refuse(w, "gauge: there is no gauge '%s'", name ? name : "");
  take_away(w->gauges, g);
  return true;
}

int lg_gauge_count(const lg_world *w) { return w ? w->gauges->count : 0; }

lg_gauge lg_gauge_at(const lg_world *w, int i) {
  if (!w || i < 0 || i >= w->gauges->count) return (lg_gauge){NULL, NULL, NULL, 0, {0, 0, 0}};
  const lg_gauge_slot *g = &w->gauges->slot[i];
  lg_gauge out = {
      g->name, g->row->kind.name, g->row->unit[w->dim == 3], components(w, g->row), {0, 0, 0}};
  memcpy(out.value, g->value, sizeof out.value);
  return out;
}

void lg_gauges_free(lg_world *w) {
  lg_gauges *g = w->gauges;
  lg_mem_free(&w->mem, g->slot);
  for (int k = 0; k < 3; k++) lg_mem_free(&w->mem, g->old[k]);
  memset(g, 0, sizeof *g);
}

/* ---- gauges in a frame ---------------------------------------------------------------------- */

static bool is_load(const lg_measure_row *row) { return row->kind.check == has_collider; }
static bool counts(const lg_measure_row *row) { return !row->take && !is_load(row); }

static bool any_counts(const lg_world *w) {
  bool any = false;
  for (int i = 0; i < w->gauges->count; i++) any = any || counts(w->gauges->slot[i].row);
  return any;
}

bool lg_gauges_begin(lg_world *w) {
  bool ok = true;
  lg_loads_clear(w);
  if (!lg_account_loads(w)) return false;
  for (int i = 0; i < w->gauges->count && ok; i++) {
    lg_gauge_slot *g = &w->gauges->slot[i];
    g->crossed = 0;
    if (is_load(g->row)) ok = lg_loads_ask(w, g->options.collider);
  }
  return ok;
}

bool lg_gauges_before(lg_world *w) {
  lg_gauges *g = w->gauges;
  size_t n = w->particles->n;
  bool ok = true;
  for (int k = 0; k < w->dim && n > 0 && ok && any_counts(w); k++) {
    ok = lg_mem_room(&w->mem, &g->old[k], n, sizeof *g->old[k]);
    if (ok) memcpy(g->old[k], w->particles->x[k], n * sizeof(float));
  }
  return ok;
}

static void add_crossing(const lg_world *w, const void *user, size_t i, double sum[]) {
  const lg_gauge_slot *g = user;
  float from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
  for (int k = 0; k < w->dim; k++) {
    from[k] = w->gauges->old[k][i];
    to[k] = w->particles->x[k][i];
  }
  sum[0] += lg_measure_crossing(&g->options, w->dim, from, to);
}

bool lg_gauges_after(lg_world *w) {
  bool ok = true;
  for (int i = 0; i < w->gauges->count && ok; i++) {
    lg_gauge_slot *g = &w->gauges->slot[i];
    double crossed = 0;
    if (counts(g->row)) ok = lg_measure_sum(w, add_crossing, g, 1, &crossed);
    g->crossed += crossed;
  }
  return ok;
}

/* Force, torque or impulse of what the collider bore in the frame. */
static void take_load(lg_world *w, lg_gauge_slot *g, double dt) {
  const lg_load *load = lg_loads_find(w, g->options.collider);
  const char *name = g->row->kind.name;
  double spin[3], point[3], lever[3];
  if (!load || !lg_object_get(w, load->id)) return;

  /* spin about another point: L - about x J */
  for (int k = 0; k < 3; k++) point[k] = (double)g->options.about[k];
  lg_cross_d(point, load->impulse, lever);
  for (int k = 0; k < 3; k++) spin[k] = (load->spin[k] - lever[k]) / dt;
  for (int k = 0; k < 3; k++)
    g->value[k] = load->impulse[k] / (strcmp(name, "force") == 0 ? dt : 1);
  if (strcmp(name, "torque") != 0) return;
  memcpy(g->value, spin, sizeof spin);
  if (w->dim == 2) g->value[0] = spin[2];
}

void lg_gauges_take(lg_world *w, double dt) {
  for (int i = 0; i < w->gauges->count; i++) {
    lg_gauge_slot *g = &w->gauges->slot[i];
    bool volumes = strcmp(g->row->kind.name, "flux") == 0;
    /* m3 (m2): every particle has the same at rest */
    double each = volumes ? lg_cube((double)w->def.spacing, w->dim) : 1;
    for (int k = 0; k < 3; k++) g->value[k] = (double)NAN;
    if (is_load(g->row)) take_load(w, g, dt);
    else if (!g->row->take) g->value[0] = g->crossed * each / dt;
    else if (there(w, g->row)) g->row->take(w, &g->options, g->value);
  }
}
