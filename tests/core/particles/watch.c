/* watch: what a watched particle is told. Under every solver, in 2-D and 3-D, with walls, a body,
   two fluids and every force, the terms add up to the change of its velocity; they, the density sum
   and a grid's numbers are those that loops over all particles give; and who is watched, or by how
   many threads, changes no bit. */
#include "core/small.h"

static const char *const solvers[] = {"wcsph", "pcisph",    "dfsph", "pbf",
                                      "flash", "particles", "flip",  "mpm"};
enum { SOLVERS = sizeof solvers / sizeof *solvers, SEEN = 24 };

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }
static bool iterates(const char *name) {
  return is(name, "pcisph") || is(name, "dfsph") || is(name, "pbf");
}
static bool smooths(const char *name) { return is(name, "wcsph") || iterates(name); }

typedef struct scene {
  const char *solver;
  int dim, threads;
  bool all; /* every force, walls that do not slip, two fluids */
} scene;

static lg_arg place(int dim, const char *name, double x, double y, double z) {
  return dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static void fluids(lg_world *w, const scene *s) {
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

static lg_world *world_of(const scene *s) {
  const bool deep = s->dim == 3;
  lg_world_def def = lg_default_world();
  def.bounds = deep ? lg_bounds3(0, 0, 0, 0.9f, 0.6f, 0.3f) : lg_bounds2(0, 0, 0.9f, 0.6f);
  def.spacing = deep ? 0.06f : 0.04f;
  def.threads = s->threads;
  lg_world *w = lg_world_new(&def);
  const lg_arg *args = !s->all || !smooths(s->solver)
                           ? LG_NO_ARGS
                           : LG_ARGS(lg_num("xsph", 0.1), lg_num("vorticity", 0.3),
                                     lg_num("shifting", 1), lg_num("viscosity", 2));
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

static void advance(lg_world *w, int frames) {
  for (int i = 0; i < frames; i++)
    if (!lg_world_step(w, 1 / 120.0)) fail_msg("%s", lg_error(w));
}

/* So many, spread over all of them. */
static int watch(lg_world *w, int64_t id[SEEN]) {
  lg_view all = lg_column(w, "id");
  int n = 0;
  for (size_t i = 0; i < all.n && n < SEEN; i += all.n / SEEN + 1) {
    id[n] = all.i32[i];
    assert_true(lg_particle_watch(w, id[n++], true));
  }
  return n;
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static const lg_change *term(const lg_probe *p, const char *name) {
  for (int i = 0; i < p->terms; i++)
    if (is(p->term[i].name, name)) return &p->term[i];
  return NULL;
}

/* ---- the sum -------------------------------------------------------------------------------- */

/* Velocities are float32: their last bit over dt is what a difference of two can say. transfer: of
   flip; NULL: its usual one. */
static void add_up(const scene *s, const char *transfer) {
  int64_t id[SEEN];
  lg_world *w = world_of(s);
  if (transfer) assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_text("transfer", transfer))));
  advance(w, 20);
  const int n = watch(w, id);
  double worst = 0;
  for (int f = 0; f < 6; f++) {
    advance(w, 1);
    for (int i = 0; i < n; i++) {
      lg_probe p;
      if (!lg_probe_read(w, id[i], &p)) continue;
      lg_view v = lg_column(w, "velocity");
      int64_t at = lg_particle_find(w, id[i]);
      double speed = 0, a = length(p.rate);
      for (int k = 0; k < s->dim; k++) speed += fabs((double)v.c[k][at]) + fabs(p.rate[k] * p.dt);
      for (int t = 0; t < p.terms; t++) speed += length(p.term[t].by) * p.dt;
      const double bit = 4 * (double)FLT_EPSILON * speed / p.dt;
      assert_true(p.dt > 0 && p.terms > 1 && term(&p, "constant1") && term(&p, "gravity"));
      if (length(p.rest) > 1e-4 * a + bit)
        fail_msg("%s in %d-D: particle %d, terms leave %g of %g m/s2", s->solver, s->dim,
                 (int)id[i], length(p.rest), a);
      worst = fmax(worst, length(p.rest) / (a + 1e-9));
    }
  }
  print_message("%s in %d-D%s: terms leave %.1e of the acceleration\n", s->solver, s->dim,
                s->all ? ", all forces" : "", worst);
  lg_world_free(w);
}

static void terms_add_up(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++)
    for (int dim = 2; dim <= 3; dim++)
      for (int all = 0; all < 2; all++) add_up(&(scene){solvers[i], dim, 1, all}, NULL);
  for (int dim = 2; dim <= 3; dim++) {
    add_up(&(scene){"flip", dim, 1, true}, "pic");
    add_up(&(scene){"flip", dim, 1, true}, "apic");
  }
}

