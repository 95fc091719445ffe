/* reseed: who is added and taken, counted cell by cell; the mass stays, nobody is put into a solid.
   */
#include "physics/physics.h"

static double masses(const lg_world *w) {
  lg_view m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < m.n; i++) sum += (double)m.c[0][i];
  return sum;
}

/* Particles of the pool's cell (i, j), counted one by one; cells are 0.05 m. */
static int in_cell(const lg_world *w, int i, int j) {
  lg_view x = lg_column(w, "position");
  int n = 0;
  for (size_t p = 0; p < x.n; p++)
    n += (int)(x.c[0][p] / 0.05f) == i && (int)(x.c[1][p] / 0.05f) == j;
  return n;
}

/* A stream that is sheared, u = 0.2 y, around a disc smaller than a cell: 20 particles in cell (5,
   5), none in (10, 10), 4 elsewhere. */
static lg_world *uneven_stream(bool reseed, int threads, lg_id *disc) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.025f;
  def.threads = threads;
  def.gravity[1] = 0;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_true(
      lg_set_solver(w, "flip", LG_ARGS(lg_bool("reseed", reseed), lg_num("volume_feedback", 0))));
  lg_id ball =
      lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 0.725, 0.525), lg_num("radius", 0.01)));
  *disc = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball)));
  for (int n = 0; n < 1600; n++) {
    const float x[3] = {((float)(n % 40) + 0.5f) * 0.025f, ((float)(n / 40) + 0.5f) * 0.025f, 0};
    int i = n % 40 / 2, j = n / 80,
        copies = i == 5 && j == 5                  ? 5
                 : (i == 10 || i == 14) && j == 10 ? 0
                                                   : 1;
    for (int k = 0; k < copies; k++)
      assert_true(lg_particle_add(w, (float[3]){x[0] + 0.001f * (float)k, x[1], 0},
                                  (float[3]){0.2f * x[1], 0, 0}) >= 0);
  }
  return w;
}

/* One frame brings crowded and empty cells between the limits, keeps the mass and puts nobody into
   the disc; new ones move as the stream does there. Without reseed, nobody comes or goes. Any
   number of threads: the same bits. */
static void cells_are_reseeded(void **state) {
  (void)state;
  uint64_t hash[2];
  for (int run = 0; run < 4; run++) {
    bool on = run >= 2;
    lg_id disc;
    lg_world *w = uneven_stream(on, run % 2 ? 3 : 1, &disc);
    double mass = masses(w);
    size_t wanted = lg_world_count(w);
    assert_true(in_cell(w, 5, 5) == 20 && in_cell(w, 10, 10) == 0);
    step(w, 1e-4);
    const lg_stats *stats = lg_world_stats(w);
    assert_int_equal(in_cell(w, 5, 5), on ? 8 : 20);
    assert_int_equal(in_cell(w, 10, 10), on ? 2 : 0);
    assert_true(stats->removed == (on ? 12 : 0) && stats->emitted >= (on ? 2 : 0));
    assert_int_equal(lg_world_count(w), wanted - stats->removed + stats->emitted);
    assert_true(fabs(masses(w) / mass - 1) < 1e-6);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
    for (size_t p = 0; p < x.n; p++) {
      const float at[3] = {x.c[0][p], x.c[1][p], 0};
      assert_true(lg_distance(w, disc, at) > 0);
      if (fabsf(at[0] - 0.525f) < 0.026f && fabsf(at[1] - 0.525f) < 0.026f)
        assert_true(fabsf(v.c[0][p] - 0.2f * at[1]) < 0.01f);
    }
    for (int f = 0; f < 5; f++) step(w, 1 / 60.0);
    hash[run % 2] = lg_world_hash(w);
    if (run % 2) assert_true(hash[0] == hash[1]);
    lg_world_free(w);
  }
}

/* Nobody is split over and over, nobody swallows many: after a dam break has sloshed for 2 s,
   masses are 1/8 to 2 of what an emitter gives (1/64 to 6.25, where who is split and who goes was
   not chosen by mass). */
static void masses_stay_alike(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.0125f;
  lg_world *w = lg_world_new(&def);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.4, 0.8)));
  assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_bool("reseed", true))) &&
              lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  for (int f = 0; f < 120; f++) step(w, 1 / 60.0);
  lg_view m = lg_column(w, "mass");
  const float whole = 1000 * 0.0125f * 0.0125f;
  assert_true(lg_world_stats(w)->emitted > m.n); /* it does come and go */
  for (size_t i = 0; i < m.n; i++)
    assert_true(m.c[0][i] > whole / 8.01f && m.c[0][i] < 2.01f * whole);
  assert_true(fabs(masses(w) / 320 - 1) < 1e-5);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_reseeded),
                                     cmocka_unit_test(masses_stay_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
