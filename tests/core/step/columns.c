/* Columns and particles as a host sees them, and the hash of their bits. */
#include "core/small.h"

static lg_world *filled(int dim, int n) {
  lg_world *w = small_world(dim);
  for (int i = 0; i < n; i++) {
    float x[3] = {0.001f * (float)i, -0.002f * (float)i, 0.5f}, v[3] = {(float)i, 0, 1};
    assert_int_equal(lg_particle_add(w, x, v), i);
  }
  return w;
}

/* A view shows the column's arrays: components, numbers, integers, and none beyond them. */
static void views_show_columns(void **state) {
  (void)state;
  lg_world *w = filled(2, 300);
  lg_view x = lg_column(w, "position"), m = lg_column(w, "mass"), id = lg_column(w, "id"),
          none = lg_column(w, "pressure");
  assert_true(x.components == 2 && x.n == 300 && x.c[2] == NULL && x.i32 == NULL &&
              x.stamp == lg_world_stamp(w));
  assert_true(x.c[0][7] == 0.007f && x.c[1][7] == -0.014f);
  assert_true(m.components == 1 && m.c[1] == NULL && fabsf(m.c[0][0] - 10) < 1e-5f);
  assert_true(id.components == 1 && id.c[0] == NULL && id.i32[299] == 299);
  assert_true(none.components == 0 && none.n == 0 && none.c[0] == NULL);
  assert_int_equal(lg_column(w, NULL).components, 0);
  float more[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, more, NULL) == 300);
  assert_true(x.stamp != lg_world_stamp(w)); /* the view of before is stale */
  lg_world_free(w);
}

/* Editing writes into the world; integer and unknown columns are refused. */
static void editing_writes(void **state) {
  (void)state;
  lg_world *w = filled(3, 10);
  lg_column_edit(w, "velocity").c[2][4] = 42;
  assert_true(lg_column(w, "velocity").c[2][4] == 42);
  assert_int_equal(lg_column_edit(w, "id").components, 0);
  assert_string_equal(lg_error(w), "column 'id' is kept by the core and cannot be edited");
  assert_int_equal(lg_column_edit(w, "velocty").components, 0);
  assert_string_equal(lg_error(w), "there is no column 'velocty' (did you mean 'velocity'?)");
  lg_world_free(w);
}

/* Units come from the rows: the core's, the solver's while it is in force; a user's has none. */
static void columns_have_units(void **state) {
  (void)state;
  lg_world *w = filled(2, 4);
  assert_string_equal(lg_column_unit(w, "velocity"), "m/s");
  assert_string_equal(lg_column_unit(w, "id"), "");
  assert_string_equal(lg_column_unit(w, "density"), "");
  assert_true(lg_column_add(w, "heat", 1));
  assert_string_equal(lg_column_unit(w, "heat"), "");
  assert_string_equal(lg_column_unit(w, "no_such"), "");

  assert_true(lg_column_integer(w, "id") && lg_column_integer(w, "material"));
  assert_false(lg_column_integer(w, "mass") || lg_column_integer(w, "heat") ||
               lg_column_integer(w, "no_such") || lg_column_integer(NULL, "id"));

  assert_true(lg_set_solver(w, "pcisph", NULL) && lg_world_step(w, 1e-3));
  assert_string_equal(lg_column_unit(w, "density"), "kg/m3");
  assert_string_equal(lg_column_unit(w, "pressure"), "Pa");
  lg_world_free(w);
  assert_string_equal(lg_column_unit(NULL, "mass"), "");
}

/* User columns: 1 or dim components, at 0 for those who are there and those who come, each name
   once. */
static void user_columns_ride_along(void **state) {
  (void)state;
  lg_world *w = filled(3, 10);
  int count = lg_column_count(w);
  assert_true(lg_column_add(w, "heat", 1) && lg_column_add(w, "flux", 3));
  assert_int_equal(lg_column_count(w), count + 2);
  assert_string_equal(lg_column_name(w, count), "heat");
  assert_string_equal(lg_column_name(w, count + 2), "");
  lg_column_edit(w, "heat").c[0][9] = 5;
  float x[3] = {0, 0, 0};
  assert_int_equal(lg_particle_add(w, x, NULL), 10);
  lg_view heat = lg_column(w, "heat");
  assert_true(heat.n == 11 && heat.c[0][9] == 5 && heat.c[0][10] == 0 && heat.c[0][0] == 0);
  assert_false(lg_column_add(w, "heat", 1));
  assert_string_equal(lg_error(w), "column 'heat' is there already; choose another name");
  assert_false(lg_column_add(w, "position", 1));
  assert_false(lg_column_add(w, "pair", 2));
  assert_string_equal(lg_error(w), "column 'pair' has 2 components; give 1 or 3");
  assert_false(lg_column_add(w, "a b", 1));
  assert_false(lg_column_add(w, NULL, 1));
  assert_int_equal(lg_column_count(w), count + 2);
  lg_world_free(w);
}