/* Dust that lies on the floor: its velocity stays 0, and the floor's push is what gravity's is. */
static void a_floor_holds_what_lies_on_it_as_gravity_pulls(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = lg_default_world();
    def.bounds = dim == 3 ? lg_bounds3(0, 0, 0, 1, 1, 1) : lg_bounds2(0, 0, 1, 1);
    def.spacing = 0.1f;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "particles", LG_NO_ARGS));
    const int64_t id = lg_particle_add(w, (float[3]){0.5f, 0.2f, dim == 3 ? 0.5f : 0}, NULL);
    assert_true(id >= 0);
    advance(w, 60);
    assert_true(lg_particle_watch(w, id, true));
    advance(w, 1);

    lg_probe p;
    assert_true(lg_probe_read(w, id, &p));
    assert_true(length(p.rate) == 0 && length(p.rest) < 1e-5 && term(&p, "contact"));
    assert_true(fabs(term(&p, "contact")->by[1] - 9.81) < 1e-5);
    lg_world_free(w);
  }
}

/* What is tried here are all solvers that there are; those of scripts: tests/lua/probe_spec.lua. */
static void no_solver_is_forgotten(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++) {
    bool listed = lg_kind_at(i)->family != LG_FAMILY_SOLVER || is(lg_kind_at(i)->name, "script");
    for (int k = 0; k < SOLVERS; k++) listed = listed || is(lg_kind_at(i)->name, solvers[k]);
    if (!listed) fail_msg("solver.%s is not in the list", lg_kind_at(i)->name);
  }
}

/* Every force goes by its name. */
static void terms_have_names(void **state) {
  (void)state;
  static const char *const names[] = {"viscosity",       "xsph",          "vorticity",
                                      "surface_tension", "wall_pressure", "wall_weight",
                                      "wall_drag",       "bodies"};
  for (int i = 0; i < SOLVERS; i++) {
    unsigned seen = 0;
    int64_t id[SEEN];
    if (!smooths(solvers[i])) continue;
    lg_world *w = world_of(&(scene){solvers[i], 2, 1, true});
    advance(w, 20);
    const int n = watch(w, id);
    for (int f = 0; f < 30; f++) {
      advance(w, 1);
      for (int k = 0; k < n; k++) {
        lg_probe p;
        if (!lg_probe_read(w, id[k], &p)) continue;
        for (int t = 0; t < 8; t++) {
          const lg_change *of = term(&p, names[t]);
          if (of && length(of->by) > 0) seen |= 1u << t;
        }
      }
    }
    for (int t = 0; t < 8; t++)
      if (!(seen >> t & 1)) fail_msg("%s: nobody feels %s", solvers[i], names[t]);
    lg_world_free(w);
  }
}

/* ---- brute force ---------------------------------------------------------------------------- */

typedef struct before { /* of all particles, before the sub-step, by id */
  double x[4096][3], v[4096][3];
  size_t n;
} before;

static void remember(const lg_world *w, before *b) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"), id = lg_column(w, "id");
  b->n = x.n;
  assert_true(x.n < 4096);
  for (size_t i = 0; i < x.n; i++)
    for (int k = 0; k < x.components; k++) {
      b->x[id.i32[i]][k] = (double)x.c[k][i];
      b->v[id.i32[i]][k] = (double)v.c[k][i];
    }
}

/* The density sum over all particles, and how many are near. */
static double brute_density(lg_world *w, const before *b, int64_t id, int *near) {
  lg_smoothing k;
  assert_true(lg_smoothing_of(w, 0, NULL, &k));
  const double mass = (double)lg_column(w, "mass").c[0][lg_particle_find(w, id)];
  double sum = 0;
  *near = 0;
  for (size_t j = 0; j < b->n; j++) {
    double d[3] = {0, 0, 0};
    for (int c = 0; c < k.dim; c++) d[c] = b->x[id][c] - b->x[j][c];
    if (!(length(d) < k.radius)) continue;
    sum += mass * lg_smoothing_w(&k, length(d));
    *near += (int64_t)j != id;
  }
  return sum;
}

