/* account.c - the world's ledger of energy, mass and momentum: see account.h. */
#include "core/measure/account.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/measure/measure.h"
#include "core/object/object.h"
#include "core/particles/particles.h"

typedef struct lg_account_solid {
  lg_id id;
  double impulse[3], spin[3]; /* N s, N m s about the origin: of its load, so far in the frame */
  double velocity[3], angular[3]; /* m/s at the origin, rad/s: when it was last looked at */
} solid;

/* ---- what is there -------------------------------------------------------------------------- */

enum { KINETIC, POTENTIAL, INTERNAL };

/* Sums of m v^2 / 2, of -m g . x, of m and of m v. */
enum { SUMS = 6 };
LG_INLINE void add_particles(int dim, const lg_particles *p, const float *g, size_t begin,
                             size_t end, double out[]) {
  double sum[SUMS] = {0};
  for (size_t i = begin; i < end; i++) {
    double mass = (double)p->mass[i], v2 = 0, height = 0;
    for (int k = 0; k < dim; k++) {
      double v = (double)p->v[k][i];
      v2 += v * v;
      height -= (double)g[k] * (double)p->x[k][i];
      sum[3 + k] += mass * v;
    }
    sum[0] += 0.5 * mass * v2;
    sum[1] += mass * height;
    sum[2] += mass;
  }

  memcpy(out, sum, sizeof sum);
}

static void holding_block(const lg_world *w, const void *g, size_t begin, size_t end,
                          double sum[]) {
  if (w->dim == 2) add_particles(2, w->particles, g, begin, end, sum);
  else add_particles(3, w->particles, g, begin, end, sum);
}

/* Along periodic axes, where nothing has a height, gravity is a field. Densities change in the
   solver alone: where particles have only moved, what was stored in compression still is. */
static lg_holding holding_of(lg_world *w, bool moved) {
  double sum[SUMS], internal[3] = {w->account->last.energy[INTERNAL]};
  float g[3];
  lg_holding now = {.mass = 0};

  lg_world_rest_gravity(w, g);
  lg_measure_sum_blocks(w, holding_block, g, SUMS, sum);
  if (!moved) lg_measure_internal_energy(w, NULL, internal);

  now.energy[KINETIC] = sum[0];
  now.energy[POTENTIAL] = sum[1];
  now.energy[INTERNAL] = internal[0];
  now.mass = sum[2];
  memcpy(now.momentum, sum + 3, sizeof now.momentum);
  return now;
}

/* to += factor by */
static void add(lg_holding *to, double factor, const lg_holding *by) {
  for (int e = 0; e < LG_ACCOUNT_STORED; e++) to->energy[e] += factor * by->energy[e];
  to->mass += factor * by->mass;
  lg_axpy_d(factor, by->momentum, to->momentum);
}

static double total(const lg_holding *of) {
  return of->energy[KINETIC] + of->energy[POTENTIAL] + of->energy[INTERNAL];
}

/* ---- solids --------------------------------------------------------------------------------- */

/* The velocity of the solid's point in the origin: v + w x (0 - translation). */
static bool motion_of(const lg_world *w, lg_id id, double velocity[3], double angular[3]) {
  lg_face face;
  double at[3];
  if (!lg_collider_face(w, id, &face)) return false;

  /* the point that lies at the origin, moved and turned with the solid */
  for (int k = 0; k < 3; k++) {
    velocity[k] = (double)face.velocity[k];
    angular[k] = (double)face.angular[k];
    at[k] = -(double)face.translation[k];
  }

  double turned[3];
  lg_cross_d(angular, at, turned);
  lg_axpy_d(1, turned, velocity);
  return true;
}

static bool may_work(const lg_world *w, const lg_object *o) {
  double velocity[3], angular[3];
  if (o->kind->collider.push) return true;
  return motion_of(w, lg_object_id(w, o), velocity, angular) &&
         (lg_length_d(velocity) > 0 || lg_length_d(angular) > 0);
}

bool lg_account_loads(lg_world *w) {
  lg_account *a = w->account;
  a->solids = 0;
  if (!a->begun) return true;

  LG_EACH_COLLIDER(w, o) {
    if (!may_work(w, o)) continue;
    solid next = {.id = lg_object_id(w, o)};
    if (!lg_loads_ask(w, next.id) ||
        !lg_mem_grow(&w->mem, &a->solid, a->solids + 1, sizeof *a->solid))
      return false;
    motion_of(w, next.id, next.velocity, next.angular);
    a->solid[a->solids++] = next;
  }
  return true;
}