/* A scratch column gets another number of components, all 0 that are new, of those that a column
   can have; it belongs to no hash, and is no column that rides. */
static void scratch_columns(void **state) {
  (void)state;
  lg_world *w = filled(2, 40);
  uint64_t hash = lg_world_hash(w);
  assert_true(lg_column_scratch(w, "color", 1));
  lg_column_edit(w, "color").c[0][39] = 3;
  uint64_t stamp = lg_world_stamp(w);
  for (int n = 3; n >= 1; n -= 2) {
    assert_true(lg_column_scratch(w, "color", n));
    lg_view v = lg_column_edit(w, "color");
    assert_int_equal(v.components, n);
    assert_true(lg_world_stamp(w) > stamp); /* views of before are stale */
    for (int k = 0; k < n; k++) assert_true(v.c[k][0] == 0 && v.c[k][39] == 0);
    for (int k = 0; k < n; k++) v.c[k][39] = 1;
    stamp = lg_world_stamp(w);
    assert_true(lg_column_scratch(w, "color", n));
    assert_true(lg_column(w, "color").c[0][39] == 1 && lg_world_stamp(w) == stamp);
  }
  const int wrong[] = {-1, 0, 4, 9};
  for (int i = 0; i < 4; i++) assert_false(lg_column_scratch(w, "color", wrong[i]));
  assert_string_equal(lg_error(w), "column 'color' has 9 components; give 1, 2 or 3");
  assert_true(lg_column(w, "color").components == 1 && lg_world_stamp(w) == stamp);
  assert_true(lg_world_hash(w) == hash);
  assert_true(lg_column_add(w, "own", 3));
  assert_false(lg_column_scratch(w, "own", 3));
  assert_string_equal(lg_error(w), "column 'own' is there already; choose another name");
  lg_world_free(w);
}

/* Particles must be somewhere in the bounds; ids are for ever, indices are not. */
static void particles_have_ids(void **state) {
  (void)state;
  lg_world *w = filled(2, 5);
  const float outside[3] = {0, 2.5f, 0}, nowhere[3] = {NAN, 0, 0}, here[3] = {1, 1, 99};
  assert_int_equal(lg_particle_add(w, outside, NULL), -1);
  assert_string_equal(lg_error(w), "particle: y = 2.5 m is outside the bounds, -2 to 2 m");
  assert_int_equal(lg_particle_add(w, nowhere, NULL), -1);
  assert_int_equal(lg_particle_add(w, here, nowhere), -1);
  assert_int_equal(lg_world_count(w), 5);
  assert_int_equal(lg_particle_add(w, here, NULL), 5); /* z does not count in 2-D */
  const int32_t order[] = {5, 3, 1};
  lg_particles_gather(w->particles, order, 3, 1);
  assert_int_equal(lg_particle_find(w, 5), 0);
  assert_int_equal(lg_particle_find(w, 1), 2);
  assert_int_equal(lg_particle_find(w, 0), -1);
  assert_int_equal(lg_particle_find(w, -1), -1);
  lg_world_free(w);
}

/* The hash does not depend on where particles are stored, nor on the order in which columns were
   added. */
static void the_hash_is_of_the_state(void **state) {
  (void)state;
  enum { N = 500 };
  static int32_t order[N];
  lg_world *a = filled(3, N), *b = filled(3, N);
  assert_true(lg_column_add(a, "heat", 1) && lg_column_add(a, "flux", 3));
  assert_true(lg_column_add(b, "flux", 3) && lg_column_add(b, "heat", 1));
  lg_view heat[] = {lg_column_edit(a, "heat"), lg_column_edit(b, "heat")};
  for (int i = 0; i < N; i++) heat[0].c[0][i] = heat[1].c[0][i] = 1.0f / (float)(i + 1);
  for (int i = 0; i < N; i++) order[i] = (i * 7 + 3) % N;
  assert_true(lg_world_hash(a) == lg_world_hash(b));
  lg_particles_gather(b->particles, order, N, 2);
  assert_true(lg_column(b, "id").i32[0] == 3);
  assert_true(lg_world_hash(a) == lg_world_hash(b));
  lg_world_free(a);
  lg_world_free(b);
}

