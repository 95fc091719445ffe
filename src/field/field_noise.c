/* field.noise - smooth chance: gradient noise (Perlin 2002, "Improving noise"), as a scalar, as a
   vector of independent components, or as the curl of such a potential (Bridson, Hourihan &
   Nordenstam 2007, "Curl-noise for procedural fluid flow"), which is free of divergence: it stirs
   without gathering. Octaves of half the size and half the strength are added.

   Its nodes are those of a formula, so the derivatives in the curl are exact. Same seed, same
   field, on every machine. */
#include "laguna_solver.h"

typedef struct noise {
  int form;
  float scale, strength;
  int64_t octaves, seed;
  float drift[3];
  bool enabled;
  lg_id program; /* state: this field's own formula */
} noise;
enum { CURL, SCALAR, VECTOR };

static const lg_param rows[] = {
    LG_ROW_(noise, form, LG_CHOICE, CURL, 0, 0, 0, 0, 0, "", "curl|scalar|vector",
            "curl: a vector without divergence; vector: components of their own", LG_RESTART),
    LG_ROW_FLOAT(noise, scale, 0.5, LG_TINY, LG_HUGE, "m", "size of its largest bumps"),
    LG_ROW_FLOAT(noise, strength, 1, -LG_HUGE, LG_HUGE, "1",
                 "about its largest value, in the unit of what it is used as"),
    LG_ROW_INT(noise, octaves, 1, 1, 8, "1", "how many sizes, each half of the one before"),
    LG_ROW_INT(noise, seed, 1, 0, 4294967295.0, "1", "another seed, another pattern"),
    LG_ROW_VEC(noise, drift, 0, 0, 0, "m/s", "velocity of the whole pattern"),
    LG_FIELD_ROWS(noise),
    LG_ROWS_END};

/* Sum of the octaves at (x - drift t) / scale; `which` tells components apart. */
static lg_node octaves(const noise *f, lg_expr *e, int dim, double t, int which) {
  lg_node sum = lg_expr_number(e, 0);
  double scale = (double)f->scale, weight = 1;
  for (int64_t o = 0; o < f->octaves; o++, scale *= 0.5, weight *= 0.5) {
    lg_node p[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};

    /* (x - drift t) / scale */
    for (int k = 0; k < dim; k++) {
      lg_node moved = lg_expr_2(e, LG_OP_SUB, lg_expr_column(e, "position", k),
                                lg_expr_number(e, (double)f->drift[k] * t));
      p[k] = lg_expr_2(e, LG_OP_MUL, moved, lg_expr_number(e, 1 / scale));
    }

    lg_node one =
        lg_expr_noise(e, p[0], p[1], p[2], (uint32_t)f->seed * 64u + (uint32_t)(o * 3 + which));
    sum = lg_expr_2(e, LG_OP_ADD, sum, lg_expr_2(e, LG_OP_MUL, one, lg_expr_number(e, weight)));
  }
  return lg_expr_2(e, LG_OP_MUL, sum, lg_expr_number(e, (double)f->strength));
}

/* d a / d by_a - d b / d by_b */
static lg_node slope_difference(lg_expr *e, lg_node a, int by_a, lg_node b, int by_b) {
  return lg_expr_2(e, LG_OP_SUB, lg_expr_derivative(e, a, by_a), lg_expr_derivative(e, b, by_b));
}

/* curl of (0, 0, psi) in 2-D, of (a, b, c) in 3-D; the potential grows with the scale so that the
   speed does not. */
static bool write_curl(const noise *f, lg_expr *e, int dim, double t) {
  lg_node a[3], zero = lg_expr_number(e, 0),
                scale = lg_expr_number(e, (double)f->scale / (dim == 2 ? 2 : 4));

  /* the potential */
  for (int k = 0; k < 3; k++)
    a[k] = dim == 2 && k < 2
               ? zero
               : lg_expr_2(e, LG_OP_MUL, octaves(f, e, dim, t, dim == 2 ? 0 : k), scale);

  if (dim == 2)
    return lg_expr_give(e, 0, lg_expr_derivative(e, a[2], 1)) &&
           lg_expr_give(e, 1, lg_expr_1(e, LG_OP_NEG, lg_expr_derivative(e, a[2], 0)));
  return lg_expr_give(e, 0, slope_difference(e, a[2], 1, a[1], 2)) &&
         lg_expr_give(e, 1, slope_difference(e, a[0], 2, a[2], 0)) &&
         lg_expr_give(e, 2, slope_difference(e, a[1], 0, a[0], 1));
}

static bool write(void *self, lg_world *w, lg_expr *e, double t, double dt) {
  const noise *f = self;
  int dim = lg_world_dim(w);
  bool ok = true;
  (void)dt;
  if (f->form == CURL) return write_curl(f, e, dim, t);
  for (int k = 0; ok && k < (f->form == SCALAR ? 1 : dim); k++)
    ok = lg_expr_give(e, k, octaves(f, e, dim, t, k));
  return ok;
}

static bool load(lg_world *w, void *self, lg_why *why) {
  noise *f = self;
  f->program = lg_program_add(w, write, self, NULL);
  return f->program || lg_explain(why, "%s", lg_error(w));
}

static void unload(lg_world *w, void *self) {
  if (((noise *)self)->program) lg_program_remove(w, ((noise *)self)->program);
}

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  return lg_program_sample(w, ((const noise *)self)->program, at, out);
}

static int components(const lg_world *w, const void *self) {
  return ((const noise *)self)->form == SCALAR ? 1 : lg_world_dim(w);
}

const lg_kind LG_KIND(field, noise) = {
    .name = "noise",
    .family = LG_FAMILY_FIELD,
    .doc = "Smooth chance: gradient noise, or its curl, which only stirs.",
    .also = "turbulence|curl|random",
    .size = sizeof(noise),
    .params = rows,
    .create = load,
    .destroy = unload,
    .field = {.sample = sample, .components = components}};