/* What it has given since it was last looked at: the opposite of J . v + L . w, of the impulse that
   it got, at the mean of how it moved before and after. */
static void take_solid(lg_world *w, solid *s, lg_holding *given) {
  const lg_load *load = lg_loads_find(w, s->id);
  double velocity[3], angular[3];
  if (!load || !motion_of(w, s->id, velocity, angular)) return;

  /* by the mean of its motion before and after, which is exact for a constant force */
  for (int k = 0; k < 3; k++) {
    double impulse = load->impulse[k] - s->impulse[k], spin = load->spin[k] - s->spin[k];
    given->energy[KINETIC] -= 0.5 * impulse * (velocity[k] + s->velocity[k]) +
                              0.5 * spin * (angular[k] + s->angular[k]);
    given->momentum[k] -= impulse;
  }

  memcpy(s->impulse, load->impulse, sizeof s->impulse);
  memcpy(s->spin, load->spin, sizeof s->spin);
  memcpy(s->velocity, velocity, sizeof s->velocity);
  memcpy(s->angular, angular, sizeof s->angular);
}

/* Books what solids have given, and returns it. */
static lg_holding note_solids(lg_world *w) {
  lg_account *a = w->account;
  lg_holding given = {.mass = 0};
  for (size_t i = 0; i < a->solids; i++) take_solid(w, &a->solid[i], &given);
  add(&a->term[LG_ACCOUNT_SOLIDS], 1, &given);
  return given;
}

/* ---- forces --------------------------------------------------------------------------------- */

enum { WORK = 3, FORCE = 9 }; /* sums: works of gravity, fields and viscosity, then momenta */

/* m v~ . a, and m a, of gravity, of what fields add to it and of what the solver adds to both. */
LG_INLINE void add_works(int dim, const lg_world *w, const float *g, size_t begin, size_t end,
                         double out[]) {
  const lg_particles *p = w->particles;
  const lg_account *a = w->account;
  double sum[WORK + FORCE] = {0};

  /* m v . a by the mean of v before and after; gravity, fields, and what the solver adds */
  for (size_t i = begin; i < end; i++) {
    double mass = (double)p->mass[i];
    for (int k = 0; k < dim; k++) {
      double mean = 0.5 * ((double)p->v[k][i] + (double)a->v[k][i]), pushed = (double)a->a[k][i];
      double by[3] = {(double)g[k], pushed - (double)g[k], (double)p->a[k][i] - pushed};
      for (int f = 0; f < 3; f++) {
        sum[f] += mass * mean * by[f];
        sum[WORK + 3 * f + k] += mass * by[f];
      }
    }
  }

  memcpy(out, sum, sizeof sum);
}

static void work_block(const lg_world *w, const void *g, size_t begin, size_t end, double sum[]) {
  if (w->dim == 2) add_works(2, w, g, begin, end, sum);
  else add_works(3, w, g, begin, end, sum);
}

/* Books gravity, fields and viscosity over the sub-step, and returns their sum. Gravity's work is
   the potential energy's, but for what a finite sub-step makes of it. */
static lg_holding note_forces(lg_world *w, double dt) {
  static const lg_account_term terms[3] = {LG_ACCOUNT_GRAVITY, LG_ACCOUNT_FIELDS,
                                           LG_ACCOUNT_VISCOSITY};
  lg_account *a = w->account;
  lg_holding all = {.mass = 0};
  double sum[WORK + FORCE];
  float g[3];
  lg_world_rest_gravity(w, g);
  lg_measure_sum_blocks(w, work_block, g, WORK + FORCE, sum);

  for (int f = 0; f < 3; f++) {
    lg_holding given = {.energy = {dt * sum[f]}};
    lg_axpy_d(dt, sum + WORK + 3 * f, given.momentum);
    add(&all, 1, &given);

    /* gravity: the potential energy has it already */
    if (f == 0) {
      a->term[LG_ACCOUNT_STEPS].energy[KINETIC] += given.energy[KINETIC];
      given.energy[KINETIC] = 0;
    }
    add(&a->term[terms[f]], 1, &given);
  }
  return all;
}

