/* The rigid body itself: what it weighs, how it flies and turns, how it meets walls, solids and
   others. */
#include "laguna_kind.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static lg_world *hall(int dim, double g, double friction, double restitution) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-5, 0, 5, 10) : lg_bounds3(-5, 0, -5, 5, 10, 5);
  def.spacing = 0.1f;
  def.gravity[1] = (float)-g;
  def.friction = (float)friction;
  def.restitution = (float)restitution;
  def.threads = 2;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static lg_id must(lg_world *w, lg_id id) {
  if (!id) fail_msg("%s", lg_error(w));
  return id;
}

static void run(lg_world *w, double dt, int frames) {
  for (int i = 0; i < frames; i++)
    if (!lg_world_step(w, dt)) fail_msg("%s", lg_error(w));
}

static double get(const lg_world *w, lg_id id, const char *name, int k) {
  lg_arg a;
  assert_true(lg_get(w, id, name, &a));
  return a.v[k];
}

static lg_id box(lg_world *w, double x, double y, double z) {
  bool flat = lg_world_dim(w) == 2;
  lg_arg min = lg_vec3("min", -x / 2, -y / 2, -z / 2), max = lg_vec3("max", x / 2, y / 2, z / 2);
  if (flat) min.n = max.n = 2;
  return must(w, lg_add(w, "shape.box", LG_ARGS(min, max)));
}

static lg_inertia inertia_of(const lg_world *w, lg_id id, const void *self) {
  lg_inertia b;
  lg_kind_of(w, id)->collider.inertia(w, self, &b);
  return b;
}

/* Its descriptor works on a struct of its own, filled from the rows as the core does. */
static void make(lg_world *w, void *self, const lg_arg *args) {
  const lg_kind *k = lg_kind_find("collider.body");
  lg_why why;
  memset(self, 0, k->size);
  if (!lg_param_apply(k, self, args, lg_world_dim(w), true, &why) || !k->create(w, self, &why))
    fail_msg("%s", why.text);
}

/* A field of numbers accelerates nobody, whatever another one has just told. */
static void scalars_push_nobody(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 0, 0, 0);
    const lg_arg pull = dim == 2 ? lg_vec2("value", 3, 2) : lg_vec3("value", 3, 2, 1),
                 at = dim == 2 ? lg_vec2("translation", 0, 5) : lg_vec3("translation", 0, 5, 0);
    must(w, lg_add(w, "field.constant", LG_ARGS(pull)));
    must(w, lg_add(w, "field.noise", LG_ARGS(lg_text("form", "scalar"), lg_num("strength", 50))));
    lg_id body = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", box(w, 1, 1, 1)), at)));
    run(w, 0.01, 20);
    for (int k = 0; k < dim; k++)
      assert_true(fabs(get(w, body, "velocity", k) - 0.2 * (3 - k)) < 1e-5);
    lg_world_free(w);
  }
}

/* Mass, middle and inertia of a box off its origin (closed forms), and of a ball. */
static void weighs(void **state) {
  (void)state;
  _Alignas(16) static char self[4096];
  const lg_kind *k = lg_kind_find("collider.body");
  assert_true(k->size <= sizeof self);
  lg_world *w = hall(3, 0, 0, 0);
  lg_id off =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec3("min", 1, 0, 0), lg_vec3("max", 3, 1, 0.5))));
  lg_id body = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", off))));
  make(w, self, LG_ARGS(lg_ref("shape", off), lg_num("density", 600), lg_num("mass", 100)));
  lg_inertia b = inertia_of(w, body, self);
  const double side[3] = {2, 1, 0.5}, middle[3] = {2, 0.5, 0.25}, mass = 700;
  assert_true(fabs((double)b.mass / mass - 1) < 2e-3);
  for (int i = 0; i < 3; i++) {
    double exact =
        mass * (side[(i + 1) % 3] * side[(i + 1) % 3] + side[(i + 2) % 3] * side[(i + 2) % 3]) / 12;
    assert_true(fabs((double)b.centre[i] - middle[i]) < 1e-4);
    assert_true(fabs(1 / b.inverse[i][i] / exact - 1) < 5e-3);
    assert_true(fabs(b.inverse[i][(i + 1) % 3]) < 1e-4 / exact);
  }
  lg_world_free(w);
  w = hall(2, 0, 0, 0);
  lg_id ball = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.5))));
  body = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", ball))));
  make(w, self, LG_ARGS(lg_ref("shape", ball), lg_num("density", 1)));
  b = inertia_of(w, body, self);
  double area = 3.14159265 * 0.25;
  assert_true(fabs((double)b.mass / area - 1) < 1e-3);
  assert_true(fabs(1 / b.inverse[2][2] / (area * 0.125) - 1) < 2e-3);
  lg_world_free(w);
}