/* One bit of any riding column, time, frame, or one particle less: another hash. A scratch column
   does not count. */
static void every_bit_counts(void **state) {
  (void)state;
  lg_world *w = filled(2, 100);
  assert_true(lg_column_add(w, "heat", 1));
  uint64_t hash = lg_world_hash(w);
  int riding = 0;
  for (int c = 0; c < w->particles->columns; c++) {
    const lg_col *col = &w->particles->col[c];
    for (int k = 0; k < col->components; k++) {
      uint32_t bits;
      memcpy(&bits, &col->c[k][57], sizeof bits);
      bits ^= 1;
      memcpy(&col->c[k][57], &bits, sizeof bits);
      assert_true((lg_world_hash(w) == hash) == !col->rides);
      bits ^= 1;
      memcpy(&col->c[k][57], &bits, sizeof bits);
      riding += col->rides;
    }
  }
  assert_true(riding >= 9); /* position, velocity, mass, age, id, material, heat */
  assert_true(lg_world_hash(w) == hash);
  w->time += 1e-9;
  assert_true(lg_world_hash(w) != hash);
  w->time = 0;
  w->frame++;
  assert_true(lg_world_hash(w) != hash);
  w->frame--;
  float *x = w->particles->x[0], first = x[0]; /* two particles that exchange a value */
  x[0] = x[1];
  x[1] = first;
  assert_true(lg_world_hash(w) != hash);
  x[1] = x[0];
  x[0] = first;
  assert_true(lg_world_hash(w) == hash);
  w->particles->n--;
  assert_true(lg_world_hash(w) != hash);
  lg_world_free(w);
}

/* How bodies stand and move is state, in a world without a particle too: whichever was added first,
   whatever a picture paints them in. A solid stands where its script says and does not count. */
static void bodies_count(void **state) {
  (void)state;
  static const char *const rows[] = {"translation", "rotation", "velocity", "angular_velocity"};
  lg_world *w[2];
  lg_id body[2];
  for (int i = 0; i < 2; i++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds3(0, 0, 0, 2, 2, 2);
    w[i] = lg_world_new(&def);
    uint64_t none = lg_world_hash(w[i]);
    lg_id ball = lg_add(w[i], "shape.sphere", LG_ARGS(lg_num("radius", 0.3)));
    assert_true(ball && lg_add(w[i], "collider.solid", LG_ARGS(lg_ref("shape", ball))));
    assert_true(lg_world_hash(w[i]) == none);
    for (int k = 0; k < 2; k++) {
      bool boat = k == i;
      lg_id id = lg_add(w[i], "collider.body",
                        LG_ARGS(lg_text("name", boat ? "boat" : "raft"), lg_ref("shape", ball),
                                lg_vec3("translation", boat ? 1 : 0.2, 1, 1)));
      if (boat) body[i] = id;
    }
    assert_true(lg_world_hash(w[i]) != none);
  }
  uint64_t hash = lg_world_hash(w[0]);
  assert_true(lg_world_hash(w[1]) == hash);

  for (int r = 0; r < 4; r++)
    for (int k = 0; k < 3; k++) {
      lg_arg was, now;
      assert_true(lg_get(w[0], body[0], rows[r], &was));
      now = was;
      now.v[k] = (double)nextafterf((float)was.v[k], 9);
      assert_true(lg_set(w[0], body[0], LG_ARGS(now)));
      assert_true(lg_world_hash(w[0]) != hash);
      assert_true(lg_set(w[0], body[0], LG_ARGS(was)));
    }
  assert_true(lg_set(w[0], body[0], LG_ARGS(lg_vec3("color", 1, 0, 0))));
  assert_true(lg_world_hash(w[0]) == hash);
  for (int i = 0; i < 2; i++) lg_world_free(w[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(views_show_columns),
      cmocka_unit_test(editing_writes),
      cmocka_unit_test(columns_have_units),
      cmocka_unit_test(user_columns_ride_along),
      cmocka_unit_test(scratch_columns),
      cmocka_unit_test(particles_have_ids),
      cmocka_unit_test(the_hash_is_of_the_state),
      cmocka_unit_test(every_bit_counts),
      cmocka_unit_test(bodies_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
