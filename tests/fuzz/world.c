/* Random worlds: kinds from the registry, parameters from their rows, a few frames. What holds for
   every one of them: no number is NaN, nothing is outside of walls, nothing is lost that no open
   edge, sink, solid or guard took, no speed is beyond what pulls and solids could give; three
   threads and one give the same bits, and so does a world that was saved half-way and taken up by
   another. FUZZ_SHOW prints the world; FUZZ_HASHES the hash that another dispatch path must give,
   too. */
#define FUZZ_NAME "world"
#ifndef TURNS
#define TURNS 5
#endif
#include "fuzz.h"
#include "laguna_kind.h"

#include <math.h>

enum { FRAMES = 6, ARGS = 24 };
static const double DT = 1.0 / 60;

/* What a world is made from, and what it may do. */
typedef struct maker {
  feed f;
  lg_world *w;
  int dim;
  lg_bounds bounds;
  double size;   /* m, the shortest side */
  double speed;  /* m/s, the sum of what emitters and solids begin with */
  bool open;     /* an edge is open, a sink is there, or flip takes particles where many are */
  bool pressing; /* solids that move may take particles that they close on */
} maker;

typedef struct arguments {
  lg_arg list[ARGS + 1];
  int n;
} arguments;

static bool showing(void) { return getenv("FUZZ_SHOW") != NULL; }

/* Between low and high, in 256 steps. */
static double between(maker *m, double low, double high) {
  return low + (high - low) * next(&m->f) / 255.0;
}

static bool one_in(maker *m, unsigned n) { return next(&m->f) % n == 0; }

static void give(arguments *a, lg_arg arg) {
  if (a->n == ARGS) return;
  a->list[a->n++] = arg;
  a->list[a->n] = lg_end();
}

static lg_arg vector(maker *m, const char *name, const double v[3]) {
  return m->dim == 2 ? lg_vec2(name, v[0], v[1]) : lg_vec3(name, v[0], v[1], v[2]);
}

