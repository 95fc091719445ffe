/* watch: what a watched particle is told. Under every solver, in 2-D and 3-D, with walls, a body,
   two fluids and every force, the terms add up to the change of its velocity; who is watched, or by
   how many threads, changes no bit. What it is told in sums: watch_sums.c. */
#include "watch_scene.h"

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
  static const char *const names[] = {
      "viscosity",     "xsph",        "hyperviscosity", "vorticity", "surface_tension",
      "wall_pressure", "wall_weight", "wall_drag",      "bodies"};
  enum { NAMES = sizeof names / sizeof *names };
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
        for (int t = 0; t < NAMES; t++) {
          const lg_change *of = term(&p, names[t]);
          if (of && length(of->by) > 0) seen |= 1u << t;
        }
      }
    }
    for (int t = 0; t < NAMES; t++)
      if (!(seen >> t & 1)) fail_msg("%s: nobody feels %s", solvers[i], names[t]);
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
      cmocka_unit_test(bits_stay),
      cmocka_unit_test(no_allocation_after_warm_up),
      cmocka_unit_test(before_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
