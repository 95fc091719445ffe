/* swirl - a kind from outside: a field that turns about an axis, built apart from Laguna and loaded
   at run time:

     cc -shared -fPIC -O2 -ffp-contract=off $(pkg-config --cflags laguna) swirl.c -o swirl.so
     laguna --plugin ./swirl.so kinds swirl

   In a scene: lg.field.swirl {center = {2, 1}, rate = 3}

   a = rate^2 (x - center), turned by a right angle in the plane of x and y */
#include <laguna_kind.h>

typedef struct swirl {
  float center[3], rate;
} swirl;

static const lg_param rows[] = {
    LG_ROW_VEC(swirl, center, 0, 0, 0, "m", "what it turns about"),
    LG_ROW_FLOAT(swirl, rate, 1, -LG_HUGE, LG_HUGE, "1/s", "how fast"),
    LG_ROWS_END,
};

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const swirl *f = (const swirl *)self;
  const float strength = f->rate * f->rate;
  for (int i = 0; i < at->n; i++) {
    out[0][i] = -strength * (at->x[1][i] - f->center[1]);
    out[1][i] = strength * (at->x[0][i] - f->center[0]);
    if (lg_world_dim(w) == 3) out[2][i] = 0;
  }
  return true;
}

static const lg_kind kind = {
    .name = "swirl",
    .family = LG_FAMILY_FIELD,
    .doc = "Turns what it pushes about an axis.",
    .size = sizeof(swirl),
    .params = rows,
    .field = {.sample = sample},
};

static const lg_kind *const kinds[] = {&kind, NULL};
LG_PLUGIN(kinds);