/* ---- a frame -------------------------------------------------------------------------------- */

static size_t came_and_went(const lg_world *w) {
  const lg_stats *s = &w->stats;
  return s->emitted + s->culled + s->removed + s->guarded;
}

/* What has changed since the last look, less what solids gave. */
static lg_holding change(lg_world *w, bool moved) {
  lg_account *a = w->account;
  lg_holding now = holding_of(w, moved), by = now, solids = note_solids(w);
  add(&by, -1, &a->last);
  add(&by, -1, &solids);
  a->last = now;
  a->came_and_went = came_and_went(w);
  return by;
}

void lg_account_note(lg_world *w, lg_account_term term) {
  if (!w->account->begun) return;
  lg_holding by = change(w, false);
  add(&w->account->term[term], 1, &by);
}

void lg_account_count(lg_world *w, lg_account_term term) {
  if (w->account->came_and_went != came_and_went(w)) lg_account_note(w, term);
}

void lg_account_begin(lg_world *w) {
  lg_account *a = w->account;
  if (!a->open) return;
  if (!a->begun) a->first = a->last = holding_of(w, false);
  a->begun = true;
  memcpy(a->good, a->term, sizeof a->good);
  a->solids = 0;
  lg_account_note(w, LG_ACCOUNT_SCRIPT);
}

void lg_account_refused(lg_world *w) {
  lg_account *a = w->account;
  if (!a->begun) return;
  memcpy(a->term, a->good, sizeof a->term);
  a->last = holding_of(w, false);
}

bool lg_account_pushed(lg_world *w) {
  lg_account *a = w->account;
  size_t n = w->particles->n;
  for (int k = 0; a->begun && k < w->dim; k++) {
    if (!lg_mem_room(&w->mem, &a->v[k], n, sizeof(float)) ||
        !lg_mem_room(&w->mem, &a->a[k], n, sizeof(float)))
      return false;
    memcpy(a->v[k], w->particles->v[k], n * sizeof(float));
    memcpy(a->a[k], w->particles->a[k], n * sizeof(float));
  }
  return true;
}

/* Books what changed of heights, the other half of gravity's work, and the rest, less the forces,
   on the term. */
static void note_rest(lg_world *w, lg_holding *by, const lg_holding *forces, lg_account_term term) {
  lg_account *a = w->account;
  add(by, -1, forces);
  a->term[LG_ACCOUNT_STEPS].energy[KINETIC] += by->energy[POTENTIAL];
  by->energy[POTENTIAL] = 0;
  add(&a->term[term], 1, by);
}

void lg_account_solved(lg_world *w, double dt, bool ballistic) {
  lg_account *a = w->account;
  if (!a->begun) return;
  lg_holding by = change(w, false), forces = {.mass = 0};
  if (!ballistic) forces = note_forces(w, dt);

  /* a ballistic solver mends what fields did in the sub-step before */
  note_rest(w, &by, &forces, ballistic ? LG_ACCOUNT_FIELDS : LG_ACCOUNT_PRESSURE);
  for (int k = 0; k < w->dim && ballistic; k++)
    memcpy(a->v[k], w->particles->v[k], w->particles->n * sizeof(float));
}

void lg_account_moved(lg_world *w, double dt, bool ballistic) {
  if (!w->account->begun) return;
  lg_holding by = change(w, true), forces = {.mass = 0};
  if (ballistic) forces = note_forces(w, dt);
  note_rest(w, &by, &forces, LG_ACCOUNT_WALLS);
}

void lg_account_free(lg_world *w) {
  lg_account *a = w->account;
  for (int k = 0; k < 3; k++) {
    lg_mem_free(&w->mem, a->v[k]);
    lg_mem_free(&w->mem, a->a[k]);
  }
  lg_mem_free(&w->mem, a->solid);
  *a = (lg_account){.open = false};
}

/* ---- asking --------------------------------------------------------------------------------- */

enum { OF_ENERGY = 1 << LG_ENERGY, OF_MASS = 1 << LG_MASS, OF_MOMENTUM = 1 << LG_MOMENTUM };
enum { OF_ALL = OF_ENERGY | OF_MASS | OF_MOMENTUM };
typedef enum place { STORED, GIVEN, ERROR } place; /* what is there, what was given, what is left */

