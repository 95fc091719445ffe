/* world.c - making, freeing and asking a world; what it says to its host. */
#include "core/step/world.h"

#include "core/object/material.h"
#include "core/base/par.h"
#include "core/param/param.h"
#include "core/state/saved.h"

#include <omp.h>
#include <stdarg.h>
#include <stdio.h>

#define LATTICE_MAX 2147483648.0 /* lattice points in the bounds: cells and particles are counted in 32 bits */
#define THREADS_MAX 1024

/* ---- parameters ---------------------------------------------------------------------------------------------------- */

typedef lg_world_def def;
static const lg_param rows[] = {
  LG_ROW_(def, spacing, LG_FLOAT, 0.02, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL,
          "distance of particles at rest; a particle's radius is half of it", LG_RESTART),
  LG_ROW_VEC(def, gravity, 0, -9.81, 0, "m/s2", "acceleration of all particles"),
  LG_ROW_FLOAT(def, friction, 0, 0, LG_HUGE, "1", "Coulomb coefficient of the walls at the edges"),
  LG_ROW_FLOAT(def, restitution, 0, 0, 1, "1", "share of the normal speed that the walls at the edges give back"),
  LG_ROW_CHOICE(def, slip, 0, "free|no", "whether a fluid glides along the walls at the edges or sticks to them"),
  LG_ROW_(def, seed, LG_INT, 0, 0, 0, 0, -LG_WHOLE_MAX, LG_WHOLE_MAX, "1", NULL, "of all random numbers", LG_RESTART),
  LG_ROW_INT(def, threads, 1, 1, THREADS_MAX, "1", "threads of a step; the cores of the machine unless it is given"),
  LG_ROW_INT(def, max_substeps, 10000, 1, 1e9, "1", "a frame that needs more sub-steps is refused"),
  LG_ROWS_END
};

static const lg_kind world_kind = {
  .name = "world", .family = LG_FAMILY_WORLD, .doc = "The world: bounds, edges, gravity and how finely it is resolved.",
  .size = sizeof(lg_world_def), .params = rows
};

const lg_kind *lg_kind_world(void) { return &world_kind; }

lg_world_def lg_default_world(void) {
  lg_world_def d;
  memset(&d, 0, sizeof d);
  lg_param_apply(&world_kind, &d, LG_NO_ARGS, 3, true, NULL, 0);
  d.cookie = LG_COOKIE;
  d.bounds = lg_bounds2(0, 0, 4, 3);
  d.threads = lg_maxi(1, lg_mini(omp_get_num_procs(), THREADS_MAX));
  return d;
}

/* ---- checking a definition ----------------------------------------------------------------------------------------- */

