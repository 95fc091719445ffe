/* watch_scene.h - a scene with walls, a body, two fluids and every force, of whose particles some
   are watched. */
#ifndef LG_TESTS_WATCH_SCENE_H
#define LG_TESTS_WATCH_SCENE_H

#include "core/small.h"

static const char *const solvers[] = {"wcsph", "pcisph",    "dfsph", "pbf",
                                      "flash", "particles", "flip",  "mpm"};
enum { SOLVERS = sizeof solvers / sizeof *solvers, SEEN = 24 };

static inline bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }
static inline bool iterates(const char *name) {
  return is(name, "pcisph") || is(name, "dfsph") || is(name, "pbf");
}
static inline bool smooths(const char *name) { return is(name, "wcsph") || iterates(name); }

typedef struct scene {
  const char *solver;
  int dim, threads;
  bool all; /* every force, walls that do not slip, two fluids */
} scene;

static inline lg_arg place(int dim, const char *name, double x, double y, double z) {
  return dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static inline void fluids(lg_world *w, const scene *s) {
  const bool deep = s->dim == 3;
  for (int part = 0; part < 2; part++) {
    lg_id box = lg_add(w, "shape.box",
                       LG_ARGS(place(s->dim, "min", 0, 0.2 * part, 0),
                               place(s->dim, "max", 0.4, 0.2 + 0.2 * part, deep ? 0.3 : 0)));
    lg_id oil = !s->all ? 0
                        : lg_add(w, "material.fluid",
                                 LG_ARGS(lg_num("density", part ? 800 : 1000),
                                         lg_num("viscosity", part ? 3 : 1),
                                         lg_num("surface_tension", 0.3)));
    lg_id made =
        oil ? lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box), lg_ref("material", oil)))
            : lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
    if (!made) fail_msg("%s", lg_error(w));
  }
}

static inline lg_world *world_of(const scene *s) {
  const bool deep = s->dim == 3;
  lg_world_def def = lg_default_world();
  def.bounds = deep ? lg_bounds3(0, 0, 0, 0.9f, 0.6f, 0.3f) : lg_bounds2(0, 0, 0.9f, 0.6f);
  def.spacing = deep ? 0.06f : 0.04f;
  def.threads = s->threads;
  lg_world *w = lg_world_new(&def);
  const lg_arg *args = !s->all || !smooths(s->solver)
                           ? LG_NO_ARGS
                           : LG_ARGS(lg_num("xsph", 0.1), lg_num("hyperviscosity", 0.5),
                                     lg_num("vorticity", 0.3), lg_num("shifting", 1),
                                     lg_num("viscosity", 2));
  if (!lg_set_solver(w, s->solver, args)) fail_msg("%s", lg_error(w));
  if (is(s->solver, "flip") && s->all)
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("viscosity", 2))));
  fluids(w, s);

  /* a body, a solid that holds the fluid, a field */
  lg_id cube = lg_add(w, "shape.box",
                      LG_ARGS(place(s->dim, "min", 0.44, 0.02, deep ? 0.05 : 0),
                              place(s->dim, "max", 0.6, 0.18, deep ? 0.25 : 0)));
  assert_true(lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", cube), lg_num("density", 400))) >
              0);
  lg_id ball =
      lg_add(w, "shape.sphere",
             LG_ARGS(place(s->dim, "center", 0.8, 0, deep ? 0.15 : 0), lg_num("radius", 0.12)));
  lg_id solid =
      s->all ? lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball), lg_text("slip", "no")))
             : lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball)));
  assert_true(solid > 0);
  assert_true(lg_add(w, "field.constant", LG_ARGS(place(s->dim, "value", 1, 0, 0))) > 0);
  return w;
}

static inline void advance(lg_world *w, int frames) {
  for (int i = 0; i < frames; i++)
    if (!lg_world_step(w, 1 / 120.0)) fail_msg("%s", lg_error(w));
}

/* So many, spread over all of them. */
static inline int watch(lg_world *w, int64_t id[SEEN]) {
  lg_view all = lg_column(w, "id");
  int n = 0;
  for (size_t i = 0; i < all.n && n < SEEN; i += all.n / SEEN + 1) {
    id[n] = all.i32[i];
    assert_true(lg_particle_watch(w, id[n++], true));
  }
  return n;
}

static inline double length(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static inline const lg_change *term(const lg_probe *p, const char *name) {
  for (int i = 0; i < p->terms; i++)
    if (is(p->term[i].name, name)) return &p->term[i];
  return NULL;
}

#endif