static const struct entry {
  const char *name, *doc;
  unsigned of;
  place place;
  int row; /* an energy that is stored, or a term */
} entries[] = {
    {"kinetic", "energy of motion, more than when the ledger was opened", OF_ENERGY, STORED,
     KINETIC},
    {"potential", "energy in gravity, more than then", OF_ENERGY, STORED, POTENTIAL},
    {"internal", "energy stored in compression, more than then", OF_ENERGY, STORED, INTERNAL},
    {"mass", "mass, more than when the ledger was opened", OF_MASS, STORED, 0},
    {"momentum", "momentum, more than when the ledger was opened", OF_MOMENTUM, STORED, 0},
    {"emitters", "brought by emitters, less what sinks took", OF_ALL, GIVEN, LG_ACCOUNT_EMITTERS},
    {"lost", "of particles that left by open edges, or that the guard took", OF_ALL, GIVEN,
     LG_ACCOUNT_LOST},
    {"script", "put in between frames: by hooks, hands and restored states", OF_ALL, GIVEN,
     LG_ACCOUNT_SCRIPT},
    {"gravity", "given by gravity", OF_MOMENTUM, GIVEN, LG_ACCOUNT_GRAVITY},
    {"fields", "given by fields", OF_ALL & ~OF_MASS, GIVEN, LG_ACCOUNT_FIELDS},
    {"viscosity",
     "given by viscosity, xsph, hyperviscosity, surface tension and confinement (wcsph: see "
     "pressure)",
     OF_ALL & ~OF_MASS, GIVEN, LG_ACCOUNT_VISCOSITY},
    {"pressure",
     "given by pressure and all else that the solver does: damping, wcsph's viscosity, flip's, its "
     "grid",
     OF_ALL & ~OF_MASS, GIVEN, LG_ACCOUNT_PRESSURE},
    {"solids", "given by solids that move, and by bodies", OF_ALL & ~OF_MASS, GIVEN,
     LG_ACCOUNT_SOLIDS},
    {"walls", "given where particles stop at edges and solids", OF_ALL & ~OF_MASS, GIVEN,
     LG_ACCOUNT_WALLS},
    {"steps", "gravity's work less what heights lost: the error of finite sub-steps", OF_ENERGY,
     GIVEN, LG_ACCOUNT_STEPS},
    {"error", "what is there less what was given: 0 but for rounding", OF_ALL, ERROR, 0}};
enum { ENTRIES = sizeof entries / sizeof *entries };
_Static_assert(ENTRIES <= LG_LEDGER_ENTRIES, "room for all entries");

/* Its part of the quantity, into out[0], or out[0] to out[2]. */
static void value_of(const struct entry *e, const lg_holding *of, lg_quantity quantity,
                     double out[3]) {
  out[0] = out[1] = out[2] = 0;
  if (quantity == LG_MOMENTUM) memcpy(out, of->momentum, sizeof of->momentum);
  else if (quantity == LG_MASS) out[0] = of->mass;
  else out[0] = e->place == STORED ? of->energy[e->row] : total(of);
}

int lg_ledger_entries(const lg_world *w, lg_quantity of, lg_entry *out, int most) {
  static const lg_account none = {.open = false};
  const lg_account *a = w ? w->account : &none;
  lg_holding stored = a->last;
  double left[3] = {0, 0, 0};
  int n = 0;
  add(&stored, -1, &a->first);

  /* what is stored less what was given is what is left: the error */
  for (int i = 0; i < ENTRIES; i++) {
    const struct entry *e = &entries[i];
    if (!(e->of & 1U << of)) continue;
    lg_entry next = {e->name, e->doc, e->place == STORED, {0, 0, 0}};
    if (e->place == ERROR) memcpy(next.value, left, sizeof left);
    else value_of(e, e->place == STORED ? &stored : &a->term[e->row], of, next.value);
    lg_axpy_d(e->place == STORED ? 1 : -1, next.value, left);
    if (out && n < most) out[n] = next;
    n++;
  }
  return n;
}

void lg_ledger_open(lg_world *w, bool open) {
  if (!w || w->account->open == open) return;
  lg_account_free(w);
  w->account->open = open;
}

void lg_measure_ledger(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_entry entry[LG_LEDGER_ENTRIES];
  lg_ledger_open(w, true);
  lg_ledger_entries(w, LG_ENERGY, entry, LG_LEDGER_ENTRIES);
  out[0] = entry[o->of].value[0];
}
