/* What solids that meet are together: against closed forms, the brute sum over the union of two
   half-spaces at any angle and of three, central differences, and the same solid four times. */
#include "core/walls/meeting.h"

#include "core/wall_kernels.h"

static const float none[3] = {0, 0, 0};

/* Proves the part of a Gaussian in two half-spaces: 1/4 + asin(c) / 2 pi of two through its middle
   (Sheppard), the product, the smaller one and what is too much at the ends of c, smooth between;
   and that `by` is its derivative. */
static void of_a_gaussian(void **state) {
  (void)state;
  double by[2];
  for (int i = -99; i <= 99; i++) {
    const double c = i / 100.0, exact = 0.25 + asin(c) / (2 * acos(-1.0));
    assert_near(lg_half_spaces_both(0.5, 0.5, c, 0, by), exact, 1e-5);
    assert_near(by[0], 0.5, 1e-6);
  }
  for (int i = 1; i < 100; i++)
    for (int j = 1; j < 100; j++) {
      const double a = i / 100.0, b = j / 100.0;
      assert_near(lg_half_spaces_both(a, b, 0, 0, by), a * b, 1e-9);
      assert_near(lg_half_spaces_both(a, b, 1, 0, by), fmin(a, b), 0.003);
      assert_near(lg_half_spaces_both(a, b, -1, 0, by), fmax(a + b - 1, 0), 0.003);
    }

  /* over steps, by Simpson's rule, as the integral is off by up to 0.001 */
  const double step = 0.05;
  for (int i = -9; i <= 9; i++)
    for (int j = 1; j < 19; j++) {
      const double a = j * step, b = 0.3, c = i / 10.0;
      double middle[2], end[2];
      const double before = lg_half_spaces_both(a, b, c, 0.05, by);
      lg_half_spaces_both(a + step / 2, b, c, 0.05, middle);
      const double after = lg_half_spaces_both(a + step, b, c, 0.05, end);
      assert_near(after - before, step / 6 * (by[0] + 4 * middle[0] + end[0]), 0.0015);
    }
}

/* two half-spaces through points at x = d n from the origin, n the normal out of them */
typedef struct planes {
  int n;
  double normal[3][2], d[3];
} planes;

static double inside_any(const void *user, const float x[3]) {
  const planes *p = user;
  double least = INFINITY;
  for (int k = 0; k < p->n; k++) {
    double out = (double)x[0] * p->normal[k][0] + (double)x[1] * p->normal[k][1] + p->d[k];
    least = fmin(least, out);
  }
  return least;
}

/* What each is alone, and together. Integrals, so that the sum can be compared. */
static lg_wall_sum together(const lg_half_space *t, const planes *p, lg_meeting *m) {
  m->n = 0;
  for (int k = 0; k < p->n; k++) {
    lg_wall_sum one = {0};
    float slope;
    lg_half_space_integral_at(t, (float)p->d[k] - t->shift, &one.fraction, &slope);
    for (int i = 0; i < 2; i++) one.grad[i] = slope * (float)p->normal[k][i];
    lg_meeting_add(m, NULL, &one, NULL);
  }
  return lg_meeting_unite(m, none);
}

static void turn(planes *p, int k, double angle, double d) {
  p->normal[k][0] = sin(angle);
  p->normal[k][1] = cos(angle);
  p->d[k] = d;
}

/* Proves the union of two half-spaces: at any angle between them its fraction is the brute sum's
   within 0.003, its gradient within 1 % of a flat wall's largest; the product rule, asked the same,
   is wrong by more than a fifth of all. */