static bool no(lg_world_def *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool no(lg_world_def *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(d->error, sizeof d->error, format, list);
  va_end(list);
  return false;
}

/* The host filled the struct itself, so its values are read back as arguments and checked as those are. */
static bool check_rows(lg_world_def *d) {
  for (const lg_param *r = rows; r->name; r++) {
    lg_arg args[2] = {lg_end(), lg_end()};
    if (!lg_param_read(&world_kind, d, r->name, d->bounds.dim, &args[0]))
      return no(d, "world: slip = %d is not one of 0 (free), 1 (no)", d->slip);
    if (!lg_param_check(&world_kind, args, d->bounds.dim, false, d->error, sizeof d->error)) return false;
  }
  return true;
}

static bool check_bounds(lg_world_def *d) {
  const lg_bounds *b = &d->bounds;
  if (b->dim != 2 && b->dim != 3) return no(d, "world: bounds have %d dimensions; give 2 or 3", b->dim);
  for (int k = 0; k < b->dim; k++) {
    double lo = (double)b->min[k], hi = (double)b->max[k];
    if (!isfinite(lo) || !isfinite(hi))
      return no(d, "world: bounds of %c, %g to %g m, must be finite", "xyz"[k], lo, hi);
    if (!(hi > lo)) return no(d, "world: bounds of %c: the upper, %g m, must be above the lower, %g m", "xyz"[k], hi, lo);
  }
  return true;
}

/* Spacing against the bounds: enough particles across, not too many in all, and told apart in float32. */
static bool check_resolution(lg_world_def *d) {
  double spacing = (double)d->spacing, points = 1, far = 0, least = HUGE_VAL;
  for (int k = 0; k < d->bounds.dim; k++) {
    double lo = (double)d->bounds.min[k], hi = (double)d->bounds.max[k];
    points *= (hi - lo) / spacing;
    least = fmin(least, hi - lo);
    far = fmax(far, fmax(fabs(lo), fabs(hi)));
  }
  if (spacing > least / 2)
    return no(d, "world: spacing = %.6g m is more than half of the smallest extent, %.6g m; take a smaller spacing "
                 "or larger bounds", spacing, least);
  if (points > LATTICE_MAX)
    return no(d, "world: bounds hold %.3g lattice points of spacing %.6g m, more than %.0f; take a larger spacing "
                 "or smaller bounds", points, spacing, LATTICE_MAX);
  if (far * (double)FLT_EPSILON > 1e-3 * spacing) /* FLT_EPSILON = 2^-23 */
    return no(d, "world: positions up to %.6g m are %.3g m apart in float32, more than a thousandth of the spacing, %.6g m; "
                 "move the scene to the origin or take a larger spacing", far, far * (double)FLT_EPSILON, spacing);
  return true;
}

static bool check_edges(lg_world_def *d) {
  for (int k = 0; k < d->bounds.dim; k++) {
    for (int side = 0; side < 2; side++)
      if ((unsigned)d->edges[k][side] > LG_EDGE_PERIODIC)
        return no(d, "world: edge of %c = %d is not one of wall, open, periodic", "xyz"[k], (int)d->edges[k][side]);
    if ((d->edges[k][0] == LG_EDGE_PERIODIC) != (d->edges[k][1] == LG_EDGE_PERIODIC))
      return no(d, "world: edge of %c is periodic on one side only; make both sides periodic or neither", "xyz"[k]);
  }
  return true;
}

/* ---- life ---------------------------------------------------------------------------------------------------------- */

static lg_world *allocate(lg_world_def *d) {
  lg_mem mem = {d->alloc, d->alloc_user, 0, 0};
  lg_world *w = lg_mem_realloc(&mem, NULL, 0, sizeof *w);
  if (!w) return NULL;
  memset(w, 0, sizeof *w);
  w->def = *d;
  w->dim = d->bounds.dim;
  w->mem = mem;
  w->stamp = 1;
  w->stats.limit = "";
  if (w->dim == 2) w->def.gravity[2] = w->def.bounds.min[2] = w->def.bounds.max[2] = 0;
  lg_neighbors_init(&w->neighbors, &w->mem);
  return w;
}

lg_world *lg_world_new(lg_world_def *d) {
  if (!d) return NULL;
  if (d->cookie != LG_COOKIE) {
    no(d, "world: the definition is not one that lg_default_world() made; start from that");
    return NULL;
  }
  d->error[0] = 0;
  if (!check_bounds(d) || !check_rows(d) || !check_resolution(d) || !check_edges(d)) return NULL;
  lg_world *w = allocate(d);
  if (!w) {
    no(d, "world: out of memory");
    return NULL;
  }
  if (!lg_particles_init(&w->particles, &w->mem, w->dim)) lg_refuse(w, "world: out of memory");
  else if (lg_objects_init(w)) {
    w->stats.bytes = w->mem.held;
    return w;
  }
  no(d, "%s", w->error);
  lg_world_free(w);
  return NULL;
}

void lg_world_free(lg_world *w) {
  if (!w) return;
  lg_walls_free(w);
  lg_bodies_free(w);
  lg_gauges_free(w);
  lg_materials_free(w);
  lg_sph_free(&w->sph, &w->mem);
  lg_mac_free(&w->mac);
  lg_snapshot_free(&w->last_good, w);
  lg_neighbors_free(&w->neighbors);
  lg_particles_free(&w->particles);
  lg_declared_free(w);
  lg_objects_free(w);
  lg_programs_free(w);
  lg_meshes_free(&w->meshes, &w->mem);
  lg_mem_realloc(&w->mem, w->scratch, w->scratch_bytes, 0);
  lg_mem mem = w->mem;
  lg_mem_realloc(&mem, w, sizeof *w, 0);
}

/* ---- asking -------------------------------------------------------------------------------------------------------- */

double lg_world_time(const lg_world *w) { return w ? w->time : 0; }
int64_t lg_world_frame(const lg_world *w) { return w ? w->frame : 0; }
int lg_world_dim(const lg_world *w) { return w ? w->dim : 0; }
float lg_world_spacing(const lg_world *w) { return w ? w->def.spacing : 0; }
lg_bounds lg_world_bounds(const lg_world *w) { return w ? w->def.bounds : (lg_bounds){0, {0, 0, 0}, {0, 0, 0}}; }
size_t lg_world_count(const lg_world *w) { return w ? w->particles.n : 0; }
uint64_t lg_world_stamp(const lg_world *w) { return w ? w->stamp : 0; }
int lg_world_threads(const lg_world *w) { return w ? (int)w->def.threads : 0; }

const lg_stats *lg_world_stats(const lg_world *w) {
  static const lg_stats none = {.limit = ""};
  return w ? &w->stats : &none;
}

lg_edge lg_world_edge(const lg_world *w, int axis, int side) {
  return w && axis >= 0 && axis < w->dim ? w->def.edges[axis][side != 0] : LG_EDGE_WALL;
}

/* Images count -1, 0, 1 along each axis in turn, the world itself left out. */
bool lg_image_shift(const lg_world *w, int image, float shift[3]) {
  int code = image < LG_IMAGES / 2 ? image : image + 1;
  for (int k = 0; k < 3; k++, code /= 3) {
    int step = code % 3 - 1;
    bool periodic = k < w->dim && w->def.edges[k][0] == LG_EDGE_PERIODIC;
    if (step && !periodic) return false;
    shift[k] = step ? (float)step * (w->def.bounds.max[k] - w->def.bounds.min[k]) : 0;
  }
  return true;
}

void lg_before_step(lg_world *w, lg_hook_fn *fn, void *user) {
  if (w) w->before_step = (lg_hook){fn, user};
}
void lg_after_step(lg_world *w, lg_hook_fn *fn, void *user) {
  if (w) w->after_step = (lg_hook){fn, user};
}

void lg_parallel(int threads, size_t n, void (*fn)(void *user, size_t begin, size_t end), void *user) {
  lg_par_for(threads, n, fn, user);
}

/* ---- telling ------------------------------------------------------------------------------------------------------- */

const char *lg_error(const lg_world *w) {
  return w ? w->error : "there is no world: lg_world_new returned NULL, and the error of its definition says why";
}

bool lg_refuse(lg_world *w, const char *format, ...) {
  char sentence[LG_ERROR_MAX]; /* the arguments may be w->error itself */
  va_list list;
  if (!w) return false;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  memcpy(w->error, sentence, sizeof sentence);
  return false;
}

void lg_say(const lg_world *w, lg_level level, const char *format, ...) {
  char sentence[LG_ERROR_MAX];
  va_list list;
  if (!w->def.log) return;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  w->def.log(w->def.log_user, level, sentence);
}

bool lg_misuse(const lg_world *w, const char *what) {
  if (w && w->def.misuse) w->def.misuse(w->def.misuse_user, what);
  return false;
}

void lg_world_rest_gravity(const lg_world *w, float out[3]) {
  for (int k = 0; k < 3; k++) out[k] = w->def.edges[k][0] == LG_EDGE_PERIODIC ? 0 : w->def.gravity[k];
}