static void density_is_the_sum(void **state) {
  (void)state;
  static before b;
  for (int i = 0; i < SOLVERS; i++)
    for (int dim = 2; dim <= 3; dim++) {
      int64_t id[SEEN];
      if (!smooths(solvers[i])) continue;
      lg_world *w = world_of(&(scene){solvers[i], dim, 1, true});
      advance(w, 12);
      const int n = watch(w, id);
      remember(w, &b);
      assert_true(lg_world_step(w, 1e-4));
      assert_int_equal(lg_world_stats(w)->substeps, 1);
      for (int k = 0; k < n; k++) {
        lg_probe p;
        int near;
        double shares = 0;
        assert_true(lg_probe_read(w, id[k], &p));
        double sum = brute_density(w, &b, id[k], &near);
        assert_int_equal(p.neighbors, near);
        for (int q = 0; q < p.neighbors; q++) shares += p.neighbor[q].share;
        assert_true(fabs(shares - p.fluid) < 1e-6 * sum);
        assert_true(fabs(p.own + p.fluid - sum) < 1e-5 * sum);
        assert_true(p.walls >= 0 && fabs(p.own + p.fluid + p.walls - p.density) < 1e-5 * p.density);
        int64_t at = lg_particle_find(w, id[k]);
        double here = (double)lg_column(w, "density").c[0][at];
        assert_true(p.density == here &&
                    (fabs(p.rest_density - 800) < 1 || fabs(p.rest_density - 1000) < 1));
      }
      lg_world_free(w);
    }
}

/* Behind the last stage of a peek, as the window shows a particle that was just picked: its
   neighbours are told beside its terms, also under a solver that asks for none. */
typedef struct sight {
  int64_t id;
  int near;
  bool told;
} sight;

static bool behind_guard(void *user, const lg_world *w, const lg_peek_stage *at) {
  sight *s = user;
  lg_probe p;
  if (!is(at->name, "guard")) return true;
  assert_true(lg_probe_read((lg_world *)(uintptr_t)w, s->id, &p));
  assert_true(p.dt > 0 && p.terms > 0 && p.own > 0);
  assert_int_equal(p.neighbors, s->near);
  s->told = true;
  return false;
}

static void peeks_tell_neighbors(void **state) {
  (void)state;
  static before b;
  for (int i = 0; i < SOLVERS; i++) {
    if (!smooths(solvers[i]) && !is(solvers[i], "particles")) continue;
    lg_world *w = world_of(&(scene){solvers[i], 2, 1, false});
    sight s = {.id = 20};
    advance(w, 12);
    remember(w, &b);
    brute_density(w, &b, s.id, &s.near);
    assert_true(s.near > 8 && lg_particle_watch(w, s.id, true));
    assert_true(lg_world_peek(w, 1e-4, behind_guard, &s) && s.told);
    lg_world_free(w);
  }
}

/* wcsph: -1/m sum (V_i^2 p_i + V_j^2 p_j) grad W, by a loop over all particles in double. */
static void pressure_is_the_sum(void **state) {
  (void)state;
  static before b;
  for (int dim = 2; dim <= 3; dim++) {
    int64_t id[SEEN];
    lg_smoothing k;
    double most = 0;
    lg_world *w = world_of(&(scene){"wcsph", dim, 1, false});
    advance(w, 12);
    const int n = watch(w, id);
    remember(w, &b);
    assert_true(lg_world_step(w, 1e-4));
    assert_true(lg_smoothing_of(w, 0, NULL, &k));
    lg_view ids = lg_column(w, "id"), m = lg_column(w, "mass"), rho = lg_column(w, "density"),
            pressure = lg_column(w, "pressure");
    for (int s = 0; s < n; s++) {
      lg_probe p;
      double sum[3] = {0, 0, 0};
      assert_true(lg_probe_read(w, id[s], &p));
      size_t i = (size_t)lg_particle_find(w, id[s]);
      for (size_t j = 0; j < ids.n; j++) {
        double d[3] = {0, 0, 0}, vi = (double)m.c[0][i] / (double)rho.c[0][i],
               vj = (double)m.c[0][j] / (double)rho.c[0][j];
        for (int c = 0; c < dim; c++) d[c] = b.x[id[s]][c] - b.x[ids.i32[j]][c];
        double r = length(d);
        if (j == i || !(r < k.radius)) continue;
        double push = vi * vi * (double)pressure.c[0][i] + vj * vj * (double)pressure.c[0][j];
        for (int c = 0; c < dim; c++)
          sum[c] -= push * lg_smoothing_slope(&k, r) * d[c] / r / (double)m.c[0][i];
      }
      const lg_change *of = term(&p, "pressure");
      assert_non_null(of);
      for (int c = 0; c < dim; c++)
        assert_true(fabs(of->by[c] - sum[c]) < 1e-3 * (1 + length(sum)));
      most = fmax(most, length(sum));
    }
    assert_true(most > 5);
    lg_world_free(w);
  }
}

/* ---- iterations, grids, bits ---------------------------------------------------------------- */