static void refuses(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0);
  lg_id plane = must(w, lg_add(w, "shape.plane", LG_NO_ARGS)), block = box(w, 1, 1, 1);
  assert_false(lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", plane))));
  assert_non_null(strstr(lg_error(w), "has no end"));
  assert_false(lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", block), lg_num("density", 0))));
  assert_non_null(strstr(lg_error(w), "density and mass are both 0"));
  assert_true(lg_add(w, "collider.body",
                     LG_ARGS(lg_ref("shape", block), lg_num("density", 0), lg_num("mass", 3))));
  lg_world_free(w);
}

/* Nothing touches it: the parabola, and in 3-D the angular momentum of a brick that turns about its
   middle axis, which flips it over and over (Dzhanibekov): L stays within 1 %, omega does not. */
static void flies_and_turns(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0);
  lg_id body =
      must(w, lg_add(w, "collider.body",
                     LG_ARGS(lg_ref("shape", box(w, 0.5, 0.5, 0)), lg_vec2("translation", -3, 2),
                             lg_vec2("velocity", 4, 8), lg_num("angular_velocity", 2))));
  run(w, 0.001, 1000);
  assert_true(fabs(get(w, body, "translation", 0) - 1) < 1e-3);
  /* symplectic Euler: g dt t / 2 low */
  assert_true(fabs(get(w, body, "translation", 1) - (2 + 8 - 5)) < 0.01);
  assert_true(fabs(get(w, body, "rotation", 0) - 2) < 1e-3);
  lg_world_free(w);
  w = hall(3, 0, 0, 0);
  lg_id brick =
      must(w, lg_add(w, "collider.body",
                     LG_ARGS(lg_ref("shape", box(w, 2, 1, 0.3)), lg_vec3("translation", 0, 5, 0),
                             lg_vec3("angular_velocity", 0.02, 5, 0))));
  const double I = 500 * 0.6 / 12 * (4 + 0.09); /* about y, the middle one */
  double least = 5, l[3] = {500 * 0.6 / 12 * 1.09 * 0.02, I * 5, 0}, now[3] = {0, 0, 0};
  _Alignas(16) static char self[4096];
  for (int f = 0; f < 3000; f++) {
    run(w, 0.002, 1);
    lg_arg turn, spin;
    assert_true(lg_get(w, brick, "rotation", &turn) && lg_get(w, brick, "angular_velocity", &spin));
    least = fmin(least, spin.v[1]);
    if (f % 500 != 499) continue;
    make(w, self, LG_ARGS(lg_ref("shape", box(w, 2, 1, 0.3)), turn, spin));
    lg_inertia b = inertia_of(w, brick, self);
    /* I omega = l, through the inverse: I^-1 l must be omega */
    for (int i = 0; i < 3; i++)
      now[i] = b.inverse[i][0] * l[0] + b.inverse[i][1] * l[1] + b.inverse[i][2] * l[2];
    for (int i = 0; i < 3; i++) assert_true(fabs(now[i] - spin.v[i]) < 0.05);
  }
  /* it has turned over */
  assert_true(least < 0 || fabs(get(w, brick, "angular_velocity", 0)) > 0.5);
  lg_world_free(w);
}

/* Dropped on the floor: comes back to e^2 of the height, and a dead one comes to rest, flat. */
static void bounces(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0.5);
  lg_id body = must(w, lg_add(w, "collider.body",
                              LG_ARGS(lg_ref("shape", box(w, 1, 1, 0)),
                                      lg_vec2("translation", 0, 4.5), lg_num("restitution", 0))));
  run(w, 0.001, 894); /* falls 4 m in 0.894 s */
  double top = 0;
  for (int f = 0; f < 800; f++) {
    run(w, 0.001, 1);
    top = fmax(top, get(w, body, "translation", 1));
  }
  assert_true(fabs(top - 0.5 - 1) < 0.03); /* the larger restitution of both: a quarter of 4 m */
  run(w, 0.001, 3000);
  assert_true(fabs(get(w, body, "translation", 1) - 0.5) < 0.005);
  assert_true(fabs(get(w, body, "rotation", 0)) < 1e-3);
  assert_true(hypot(get(w, body, "velocity", 0), get(w, body, "velocity", 1)) < 0.02);
  lg_world_free(w);
}