static void show(const char *kind, const arguments *a) {
  printf("%s {", kind);
  for (const lg_arg *g = a->list; g->name; g++) {
    printf(" %s =", g->name);
    if (g->type == LG_TEXT) printf(" \"%s\"", g->text);
    else if (g->type == LG_SHAPE) printf(" #%u", g->ref[0]);
    else
      for (int k = 0; k < g->n; k++) printf(" %.9g", g->v[k]);
  }
  printf(" }\n");
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* Of a unit, as a scene has it: lengths fit the world, speeds are those of water that is poured. */
static double amount(maker *m, const lg_param *row) {
  double def = row->def[row->flags & LG_BY_DIM ? m->dim - 2 : 0];
  if (strcmp(row->unit, "m") == 0) return between(m, (double)lg_world_spacing(m->w), 0.3 * m->size);
  if (strcmp(row->unit, "m/s") == 0) return between(m, 0, 2);
  if (strcmp(row->unit, "m/s2") == 0) return between(m, -10, 10);
  if (strcmp(row->unit, "rad/s") == 0) return between(m, -5, 5);
  return (def != 0 ? def : 0.1) * exp2(between(m, -1.5, 1.5));
}

static const char *word_of(maker *m, const lg_param *row, char *word, size_t bytes) {
  unsigned count = 1;
  for (const char *c = row->choices; *c; c++) count += *c == '|';
  const char *at = row->choices;
  for (unsigned skip = next(&m->f) % count; skip > 0; skip--) at = strchr(at, '|') + 1;
  snprintf(word, bytes, "%.*s", (int)strcspn(at, "|"), at);
  return word;
}

static void place(maker *m, double p[3]) {
  for (int k = 0; k < m->dim; k++)
    p[k] = between(m, (double)m->bounds.min[k], (double)m->bounds.max[k]);
}

static void vec_row(maker *m, const lg_param *row, arguments *a) {
  double v[3] = {0, 0, 0};
  bool turned = (row->flags & LG_AXIAL) && m->dim == 2;
  if (strcmp(row->unit, "m") == 0) place(m, v);
  else
    for (int k = 0; k < (turned ? 1 : m->dim); k++) v[k] = between(m, -2, 2);

  if (strcmp(row->unit, "m/s") == 0 || strcmp(row->unit, "rad/s") == 0)
    m->speed += hypot(hypot(v[0], v[1]), v[2]) * (*row->unit == 'r' ? m->size : 1);
  give(a, turned ? lg_num(row->name, v[0]) : vector(m, row->name, v));
}

/* A value that the row allows; references, texts and formulas stay as they are. */
static void try_row(maker *m, const lg_param *row, arguments *a, char *word, size_t bytes) {
  double x;
  switch (row->type) {
    case LG_BOOL: give(a, lg_bool(row->name, one_in(m, 2))); break;
    case LG_CHOICE: give(a, lg_text(row->name, word_of(m, row, word, bytes))); break;
    case LG_VEC: vec_row(m, row, a); break;
    case LG_INT:
    case LG_FLOAT:
      x = fmin(fmax(amount(m, row), row->min), row->max);
      if (row->type == LG_INT) x = floor(x);
      if (strcmp(row->unit, "m/s") == 0) m->speed += x;
      give(a, lg_num(row->name, x));
      break;
    default: break;
  }
}

/* One parameter in `rare` of a kind gets another value than its default. A refusal (relations
   between rows, no such thing in 3-D) leaves the world as it was. */
static lg_id add(maker *m, const char *kind, arguments *a, unsigned rare) {
  static char words[ARGS][LG_NAME_MAX];
  const lg_kind *k = lg_kind_find(kind);
  int used = 0;
  for (const lg_param *row = k->params; row->name && used < ARGS; row++) {
    bool given = false;
    for (const lg_arg *g = a->list; g->name; g++) given |= strcmp(g->name, row->name) == 0;
    if (given || !one_in(m, rare)) continue;
    try_row(m, row, a, words[used], sizeof *words);
    used++;
  }

  for (const lg_arg *g = a->list; g->name; g++) m->open |= strcmp(g->name, "reseed") == 0;

  lg_id id = k->family == LG_FAMILY_SOLVER
                 ? (lg_id)lg_set_solver(m->w, strchr(kind, '.') + 1, a->list)
                 : lg_add(m->w, kind, a->list);
  if (id && showing()) show(kind, a);
  return id;
}

/* ---- the world ------------------------------------------------------------------------------ */

/* About an origin of its own, at `middle`. */
static lg_id shape(maker *m, double least, double most, const double middle[3]) {
  arguments a = {{lg_end()}, 0};
  double low[3], high[3], none[3] = {0, 0, 0};
  give(&a, vector(m, "translation", middle));
  for (int k = 0; k < 3; k++) {
    high[k] = between(m, least, most) * m->size / 2;
    low[k] = -high[k];
  }

  switch (next(&m->f) % 4) {
    case 0:
      give(&a, vector(m, "center", none));
      give(&a, lg_num("radius", high[0]));
      return add(m, "shape.sphere", &a, 8);
    case 1:
      give(&a, vector(m, "a", low));
      give(&a, vector(m, "b", high));
      give(&a, lg_num("radius", between(m, 0.02, 0.1) * m->size));
      return add(m, one_in(m, 2) ? "shape.capsule" : "shape.cylinder", &a, 8);
    default:
      give(&a, vector(m, "min", low));
      give(&a, vector(m, "max", high));
      return add(m, "shape.box", &a, 4);
  }
}

static void emitter(maker *m) {
  arguments a = {{lg_end()}, 0};
  double middle[3] = {0, 0, 0};
  place(m, middle);
  switch (next(&m->f) % 6) {
    case 0: add(m, "emitter.point", &a, 2); break;
    case 1: add(m, "emitter.inlet", &a, 2); break;
    case 2:
      give(&a, lg_ref("shape", shape(m, 0.1, 0.4, middle)));
      m->open |= add(m, "emitter.sink", &a, 8) != 0;
      break;
    default:
      give(&a, lg_ref("shape", shape(m, 0.5, 1.5, middle)));
      give(&a, lg_bool("allow_overlapping", false));
      add(m, "emitter.volume", &a, 6);
  }
}

static void collider(maker *m) {
  static const char *const kinds[] = {"collider.solid", "collider.body", "collider.spring_wall"};
  const char *kind = kinds[next(&m->f) % 3];
  arguments a = {{lg_end()}, 0};
  double speed = m->speed;
  double middle[3] = {0, 0, 0}, none[3] = {0, 0, 0};
  place(m, middle);
  give(&a, lg_ref("shape", shape(m, 0.1, 0.4, none)));
  give(&a, vector(m, "translation", middle));
  if (!add(m, kind, &a, 6)) return;
  m->pressing |= strcmp(kind, "collider.body") == 0 || m->speed > speed;
  /* a spring gives back what its stiffest way of pressing stores */
  if (strcmp(kind, "collider.spring_wall") == 0)
    m->speed += sqrt(3600 * 3) * 4 * (double)lg_world_spacing(m->w);
}

static void field(maker *m) {
  static const char *const kinds[] = {"field.constant", "field.vortex", "field.attractor",
                                      "field.noise"};
  arguments a = {{lg_end()}, 0};
  add(m, kinds[next(&m->f) % 4], &a, 3);
}

static lg_world *made(maker *m, const uint8_t *data, size_t n, int threads) {
  *m = (maker){.f = {data, n}};
  m->dim = one_in(m, 3) ? 3 : 2;
  lg_world_def def = lg_default_world();
  double least = 1e30, corner = one_in(m, 8) ? -100 : 0;
  def.bounds.dim = m->dim;
  for (int k = 0; k < m->dim; k++) {
    double side = between(m, 0.4, 2);
    def.bounds.min[k] = (float)corner;
    def.bounds.max[k] = (float)(corner + side);
    least = fmin(least, side);
    if (!one_in(m, 6)) continue;
    lg_edge edge = one_in(m, 2) ? LG_EDGE_OPEN : LG_EDGE_PERIODIC;
    def.edges[k][0] = def.edges[k][1] = edge;
    m->open |= edge == LG_EDGE_OPEN;
  }

  m->bounds = def.bounds;
  m->size = least;
  def.spacing = (float)(least / (m->dim == 2 ? between(m, 12, 36) : between(m, 7, 12)));
  if (one_in(m, 4))
    for (int k = 0; k < m->dim; k++) def.gravity[k] = (float)between(m, -10, 10);
  def.friction = one_in(m, 4) ? 0.3f : 0;
  def.restitution = one_in(m, 4) ? 0.5f : 0;
  def.slip = one_in(m, 4);
  def.threads = threads;
  def.max_substeps = 150;
  m->w = lg_world_new(&def);
  if (!m->w) return NULL;

  static const char *const solvers[] = {"solver.wcsph",    "solver.pcisph", "solver.dfsph",
                                        "solver.pbf",      "solver.flip",   "solver.flash",
                                        "solver.particles"};
  arguments a = {{lg_end()}, 0};
  if (showing()) printf("dim %d size %g spacing %g\n", m->dim, least, (double)def.spacing);
  add(m, solvers[next(&m->f) % 7], &a, 8);
  for (unsigned count = 1 + next(&m->f) % 3; count > 0; count--) emitter(m);
  for (unsigned count = next(&m->f) % 3; count > 0; count--) collider(m);
  for (unsigned count = next(&m->f) % 4 / 2; count > 0; count--) field(m);
  return m->w;
}

/* ---- what must hold ------------------------------------------------------------------------- */

static double length_of(lg_view v, size_t i, int dim) {
  double sum = 0;
  for (int k = 0; k < dim; k++) sum += (double)v.c[k][i] * (double)v.c[k][i];
  return sqrt(sum);
}

static void look(const maker *m, double *pull) {
  lg_view x = lg_column(m->w, "position"), v = lg_column(m->w, "velocity"),
          a = lg_column(m->w, "acceleration");
  double slack = 1e-4 * (m->size + fabs((double)m->bounds.min[0]));
  for (size_t i = 0; i < a.n; i++) *pull = fmax(*pull, length_of(a, i, m->dim));
  double most = 3 * (m->speed + *pull * DT * FRAMES + sqrt(*pull * m->size)) + 2;
  if (m->pressing) most *= 2; /* a body may begin in water, which pushes it out */

  for (size_t i = 0; i < x.n; i++) {
    for (int k = 0; k < m->dim; k++) {
      double at = (double)x.c[k][i];
      MUST(isfinite(at) && isfinite((double)v.c[k][i]), "particle %zu is no number", i);
      bool within = at >= (double)m->bounds.min[k] - slack &&
                    at <= (double)m->bounds.max[k] + slack;
      MUST(within || lg_world_edge(m->w, k, 0) == LG_EDGE_OPEN,
           "particle %zu lies outside of axis %d, at %.9g", i, k, at);
    }
    double speed = length_of(v, i, m->dim);
    MUST(speed <= most, "particle %zu: %g m/s, which nothing can give (%g)", i, speed, most);
  }

  const lg_stats *s = lg_world_stats(m->w);
  MUST(x.n + s->culled + s->removed + s->guarded == s->emitted, "%zu particles of %zu", x.n,
       s->emitted);
  MUST(m->open || s->culled == 0, "%zu left through walls", s->culled);
  MUST(m->open || m->pressing || s->removed == 0, "%zu were removed by nobody", s->removed);
}

typedef struct file {
  char *bytes;
  size_t n;
} file;

static void keep(void *sink, const char *bytes, size_t n) {
  file *b = sink;
  b->bytes = realloc(b->bytes, b->n + n);
  MUST(b->bytes, "no memory");
  memcpy(b->bytes + b->n, bytes, n);
  b->n += n;
}

/* Frames up to `last`. False: one was refused, which only a time step that is too short may do. */
static bool frames(maker *m, int64_t last) {
  double pull = 0;
  while (lg_world_frame(m->w) < last) {
    if (!lg_world_step(m->w, DT)) {
      MUST(*lg_error(m->w), "refused without a sentence");
      MUST(!lg_guard_rejected(m->w), "the guard: %s", lg_error(m->w));
      if (showing()) printf("refused: %s\n", lg_error(m->w));
      return false;
    }
    look(m, &pull);
  }
  return true;
}

static void try(const uint8_t *data, size_t n) {
  maker one, three, again;
  if (!made(&one, data, n, 1)) return;
  lg_world *second = made(&three, data, n, 3), *third = made(&again, data, n, 1);
  MUST(second && third, "made once, but not again");

  /* One thread, saved half-way; three threads; the rest of it in another world. */
  file saved = {NULL, 0};
  bool went = frames(&one, FRAMES / 2) && lg_world_save(one.w, keep, &saved) &&
              frames(&one, FRAMES);
  uint64_t hash = lg_world_hash(one.w);
  if (showing() || getenv("FUZZ_HASHES"))
    printf("%s %zu %016llx\n", went ? "went" : "refused", lg_world_count(one.w),
           (unsigned long long)hash);

  MUST(frames(&three, FRAMES) == went, "three threads: refused, or not");
  MUST(lg_world_hash(three.w) == hash, "three threads: other bits");
  if (went) {
    MUST(lg_world_restore(again.w, saved.bytes, saved.n), "not taken up: %s", lg_error(again.w));
    MUST(frames(&again, FRAMES), "taken up, and refused: %s", lg_error(again.w));
    MUST(lg_world_hash(again.w) == hash, "saved and taken up: other bits");
  }

  free(saved.bytes);
  lg_world_free(one.w);
  lg_world_free(three.w);
  lg_world_free(again.w);
}