static void iterations_are_told(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    int64_t id[SEEN];
    if (!iterates(solvers[i])) continue;
    lg_world *w = world_of(&(scene){solvers[i], 2, 1, false});
    advance(w, 20);
    const int n = watch(w, id);
    advance(w, 1);
    for (int k = 0; k < n; k++) {
      lg_probe p;
      assert_true(lg_probe_read(w, id[k], &p));
      assert_int_equal(p.iterations, lg_world_stats(w)->iterations);
      const char *column = is(solvers[i], "dfsph") ? "density_pressure" : "pressure";
      double last = (double)lg_column(w, column).c[0][lg_particle_find(w, id[k])];
      assert_true(p.pressure[p.iterations - 1] == last);
    }
    lg_world_free(w);
  }
}

/* flip: faces by their weights; after - before = -dt / rho grad p inside of the fluid, and all that
   the particle takes over of it is the term. */
static void cell_is_the_grid(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    int64_t id[SEEN];
    int inside = 0;
    lg_world *w = world_of(&(scene){"flip", dim, 1, false});
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("volume_feedback", 0))));
    advance(w, 12);
    const int n = watch(w, id);
    advance(w, 1);
    for (int s = 0; s < n; s++) {
      lg_probe p;
      double weights[3] = {0, 0, 0}, change[3] = {0, 0, 0};
      assert_true(lg_probe_read(w, id[s], &p) && p.has_cell);
      const lg_probe_cell *c = &p.cell;
      assert_int_equal(c->faces, dim << dim);
      for (int f = 0; f < c->faces; f++) {
        weights[c->face[f].axis] += c->face[f].weight;
        change[c->face[f].axis] += c->face[f].weight * (c->face[f].after - c->face[f].before);
      }
      for (int k = 0; k < dim; k++) {
        assert_true(fabs(weights[k] - 1) < 1e-5);
        assert_true(p.position[k] >= c->min[k] - 1e-6 &&
                    p.position[k] <= c->min[k] + c->edge[k] + 1e-6);
      }

      /* the cell in the views that a host has */
      lg_grid_view g = lg_grid(w, "pressure"), d = lg_grid(w, "divergence");
      size_t at = 0;
      for (int k = 0; k < dim; k++) at += (size_t)c->at[k] * g.step[k];
      assert_true(c->pressure[0] == (double)g.c[0][at]);
      if (c->type[0] == 0) assert_true(fabs(c->divergence[1] - (double)d.c[0][at]) < 1e-6);

      /* its own faces between fluid and fluid, far from bodies */
      bool deep = p.position[0] < 0.3;
      for (int f = 0; f < c->faces && p.position[0] < 0.3; f++) {
        const lg_probe_face *face = &c->face[f];
        const int k = face->axis;
        bool own = true, upper = face->at[k] > c->min[k] + 0.5 * c->edge[k];
        for (int d2 = 0; d2 < dim; d2++)
          own = own && (d2 == k || fabs(face->at[d2] - c->min[d2] - 0.5 * c->edge[d2]) < 1e-4);
        if (!own || c->type[0] != 0 || c->type[1 + 2 * k + upper] != 0) continue;
        double other = c->pressure[1 + 2 * k + upper],
               slope = (upper ? other - c->pressure[0] : c->pressure[0] - other) / c->edge[k];
        assert_true(fabs(face->after - face->before + p.dt * slope / 1000) < 1e-4);
        inside++;
      }

      /* what the particle takes over of it, where nothing is extrapolated */
      for (int k = 0; k < 1 + 2 * dim; k++) deep = deep && c->type[k] == 0;
      for (int k = 0; k < dim && deep; k++)
        assert_true(fabs(term(&p, "pressure")->by[k] - change[k] / p.dt) < 1e-2);
    }
    assert_true(inside > 12);
    lg_world_free(w);
  }
}

/* Material points: a blob that touches nothing pushes itself nowhere, so stress and transfer of all
   its particles, each found by sums of its own, add up to no force, as momentum stays on the
   grid. */
