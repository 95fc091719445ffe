/* rain - an emitter from outside that owns memory: the drops it has let fall, a list that grows.
   Where the next one falls follows from all that fell before, so that a run which goes on without
   its memory goes on differently. */
#include <laguna_kind.h>

#include <math.h>
#include <string.h>

typedef struct rain {
  float from[3], to[3];
  float *fallen; /* x of every drop so far, m */
  size_t n, room;
} rain;

static const lg_param rows[] = {
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

static const lg_kind kind = {.name = "rain",
                             .family = LG_FAMILY_EMITTER,
                             .doc = "Drops from a cloud.",
                             .size = sizeof(rain),
                             .params = rows,
                             .create = create,
                             .destroy = destroy,
                             .save = save,
                             .restore = restore,
                             .emitter = {.emit = emit}};

static const lg_kind *const kinds[] = {&kind, NULL};
LG_PLUGIN(kinds);