/* On a floor at 30 degrees (gravity is turned instead): mu = 0.3 slides with g (sin - mu cos), mu =
   0.7 stays. */
static void slides_by_coulomb(void **state) {
  (void)state;
  for (int grips = 0; grips < 2; grips++) {
    lg_world *w = hall(2, 0, grips ? 0.7 : 0.3, 0);
    must(w, lg_add(w, "field.constant", LG_ARGS(lg_vec2("value", 10 * 0.5, -10 * 0.8660254))));
    lg_id body =
        must(w, lg_add(w, "collider.body",
                       LG_ARGS(lg_ref("shape", box(w, 1, 0.4, 0)), lg_vec2("translation", -4, 0.2),
                               lg_num("restitution", 0), lg_num("friction", grips ? 0.7 : 0.3))));
    run(w, 0.001, 1000);
    double v = get(w, body, "velocity", 0), exact = grips ? 0 : 10 * (0.5 - 0.3 * 0.8660254);
    print_message("on a slope: %.3f m/s after 1 s, by Coulomb %.3f\n", v, exact);
    assert_true(fabs(v - exact) < 0.05);
    lg_world_free(w);
  }
}

/* Two equal boxes, elastic, head on: they exchange velocities; against a solid that moves at V it
   leaves with 2 V. */
static void meets_others(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 1);
  lg_id cube = box(w, 1, 1, 0);
  lg_id a = must(w, lg_add(w, "collider.body",
                           LG_ARGS(lg_ref("shape", cube), lg_vec2("translation", -2, 5),
                                   lg_vec2("velocity", 2, 0), lg_num("restitution", 1))));
  lg_id b = must(
      w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", cube), lg_vec2("translation", 0, 5))));
  run(w, 0.001, 1000);
  assert_true(fabs(get(w, a, "velocity", 0)) < 1e-3 && fabs(get(w, b, "velocity", 0) - 2) < 1e-3);
  assert_true(fabs(get(w, a, "angular_velocity", 0)) < 1e-3 &&
              fabs(get(w, b, "angular_velocity", 0)) < 1e-3);
  lg_id ram = must(w, lg_add(w, "collider.solid",
                             LG_ARGS(lg_ref("shape", cube), lg_vec2("translation", -3.5, 5),
                                     lg_vec2("velocity", 1, 0), lg_num("restitution", 1))));
  run(w, 0.001, 1700);
  assert_true(fabs(get(w, a, "velocity", 0) - 2) < 0.01);
  assert_true(get(w, ram, "velocity", 0) == 1);
  lg_world_free(w);
}

/* A hand holds it: gravity and hits leave it alone, and it goes where its velocity says. */
static void is_held(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0);
  lg_id body =
      must(w, lg_add(w, "collider.body",
                     LG_ARGS(lg_ref("shape", box(w, 1, 1, 0)), lg_vec2("translation", 0, 3),
                             lg_bool("held", true), lg_vec2("velocity", 1, 0))));
  run(w, 0.01, 100);
  assert_true(fabs(get(w, body, "translation", 0) - 1) < 1e-4 &&
              get(w, body, "translation", 1) == 3);
  assert_true(lg_set(w, body, LG_ARGS(lg_bool("held", false))));
  run(w, 0.01, 50);
  assert_true(get(w, body, "velocity", 1) < -4.5);
  lg_world_free(w);
}

static lg_id ball(lg_world *w, double radius) {
  return must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", radius))));
}

/* Boxes and balls of a third to a thirtieth of a spacing stand on the floor, and on a solid, no
   deeper in it than a twentieth of their height. */
