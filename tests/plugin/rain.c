/* rain - an emitter from outside that owns memory: the drops it has let fall, a list that grows.
   Where the next one falls follows from all that fell before, so that a run which goes on without
   its memory goes on differently. And drift, a solver of eight lanes and threads. */
#include <laguna_solver.h>

#include <stdio.h>

/* ---- rain ----------------------------------------------------------------------------------- */

typedef struct rain {
  float from[3], to[3];
  float *fallen; /* x of every drop so far, m */
  size_t n, room;
} rain;

static const lg_param rain_rows[] = {
    LG_ROW_VEC(rain, from, 0, 1, 0, "m", "one end of the cloud"),
    LG_ROW_VEC(rain, to, 1, 1, 0, "m", "its other end"),
    LG_ROWS_END,
};

static bool create(lg_world *w, void *self, lg_why *why) {
  rain *r = self;
  r->room = 4;
  r->fallen = lg_kind_memory(w, NULL, r->room * sizeof *r->fallen);
  if (!r->fallen) lg_explain(why, "rain: out of memory");
  return r->fallen != NULL;
}

static void destroy(lg_world *w, void *self) { lg_kind_memory(w, ((rain *)self)->fallen, 0); }

static void save(const lg_world *w, const void *self, lg_take_fn *take, void *user) {
  const rain *r = self;
  (void)w;
  take(user, (const char *)r->fallen, r->n * sizeof *r->fallen);
}

static bool make_room(lg_world *w, rain *r, size_t n) {
  if (n <= r->room) return true;
  float *grown = lg_kind_memory(w, r->fallen, 2 * n * sizeof *grown);
  if (!grown) return false;
  r->fallen = grown;
  r->room = 2 * n;
  return true;
}

static bool restore(lg_world *w, void *self, const void *bytes, size_t n) {
  rain *r = self;
  if (n % sizeof *r->fallen || !make_room(w, r, n / sizeof *r->fallen)) return false;
  r->n = n / sizeof *r->fallen;
  memcpy(r->fallen, bytes, n);
  return true;
}

static void emit(lg_emission *e, void *self) {
  rain *r = self;
  float u[4], x[3], still[3] = {0, 0, 0}, sum = 0;
  lg_world *w = (lg_world *)(uintptr_t)lg_emission_world(e);
  if (!make_room(w, r, r->n + 1)) return;
  for (size_t i = 0; i < r->n; i++) sum += r->fallen[i];
  lg_emit_random(e, r->n, 0, u);
  float at = u[0] + sum - floorf(u[0] + sum);
  for (int k = 0; k < 3; k++) x[k] = r->from[k] + at * (r->to[k] - r->from[k]);
  lg_emit(e, x, still, 0);
  r->fallen[r->n++] = x[0];
}

static const lg_kind rain_kind = {.name = "rain",
                                  .family = LG_FAMILY_EMITTER,
                                  .doc = "drops from a cloud",
                                  .size = sizeof(rain),
                                  .params = rain_rows,
                                  .create = create,
                                  .destroy = destroy,
                                  .save = save,
                                  .restore = restore,
                                  .emitter = {.emit = emit}};

/* ---- drift ---------------------------------------------------------------------------------- */

typedef struct drift {
  LG_MATERIAL_FIELDS;
  float support, rate;
} drift;

static const lg_param drift_rows[] = {
    LG_MATERIAL_ROWS(drift),
    LG_ROW_FLOAT(drift, support, 2, 1.5, 6, "spacings", "how far neighbours are felt"),
    LG_ROW_FLOAT(drift, rate, 1, 0, LG_HUGE, "1/s", "of the push from neighbours"), LG_ROWS_END};

static const lg_column_def columns[] = {{"crowd", 1, "1", "how many neighbours a particle has"},
                                        {NULL, 0, NULL, NULL}};

static float support(const void *self, int dim) {
  (void)dim;
  return ((const drift *)self)->support;
}

typedef struct job {
  const drift *solver;
  lg_step *s;
  float *crowd;
} job;

/* v += dt a, and away from the neighbours. */
static void block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *p = j->s->particles;
  const lg_neighbors *nb = j->s->neighbors;
  for (size_t i = begin; i < end; i++) {
    j->crowd[i] = (float)nb->count[i];
    for (int k = 0; k < j->s->dim; k++) {
      float push = 0;
      for (int32_t e = 0; e < nb->count[i]; e++)
        if (nb->row[i][e] < (int32_t)j->s->n) push += p->x[k][i] - p->x[k][nb->row[i][e]];
      p->v[k][i] += j->s->dt * (p->a[k][i] + j->solver->rate * push);
    }
  }
}

static void step(void *self, lg_step *s) {
  job j = {.solver = self, .s = s, .crowd = lg_step_column(s, "crowd")};
  LG_STAGE(s->world, "solve/neighbors") s->failed = !lg_neighbors_build(s->world);
  if (s->failed) return;
  LG_STAGE(s->world, "solve/push") lg_par_for(s->threads, s->n, block, &j);
}

static const lg_kind drift_kind = {
    .name = "drift",
    .family = LG_FAMILY_SOLVER,
    .doc = "particles that push each other",
    .size = sizeof(drift),
    .params = drift_rows,
    .solver = {.columns = columns, .support = support, .step = step}};

static const lg_kind *const kinds[] = {&rain_kind, &drift_kind, NULL};
LG_PLUGIN(kinds);