static void stress_pushes_nobody(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = small_def(dim); /* -2 to 2 */
    lg_world *w = lg_world_new(&def);
    lg_probe p;
    int64_t n = 0;
    assert_true(lg_set_solver(w, "mpm", LG_NO_ARGS));
    for (int i = 0; i < 64; i++) {
      const float x[3] = {0.1f * (float)(i % 4), 0.1f * (float)(i / 4 % 4), 0.1f * (float)(i / 16)},
                  v[3] = {-x[0] - 0.3f * x[1], -x[1], -x[2]};
      if (dim == 2 && i >= 16) break;
      n = lg_particle_add(w, x, v) + 1;
      assert_true(lg_particle_watch(w, n - 1, true));
    }
    for (int i = 0; i < 3; i++) assert_true(lg_world_step(w, 1e-3)); /* still drawing together */
    double sum[2] = {0, 0}, size[2] = {0, 0};
    for (int64_t id = 0; id < n; id++) {
      assert_true(lg_probe_read(w, id, &p));
      for (int which = 0; which < 2; which++) {
        const lg_change *by = term(&p, which ? "transfer" : "stress");
        sum[which] += by->by[0];
        size[which] += fabs(by->by[0]);
      }
    }
    assert_true(size[0] > 0.1 && size[1] > 0.001);
    assert_true(fabs(sum[0]) < 1e-4 * size[0] && fabs(sum[1]) < 1e-2 * size[1]);
    lg_world_free(w);
  }
}

/* Watched or not, and by however many threads. */
static void bits_stay(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    uint64_t hash = 0;
    lg_probe first = {0};
    for (int threads = 0; threads < 4; threads += threads ? 2 : 1) {
      int64_t id[SEEN];
      lg_world *w = world_of(&(scene){solvers[i], 2, threads ? threads : 1, true});
      advance(w, 12);
      if (threads) watch(w, id);
      advance(w, 6);
      if (threads == 0) hash = lg_world_hash(w);
      else assert_true(lg_world_hash(w) == hash);
      lg_probe p = {0};
      assert_true(threads == 0 || lg_probe_read(w, id[0], &p));
      p.neighbor = NULL;
      if (threads == 1) first = p;
      if (threads > 1) assert_memory_equal(&p, &first, sizeof p);
      lg_world_free(w);
    }
  }
}

/* Under watch, too, a frame asks for no memory once neighbours have found room. */
static void no_allocation_after_warm_up(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    int64_t id[SEEN];
    lg_world *w = world_of(&(scene){solvers[i], 3, 2, false});
    advance(w, 2);
    watch(w, id);
    advance(w, 40);
    size_t calls = w->mem.calls;
    advance(w, 20);
    assert_int_equal(w->mem.calls, calls);
    lg_world_free(w);
  }
}

typedef struct kept {
  size_t n;
  char bytes[100000];
} kept;

static void keep(void *sink, const char *bytes, size_t n) {
  kept *k = sink;
  assert_true(k->n + n <= sizeof k->bytes);
  memcpy(k->bytes + k->n, bytes, n);
  k->n += n;
}

/* Before its first step a particle has neighbours, and no terms; one that is gone has nothing. */
static void before_a_step(void **state) {
  (void)state;
  lg_probe p;
  lg_world *w = world_of(&(scene){"pcisph", 2, 1, false});
  advance(w, 2);
  assert_false(lg_probe_read(w, 5, &p));
  assert_true(lg_particle_watch(w, 5, true) && lg_probe_read(w, 5, &p));
  assert_true(p.dt == 0 && p.terms == 0 && p.neighbors > 5 && p.own > 0);
  assert_true(fabs(p.rest_density - 1000) < 1e-3);
  assert_true(lg_particle_watch(w, 123456, true));
  advance(w, 1);
  assert_false(lg_probe_read(w, 123456, &p));
  assert_true(lg_probe_read(w, 5, &p) && p.terms > 2);

  /* nor has one of another time */
  kept k = {0, {0}};
  assert_true(lg_world_save(w, keep, &k));
  advance(w, 2);
  assert_true(lg_world_restore(w, k.bytes, k.n));
  assert_true(lg_probe_read(w, 5, &p) && p.dt == 0 && p.terms == 0);
  assert_true(fabs(p.rest_density - 1000) < 1e-3);
  advance(w, 1);
  assert_true(lg_probe_read(w, 5, &p) && p.terms > 2);
  assert_true(lg_particle_watch(w, 5, false));
  assert_false(lg_probe_read(w, 5, &p));
  assert_false(lg_probe_read(NULL, 5, &p));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_add_up),
      cmocka_unit_test(a_floor_holds_what_lies_on_it_as_gravity_pulls),
      cmocka_unit_test(no_solver_is_forgotten),
      cmocka_unit_test(terms_have_names),
      cmocka_unit_test(density_is_the_sum),
      cmocka_unit_test(peeks_tell_neighbors),
      cmocka_unit_test(pressure_is_the_sum),
      cmocka_unit_test(iterations_are_told),
      cmocka_unit_test(cell_is_the_grid),
      cmocka_unit_test(bits_stay),
      cmocka_unit_test(stress_pushes_nobody),
      cmocka_unit_test(no_allocation_after_warm_up),
      cmocka_unit_test(before_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