static void small_ones_do_not_sink(void **state) {
  (void)state;
  static const double sizes[] = {0.3, 0.1, 0.03};
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 6; i++)
      for (int solid = 0; solid < 2; solid++) {
        lg_world *w = hall(dim, 10, 0.2, 0);
        double size = 0.1 * sizes[i / 2], floor = solid ? 1 : 0;
        lg_id step = box(w, 4, 2, 4), shape = i % 2 ? ball(w, size / 2) : box(w, size, size, size);
        lg_arg at = lg_vec3("translation", 0.013, floor + 0.3, 0);
        at.n = dim;
        if (solid) must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", step))));
        lg_id body = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", shape), at)));
        run(w, 1 / 60.0, 90);
        double under = floor - (get(w, body, "translation", 1) - size / 2);
        if (!(under < 0.05 * size && under > -0.05 * size))
          fail_msg("%d-D, size %g m on a %s: %g m under it", dim, size, solid ? "solid" : "wall",
                   under);
        assert_true(fabs(get(w, body, "velocity", 1)) < 1e-3);
        lg_world_free(w);
      }
}

/* Its grid of skin has 1402^3 places, more than an int holds: a coarser one does. */
static void large_ones_do_not_sink(void **state) {
  (void)state;
  lg_world *w = hall(3, 10, 0, 0);
  lg_id shape = box(w, 140, 140, 140);
  lg_id body = must(w, lg_add(w, "collider.body",
                              LG_ARGS(lg_ref("shape", shape), lg_vec3("translation", 0, 70.1, 0))));
  run(w, 1 / 60.0, 60);
  double under = 70 - get(w, body, "translation", 1);
  if (!(fabs(under) < 0.5)) fail_msg("%g m under the floor", under);
  lg_world_free(w);
}

/* Bodies that begin inside each other - in one place, nearly so, one all inside the other - are
   apart after 2 s, by the sum of their half widths at least, without getting any speed of it. */
static void bodies_inside_each_other_part(void **state) {
  (void)state;
  static const double offs[][2] = {{0, 0},    {0.05, 0},  {0.2, 0.1},
                                   {0.31, 0}, {0.3, 0.3}, {0.45, 0.02}};
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 18; i++) {
      lg_world *w = hall(dim, 0, 0.2, 0);
      double half = i % 3 == 2 ? 0.15 : 0.3, x = offs[i / 3][0], y = offs[i / 3][1],
             last[3] = {x, y, 0}, most = 0;
      lg_id large = i % 3 == 0 ? box(w, 0.6, 0.6, 0.6) : ball(w, 0.3);
      lg_id other = i % 3 == 1 ? ball(w, half) : box(w, 2 * half, 2 * half, 2 * half);
      lg_arg at = lg_vec3("translation", 0, 5, 0), beside = lg_vec3("translation", x, 5 + y, 0);
      at.n = beside.n = dim;
      lg_id a = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", large), at)));
      lg_id b = must(w, lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", other), beside)));
      for (int f = 0; f < 120; f++) {
        run(w, 1 / 60.0, 1);
        for (int k = 0; k < dim; k++) {
          double now = get(w, b, "translation", k) - get(w, a, "translation", k);
          most = fmax(most, fabs(now - last[k]));
          last[k] = now;
          assert_true(fabs(get(w, a, "velocity", k)) < 0.01 &&
                      fabs(get(w, b, "velocity", k)) < 0.01);
        }
      }
      double far = hypot(hypot(last[0], last[1]), last[2]),
             gap = fmax(fmax(fabs(last[0]), fabs(last[1])), fabs(last[2]));
      /* a box and a ball are at least so far apart, too */
      if (!((i % 3 == 0 ? gap : far) > 0.3 + half - 0.02))
        fail_msg("%d-D, case %d: %g m and %g m apart, which is inside each other", dim, i, gap,
                 far);
      assert_true(most < 0.1); /* 20 spacings a second each at most, both ways: 0.067 m a frame */
      lg_world_free(w);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scalars_push_nobody),
                                     cmocka_unit_test(weighs),
                                     cmocka_unit_test(refuses),
                                     cmocka_unit_test(flies_and_turns),
                                     cmocka_unit_test(bounces),
                                     cmocka_unit_test(slides_by_coulomb),
                                     cmocka_unit_test(meets_others),
                                     cmocka_unit_test(is_held),
                                     cmocka_unit_test(small_ones_do_not_sink),
                                     cmocka_unit_test(large_ones_do_not_sink),
                                     cmocka_unit_test(bodies_inside_each_other_part)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