static void two_at_any_angle(void **state) {
  (void)state;
  uint32_t seed = 5;
  double worst = 0, steepest = 0, product = 0;
  for (int s = 0; s < 3; s++) {
    const lg_kernel k = kernel_of(&settings[s]);
    lg_half_space t;
    float unused, top;
    lg_half_space_make(&t, &k, DX);
    lg_half_space_integral_at(&t, -t.shift, &unused, &top);
    for (int degrees = 0; degrees <= 180; degrees += 10)
      for (int i = 0; i < 6; i++) {
        planes p = {.n = 2};
        const double R = (double)k.radius;
        turn(&p, 0, 0, R * (double)(uniform(&seed) - 0.1f));
        turn(&p, 1, degrees * acos(-1.0) / 180, R * (double)(uniform(&seed) - 0.1f));
        lg_meeting m;
        const lg_wall_sum all = together(&t, &p, &m);
        const brute b = brute_sum(&k, none, inside_any, &p, k.dim == 3 ? 30 : 80);
        const double apart = (1 - (double)m.solid[0].fraction) * (1 - (double)m.solid[1].fraction);
        worst = fmax(worst, fabs((double)all.fraction - b.fraction));
        product = fmax(product, fabs(1 - apart - b.fraction));
        for (int a = 0; a < 2; a++)
          steepest = fmax(steepest, fabs(((double)all.grad[a] - b.grad[a]) / (double)top));
      }
  }
  print_message("off by %.4f and %.4f of the gradient; the product rule by %.3f\n", worst, steepest,
                product);
  assert_true(worst < 0.003 && steepest < 0.01 && product > 0.2);
}

/* Proves that energy is kept where flat walls meet: along any way the gradient is the derivative of
   the fraction, with three of them, too; and that the parts make up the whole. */
static void gradient_is_the_derivative(void **state) {
  (void)state;
  const lg_kernel k = kernel_of(&settings[0]);
  lg_half_space t;
  uint32_t seed = 9;
  float unused, top;
  lg_half_space_make(&t, &k, DX);
  lg_half_space_integral_at(&t, -t.shift, &unused, &top);
  for (int i = 0; i < 300; i++) {
    planes p = {.n = 2 + i % 2}, before, after;
    for (int w = 0; w < p.n; w++)
      turn(&p, w, 6 * (double)uniform(&seed),
           (double)k.radius * (0.1 + 0.9 * (double)uniform(&seed)));
    lg_meeting m, other;
    const lg_wall_sum all = together(&t, &p, &m);
    if (all.fraction > 0.95f) continue;
    for (int a = 0; a < 2; a++) {
      const double step = 1e-3 * (double)k.radius;
      float parts = 0;
      before = after = p;
      for (int w = 0; w < p.n; w++) {
        before.d[w] -= step * p.normal[w][a];
        after.d[w] += step * p.normal[w][a];
        parts += m.part[w].grad[a];
      }
      const float slope = together(&t, &after, &other).fraction -
                          together(&t, &before, &other).fraction;
      assert_near(all.grad[a] / top, (double)slope / (2 * step) / (double)top, 0.03);
      assert_near(parts, all.grad[a], 1e-5 * (double)fabsf(top));
    }
  }
}

/* Proves that three together are never less than the largest of them, whichever comes first, and
   near the brute sum where they face much the same way. */
static void three_are_no_less_than_one(void **state) {
  (void)state;
  const lg_kernel k = kernel_of(&settings[0]);
  lg_half_space t;
  uint32_t seed = 31;
  double worst = 0;
  lg_half_space_make(&t, &k, DX);
  for (int i = 0; i < 300; i++) {
    planes p = {.n = 3};
    float most = 0;
    for (int w = 0; w < 3; w++)
      turn(&p, w, 0.5 * (double)uniform(&seed), (double)k.radius * (double)(uniform(&seed) - 0.4f));
    lg_meeting m;
    const lg_wall_sum all = together(&t, &p, &m);
    for (int w = 0; w < 3; w++) most = fmaxf(most, m.solid[w].fraction);
    assert_true(all.fraction >= most - 1e-5f);
    if (i % 5 != 0) continue;
    worst =
        fmax(worst, fabs((double)all.fraction - brute_sum(&k, none, inside_any, &p, 80).fraction));
  }
  print_message("three that face the same way: off by %.4f\n", worst);
  assert_true(worst < 0.05);
}

