/* Bodies on each other: ten boxes stand for ten seconds, in 2-D and 3-D, set straight, like bricks,
   dropped, or with a heavy one on top; what the lowest one carries is all their weight; a world
   that is saved half-way goes on in the same bits. */
#include "physics/physics.h"

enum { BOXES = 10 };
static const double SIZE = 0.4, DX = 0.05, DT = 1 / 60.0;

typedef struct pile {
  double beside; /* of a width: every second one to one side, the others to the other */
  double gap;    /* m, between them, to fall through */
  double top;    /* times as heavy as the others is the last */
} pile;

typedef struct tower {
  lg_world *w;
  lg_id box[BOXES];
  double start[BOXES][3];
} tower;

static lg_arg vec(const char *name, int dim, double x, double y, double z) {
  lg_arg a = lg_vec3(name, x, y, z);
  a.n = dim;
  return a;
}

static tower build(int dim, const pile *p) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-2, 0, 2, 6) : lg_bounds3(-2, 0, -2, 2, 6, 2);
  def.spacing = (float)DX;
  def.friction = 0.5f;
  tower t = {.w = lg_world_new(&def)};
  assert_non_null(t.w);
  const double h = SIZE / 2;
  lg_id cube =
      lg_add(t.w, "shape.box", LG_ARGS(vec("min", dim, -h, -h, -h), vec("max", dim, h, h, h)));

  for (int i = 0; i < BOXES; i++) {
    double x = p->beside * SIZE * (i % 2 ? 1 : -1), y = (i + 0.5) * SIZE + (i + 1) * p->gap;
    t.box[i] = lg_add(t.w, "collider.body",
                      LG_ARGS(lg_ref("shape", cube), vec("translation", dim, x, y, 0),
                              lg_num("friction", 0.5), lg_num("restitution", 0),
                              lg_num("density", i + 1 < BOXES ? 500 : 500 * p->top)));
    assert_true(t.box[i]);
    t.start[i][0] = x;
    t.start[i][1] = (i + 0.5) * SIZE;
  }
  return t;
}

static void run(const tower *t, int frames) {
  for (int f = 0; f < frames; f++)
    if (!lg_world_step(t->w, DT)) fail_msg("%s", lg_error(t->w));
}

/* How far any of them is from where it was put: aside, in height, and turned. */
static void stray(const tower *t, double out[3]) {
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < BOXES; i++) {
    lg_arg at, turn;
    assert_true(lg_get(t->w, t->box[i], "translation", &at));
    assert_true(lg_get(t->w, t->box[i], "rotation", &turn));
    double z = lg_world_dim(t->w) == 3 ? at.v[2] : 0, angle = 0;
    for (int k = 0; k < turn.n; k++) angle += turn.v[k] * turn.v[k];
    out[0] = fmax(out[0], hypot(at.v[0] - t->start[i][0], z));
    out[1] = fmax(out[1], fabs(at.v[1] - t->start[i][1]));
    out[2] = fmax(out[2], sqrt(angle));
  }
}

/* A hundredth of a width aside, a fiftieth of a spacing deep for each that is under it, 0.3
   degrees, after ten seconds. */
static void stand(const pile *p, const char *what) {
  for (int dim = 2; dim <= 3; dim++) {
    double far[3];
    tower t = build(dim, p);
    run(&t, 600);
    stray(&t, far);
    print_message("ten boxes %s, %d-D, 10 s: %.2f mm aside, %.2f mm in height, turned by %.5f\n",
                  what, dim, 1e3 * far[0], 1e3 * far[1], far[2]);
    assert_true(far[0] < 0.01 * SIZE);
    assert_true(far[1] < 0.02 * DX * BOXES);
    assert_true(far[2] < 0.005);
    lg_world_free(t.w);
  }
}

static void equal_ones_stand(void **state) {
  (void)state;
  stand(&(pile){.top = 1}, "straight");
}
static void bricks_stand(void **state) {
  (void)state;
  stand(&(pile){.top = 1, .beside = 0.1}, "like bricks");
}
static void under_a_heavy_one_they_stand(void **state) {
  (void)state;
  stand(&(pile){.top = 10}, "under one of ten weights");
}
static void dropped_ones_stand(void **state) {
  (void)state;
  stand(&(pile){.top = 1, .gap = 0.02}, "dropped 2 cm each");
}

/* The floor carries all ten, each box those on it: within 1 % of m g dt, over the contacts of a
   frame. */
static void carry_their_weight(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    tower t = build(dim, &(pile){.top = 1});
    double weight = 500 * pow(SIZE, dim) * 9.81 * DT;
    run(&t, 120);
    int touching = lg_touch_count(t.w);
    assert_int_equal(touching, BOXES);
    for (int i = 0; i < touching; i++) {
      lg_touch touch;
      assert_true(lg_touch_at(t.w, i, &touch));
      double above = BOXES - round(touch.at[1] / SIZE);
      assert_true(fabs(touch.impulse / (above * weight) - 1) < 0.01);
      assert_true(fabs(fabs(touch.normal[1]) - 1) < 1e-3);
    }
    lg_world_free(t.w);
  }
}

typedef struct bytes {
  char data[1 << 16];
  size_t n;
} bytes;

static void take(void *sink, const char *more, size_t n) {
  bytes *all = sink;
  assert_true(n <= sizeof all->data - all->n);
  memcpy(all->data + all->n, more, n);
  all->n += n;
}

/* No impulse is kept from one sub-step to the next that a checkpoint would have to know. */
static void goes_on_when_saved(void **state) {
  (void)state;
  const pile p = {.top = 3, .beside = 0.1, .gap = 0.01};
  tower whole = build(3, &p), resumed = build(3, &p);
  run(&whole, 40);
  bytes all = {.n = 0};
  assert_true(lg_world_save(whole.w, take, &all));
  assert_true(lg_world_restore(resumed.w, all.data, all.n));
  run(&whole, 40);
  run(&resumed, 40);
  assert_true(lg_world_hash(whole.w) == lg_world_hash(resumed.w));
  lg_world_free(whole.w);
  lg_world_free(resumed.w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(equal_ones_stand),
                                     cmocka_unit_test(bricks_stand),
                                     cmocka_unit_test(under_a_heavy_one_they_stand),
                                     cmocka_unit_test(dropped_ones_stand),
                                     cmocka_unit_test(carry_their_weight),
                                     cmocka_unit_test(goes_on_when_saved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