/* Proves that what lies in the same place counts once, however often it is there; and that an edge
   gives way to a collider. */
static void the_same_place(void **state) {
  (void)state;
  const lg_wall_sum flat = {0.3f, {0, -4, 0}, {0, 0, 0}};
  const lg_placed_map *someone = (const lg_placed_map *)&flat; /* never read */
  lg_meeting m = {.n = 0};
  for (int k = 0; k < 4; k++) {
    lg_meeting_add(&m, k == 3 ? NULL : someone, &flat, NULL);
    const lg_wall_sum all = lg_meeting_unite(&m, none);
    assert_near(all.fraction, 0.3, 0.004);
    assert_near(all.grad[1], -4, 0.1);
  }
  m.n = 0;
  lg_meeting_add(&m, someone, &flat, NULL);
  lg_meeting_add(&m, NULL, &flat, NULL);
  lg_meeting_unite(&m, none);
  assert_near(m.part[0].grad[1], -4, 0.05);
  assert_near(m.part[1].grad[1], 0, 0.05);

  /* and to one a little behind it nothing is lost */
  for (int i = 1; i < 10; i++) {
    const lg_wall_sum behind = {0.3f - 0.01f * (float)i, {0, -4, 0}, {0, 0, 0}};
    m.n = 0;
    lg_meeting_add(&m, someone, &behind, NULL);
    lg_meeting_add(&m, NULL, &flat, NULL);
    assert_true(lg_meeting_unite(&m, none).fraction >= 0.3f - 1e-5f);
  }
}

/* Proves that a thin solid before another one hides nothing of it: what lies on the floor and the
   floor are as the floor raised. */
static void what_lies_on_the_floor(void **state) {
  (void)state;
  const lg_kernel k = kernel_of(&settings[0]);
  lg_half_space t;
  lg_half_space_make(&t, &k, DX);
  for (int i = 0; i < 20; i++) {
    const float d = DX * (0.3f + 0.1f * (float)i), thick = 0.7f * DX;
    float face, floor, face_slope, floor_slope;
    lg_half_space_integral_at(&t, d, &face, &face_slope);
    lg_half_space_integral_at(&t, d + thick, &floor, &floor_slope);
    const lg_wall_sum plate = {face - floor, {0, face_slope - floor_slope, 0}, {0, 0, 0}},
                      below = {floor, {0, floor_slope, 0}, {0, 0, 0}};
    const lg_wall_back back = {floor, {0, floor_slope, 0}};
    lg_meeting m = {.n = 0};
    lg_meeting_add(&m, NULL, &plate, &back);
    lg_meeting_add(&m, NULL, &below, NULL);
    const lg_wall_sum all = lg_meeting_unite(&m, none);
    assert_near(all.fraction, face, 0.006);
    assert_near(all.grad[1], face_slope, 0.1 + 0.02 * (double)fabsf(face_slope));
  }
}

/* Proves that of more than it has room for the largest count. */
static void many(void **state) {
  (void)state;
  lg_meeting m = {.n = 0};
  for (int k = 0; k < 3 * LG_MEETING; k++) {
    const float most = k == 2 * LG_MEETING ? 0.3f : 0.01f;
    const lg_wall_sum one = {most, {k % 2 ? most : 0, k % 2 ? 0 : most, 0}, {0, 0, 0}};
    lg_meeting_add(&m, NULL, &one, NULL);
  }
  assert_int_equal(m.n, LG_MEETING);
  const lg_wall_sum all = lg_meeting_unite(&m, none);
  assert_true(m.solid[0].fraction == 0.3f && all.fraction > 0.3f && all.fraction < 0.34f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_a_gaussian),
                                     cmocka_unit_test(two_at_any_angle),
                                     cmocka_unit_test(the_same_place),
                                     cmocka_unit_test(gradient_is_the_derivative),
                                     cmocka_unit_test(what_lies_on_the_floor),
                                     cmocka_unit_test(three_are_no_less_than_one),
                                     cmocka_unit_test(many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
