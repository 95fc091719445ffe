/* shape.mesh: distances against closed forms and shape.box, sides against the winding number by
   brute force, files that are hard to read, and files that must be refused. */
#include "shape/solids.h"

static solid s;
static void clear(void) { s.vertices = s.faces = 0; }

static lg_id add_mesh(lg_world *w) {
  return must(w, lg_add(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj"))));
}

/* How far below the sphere the faces of an icosphere lie at most: (circumradius)^2 / 2 r = l^2 / 6
   r for edges of length l. */
static double sag(double r, int times) {
  /* an icosahedron's edge spans 1.1072 rad; some parts are a fifth longer */
  double l = 1.1072 * r / (1 << times) * 1.2;
  return l * l / (6 * r);
}

/* Against |x| - r, near (from the grid) and far (from the tree), with spacings from coarse to fine.
   */
static void icosphere(void **state) {
  (void)state;
  clear();
  add_icosphere(&s, 0.1, -0.05, 0.2, 0.6, 4, false);
  static const double spacings[] = {0.3, 0.1, 0.02};
  for (int i = 0; i < 3; i++) {
    lg_world *w = library(3, spacings[i], solid_text(&s, false), 1);
    lg_id id = add_mesh(w);
    /* Linear interpolation in cells of h of a function with curvature 1 / rho is off by 2 x h^2 / 8
       rho (two curved directions). */
    double h = spacings[i] / 2;
    for (int n = 0; n < 3000; n++) {
      double p[3];
      probe(n, 3, p);
      double rho = sqrt(pow(p[0] - 0.1, 2) + pow(p[1] + 0.05, 2) + pow(p[2] - 0.2, 2));
      double slack = sag(0.6, 4) + (rho > 2 * h ? h * h / (4 * (rho - 2 * h) + 0.01) : h) + 1e-6;
      assert_near(distance_at(w, id, p[0], p[1], p[2]), rho - 0.6, fmin(slack, h));
    }
    float lo[3], hi[3];
    assert_true(lg_extent(w, id, lo, hi));
    assert_near(lo[1], -0.65, 2e-3);
    assert_near(hi[2], 0.8, 2e-3);
    lg_world_free(w);
  }
}

/* The mesh of a cube and shape.box, posed alike: the same to rounding wherever the distance is
   linear, and within a fifth of a spacing (0.4 cells) where it has creases, which the grid rounds
   off. */
static void cube_is_a_box(void **state) {
  (void)state;
  lg_world *w = library(3, 0.05, CUBE_OBJ, 1);
  lg_arg turn = lg_vec3("rotation", 0.2, -0.3, 0.5), move = lg_vec3("translation", -0.4, 0.1, -0.6);
  lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(turn, move)));
  lg_id mesh = must(w, lg_add(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj"), turn, move)));
  int exact = 0;
  for (int n = 0; n < 4000; n++) {
    double p[3];
    probe(n, 3, p);
    double a = distance_at(w, box, p[0], p[1], p[2]), b = distance_at(w, mesh, p[0], p[1], p[2]);
    assert_near(a, b, 0.2 * 0.05);
    exact += fabs(a - b) < 2e-6;
  }
  assert_true(exact > 4000 * 0.6);
  lg_world_free(w);
  w = library(3, 0.05, CUBE_OBJ, 1); /* and scaled */
  box = must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec3("max", 0.3, 0.3, 0.3))));
  mesh = must(w, lg_add(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj"), lg_num("scale", 0.3))));
  for (int n = 0; n < 500; n++) {
    double p[3];
    probe(n, 3, p);
    assert_near(distance_at(w, box, p[0], p[1], p[2]), distance_at(w, mesh, p[0], p[1], p[2]),
                0.2 * 0.05);
  }
  lg_world_free(w);
}

/* Every probe whose distance is more than a cell is on the side that the winding number says. */
static void check_sides(lg_world *w, lg_id id, double cell) {
  int in = 0, tried = 0;
  for (int n = 0; n < 600; n++) {
    double p[3];
    probe(n, 3, p);
    double d = distance_at(w, id, p[0], p[1], p[2]), around = winding(&s, p);
    if (fabs(d) < cell) continue;
    if ((d < 0) != (around > 0.5))
      fail_msg("(%g, %g, %g): distance %g, winding number %g", p[0], p[1], p[2], d, around);
    in += d < 0;
    tried++;
  }
  assert_true(in > 20 && tried - in > 20);
}

/* A ring, and a hollow ball with a ball in its hollow: not convex, in parts, with inner surfaces.
   */
static void sides(void **state) {
  (void)state;
  clear();
  add_torus(&s, 0.8, 0.35, 40, 20);
  lg_world *w = library(3, 0.1, solid_text(&s, false), 1);
  lg_id id = add_mesh(w);
  check_sides(w, id, 0.05);
  /* the ring's distance by hand; its faces lie up to 5 mm below it */
  for (int n = 0; n < 1000; n++) {
    double p[3];
    probe(n, 3, p);
    double d = hypot(hypot(p[0], p[1]) - 0.8, p[2]) - 0.35;
    assert_near(distance_at(w, id, p[0], p[1], p[2]), d, 0.02);
  }
  lg_world_free(w);
  clear();
  add_icosphere(&s, 0, 0, 0, 1.3, 3, false);
  add_icosphere(&s, 0, 0, 0, 0.9, 3, true);
  add_icosphere(&s, 0.1, 0, 0, 0.5, 2, false);
  w = library(3, 0.1, solid_text(&s, false), 1);
  check_sides(w, add_mesh(w), 0.05);
  lg_world_free(w);
}

/* A thin spike: near its tip the sides of the nearest faces disagree, and only the weighted
   pseudonormal is right. */
static void sharp_corners(void **state) {
  (void)state;
  clear();
  for (int i = 0; i < 7; i++)
    solid_vertex(&s, 0.15 * cos(2 * acos(-1) * i / 7), 0.15 * sin(2 * acos(-1) * i / 7), -0.9);
  /* hollow from below */
  int tip = solid_vertex(&s, 0.7, 0.2, 1), base = solid_vertex(&s, 0.28, 0.08, -0.14);
  for (int i = 0; i < 7; i++) {
    solid_face(&s, i, (i + 1) % 7, tip);
    solid_face(&s, (i + 1) % 7, i, base);
  }
  lg_world *w = library(3, 0.02, solid_text(&s, false), 2);
  lg_id id = add_mesh(w);
  for (int n = 0; n < 3000; n++) {
    double p[3], around;
    probe(n, 3, p);
    for (int k = 0; k < 3; k++) p[k] = s.v[n % s.vertices][k] + 0.2 * p[k]; /* about the corners */
    around = winding(&s, p);
    double d = distance_at(w, id, p[0], p[1], p[2]);
    if (fabs(d) < 0.01) continue;
    if ((d < 0) != (around > 0.5))
      fail_msg("(%g, %g, %g): distance %g, winding number %g", p[0], p[1], p[2], d, around);
  }
  lg_world_free(w);
}

/* ---- 2-D ------------------------------------------------------------------------------------ */

static const double star[10][2] = {{1, 0},        {0.32, 0.24}, {0.31, 0.95},   {-0.12, 0.38},
                                   {-0.81, 0.59}, {-0.4, 0},    {-0.81, -0.59}, {-0.12, -0.38},
                                   {0.31, -0.95}, {0.32, -0.24}};

static double to_segment(const double p[2], const double a[2], const double b[2]) {
  double u[2] = {b[0] - a[0], b[1] - a[1]}, q[2] = {p[0] - a[0], p[1] - a[1]};
  double t = fmax(0, fmin(1, (u[0] * q[0] + u[1] * q[1]) / (u[0] * u[0] + u[1] * u[1])));
  return hypot(q[0] - t * u[0], q[1] - t * u[1]);
}

/* The star of 10 corners with a square hole of 0.2 m half width; inside by counting the edges to
   the right. */
static double flat_truth(const double p[2]) {
  static const double hole[4][2] = {{-0.2, -0.2}, {0.2, -0.2}, {0.2, 0.2}, {-0.2, 0.2}};
  double d = 1e9;
  bool in = false;
  for (int i = 0; i < 14; i++) {
    const double *a = i < 10 ? star[i] : hole[i - 10],
                 *b = i < 10 ? star[(i + 1) % 10] : hole[(i - 9) % 4];
    d = fmin(d, to_segment(p, a, b));
    if ((a[1] > p[1]) != (b[1] > p[1]))
      in ^= a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > p[0];
  }
  return in ? -d : d;
}

static void check_flat(const char *text, double spacing) {
  lg_world *w = library(2, spacing, text, 1);
  lg_id id = add_mesh(w);
  int in = 0;
  for (int n = 0; n < 4000; n++) {
    double p[3];
    probe(n, 2, p);
    double truth = flat_truth(p);
    /* the grid rounds corners by part of a cell */
    assert_near(distance_at(w, id, p[0], p[1], 0), truth, 0.15 * spacing);
    in += truth < 0;
  }
  assert_true(in > 200);
  lg_world_free(w);
}

/* Polylines in whatever direction, one a segment or all in one; and a flat face with the hole left
   out by its faces. */
static void polygons(void **state) {
  (void)state;
  char text[4096];
  static const char hole[] = "v -0.2 -0.2 0\nv 0.2 -0.2 0\nv 0.2 0.2 0\nv -0.2 0.2 0\n";
  for (int backward = 0; backward < 2; backward++) {
    int n = 0;
    for (int i = 0; i < 10; i++) n += sprintf(text + n, "v %g %g 0\n", star[i][0], star[i][1]);
    n += sprintf(text + n, "%sl 1 2 3 4 5 6 7 8 9 10 1\n%s", hole,
                 backward ? "l 14 13 12 11 14\n" : "l 11 12 13 14 11\n");
    check_flat(text, 0.1);
    check_flat(text, 0.02);
  }
  /* each arm of the star is a pair of faces between the hole and the rim: their shared edges are
     not outline */
  int n = 0;
  for (int i = 0; i < 10; i++) n += sprintf(text + n, "v %g %g 0\n", star[i][0], star[i][1]);
  sprintf(text + n, "%sf 1 2 13 12 10\nf 2 3 4 13\nf 4 5 6 14 13\nf 6 7 8 11 14\nf 8 9 10 12 11\n",
          hole);
  check_flat(text, 0.05);
}

/* ---- files ---------------------------------------------------------------------------------- */

static const char awkward[] =
    "\xEF\xBB\xBF# a cube as modellers write it\r\nmtllib a.mtl\r\no cube\r\n"
    "v -0 0.0 0e5 1.0\r\nv 1.e0 +0 .0\r\nv 1 10e-1 0\r\nv 0 1 0\r\nvt 0.5 0.5\r\nvn 0 0 "
    "1\r\nusemtl steel\r\ns off\r\n"
    "f 1/1/1 4/1/1 3/1/1 2/1/1\r\nv 0 0 1\r\nv\t1\t0\t1\r\nv 1 1 1\r\nv 0 1 1\r\nf -4//1 -3//1 "
    "-2//1 -1//1 # top\r\n"
    "v 0 0 0\r\nv 1 0 0\r\nv 1 0 1\r\nv 0 0 1\r\nf 9 10 \\\r\n  11 12\r\nf 2 3 7 6\r\nf 3/1 4/1 "
    "8/1 7/1\r\nf 4 1 5 8\r\nf 1 1 2\r\n";

/* Comments, line ends, exponents, slashes, numbers from behind, vertices written twice, faces of no
   area, a line cut in two: it is the same cube; and a surface that is inside out is turned round.
   */
static void hard_to_read(void **state) {
  (void)state;
  lg_world *plain = library(3, 0.1, CUBE_OBJ, 1);
  lg_id a = add_mesh(plain);
  lg_world *w = library(3, 0.1, awkward, 1);
  lg_id b = add_mesh(w);
  clear();
  add_icosphere(&s, 0, 0, 0, 1, 2, false);
  lg_world *out = library(3, 0.1, solid_text(&s, false), 1);
  lg_id c = add_mesh(out);
  lg_world *in = library(3, 0.1, solid_text(&s, true), 1);
  lg_id d = add_mesh(in);
  for (int n = 0; n < 1000; n++) {
    double p[3];
    probe(n, 3, p);
    assert_near(distance_at(plain, a, p[0], p[1], p[2]), distance_at(w, b, p[0], p[1], p[2]), 1e-7);
    assert_near(distance_at(out, c, p[0], p[1], p[2]), distance_at(in, d, p[0], p[1], p[2]), 1e-7);
  }
  lg_world_free(plain);
  lg_world_free(w);
  lg_world_free(out);
  lg_world_free(in);
}

static void refuse_text(int dim, const char *text, const char *word) {
  lg_world *w = library(dim, 0.1, text, 1);
  refused(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj")), word);
  assert_non_null(strstr(lg_error(w), "a.obj"));
  assert_int_equal(lg_object_count(w), 0);
  lg_world_free(w);
}

#define TET "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static void refusals(void **state) {
  (void)state;
  refuse_text(3, TET "f 1 3 2\nf 1 2 4\nf 2 3 4\n", "edge from (0, 0, 0) to (0, 1, 0) m (line 5)");
  refuse_text(3, TET "f 1 3 2\nf 1 2 4\nf 2 3 4\n", "one of 3");
  refuse_text(3, TET "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n", "opposite sides");
  refuse_text(3, TET "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 1 4 3\nf 1 3 4\n", "4 faces meet");
  refuse_text(3, TET "f 1 2 3\nf 3 2 1\n", "no volume");
  refuse_text(3, TET "f 1 3 2\nf 1 2 5\n", "line 6: a corner names no vertex");
  refuse_text(3, TET "f 1 2\n", "three corners");
  refuse_text(3, TET "f 0 1 2\n", "no vertex");
  refuse_text(3, "v 1 2\n", "line 1: a vertex needs three numbers");
  refuse_text(3, "v 1 2 x\n", "three numbers");
  refuse_text(3, "v 1 2 1e30\n", "1e15");
  refuse_text(3, "v 0 0 0\nv 1 0 0\nv 0.1 0.1 0\nv 0 1 0\nf 2 3 4 1\n", "not convex");
  refuse_text(3, SQUARE_OBJ, "no faces");
  refuse_text(3, "", "no faces");
  refuse_text(2, CUBE_OBJ, "not flat: its z runs from 0 to 1");
  refuse_text(2, "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n", "is open at (0, 0) m (line 4)");
  refuse_text(2, "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nl 1 2 3 4 1\n", "crosses itself");
  refuse_text(2, SQUARE_OBJ "l 1 3\n", "more than two lines");
  lg_world *w = library(3, 0.1, CUBE_OBJ, 1);
  refused(w, "shape.mesh", LG_ARGS(lg_text("file", "b.obj")), "cannot read 'b.obj': no such file");
  lg_world_free(w);
  w = space(3, -1, 1, 0.1);
  refused(w, "shape.mesh", LG_ARGS(lg_text("file", "b.obj")), "no reader");
  lg_world_free(w);
}

/* ---- life ----------------------------------------------------------------------------------- */

/* The grid's nodes are the same bits for any number of threads. */
static void threads(void **state) {
  (void)state;
  static float first[2000];
  clear();
  add_icosphere(&s, 0, 0, 0, 1, 3, false);
  static const int64_t counts[] = {1, 2, 3, 7};
  for (int i = 0; i < 4; i++) {
    lg_world *w = library(3, 0.1, solid_text(&s, false), counts[i]);
    lg_id id = add_mesh(w);
    for (int n = 0; n < 2000; n++) {
      double p[3];
      probe(n, 3, p);
      float x[3] = {(float)p[0], (float)p[1], (float)p[2]}, d = lg_distance(w, id, x);
      if (i == 0) first[n] = d;
      assert_memory_equal(&first[n], &d, sizeof d);
    }
    lg_world_free(w);
  }
}

/* What rains on a mesh stays out of it, fast or slow; and it is hit. */
static void rain(void **state) {
  (void)state;
  clear();
  add_torus(&s, 0.7, 0.3, 24, 12);
  lg_world *w = library(3, 0.05, solid_text(&s, false), 1);
  lg_id mesh = add_mesh(w);
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", mesh))));
  for (int i = 0; i < 400; i++) {
    float x[3] = {-1.4f + 0.14f * (float)(i % 20), -1.4f + 0.14f * (float)(i / 20), 1.2f};
    float v[3] = {0, 0, -3.0f - (float)(i % 7) * 30};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  double deepest = 1;
  for (int frame = 0; frame < 40; frame++) {
    step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position");
    for (size_t i = 0; i < x.n; i++)
      deepest = fmin(deepest,
                     distance_at(w, mesh, (double)x.c[0][i], (double)x.c[1][i], (double)x.c[2][i]));
  }
  assert_int_equal(lg_world_count(w), 400);
  assert_true(deepest > 0.02 && deepest < 0.03); /* a particle's radius is 0.025 */
  lg_world_free(w);
}

static int reads;
static bool counting(void *user, const char *path, lg_take_fn *take, void *sink, lg_why *why) {
  reads++;
  return read_memory(user, path, take, sink, why);
}

/* an allocator that fails when `left` requests were granted */
typedef struct purse {
  long left;
  size_t held;
} purse;
static void *purse_realloc(void *user, void *old, size_t old_bytes, size_t new_bytes) {
  purse *p = user;
  if (new_bytes && p->left-- == 0) {
    p->left = 0;
    return NULL;
  }
  void *fresh = new_bytes ? aligned_alloc(64, (new_bytes + 63) / 64 * 64) : NULL;
  if (fresh && old) memcpy(fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
  p->held = p->held + new_bytes - (old ? old_bytes : 0);
  free(old);
  return fresh;
}

/* One file, one mesh: two shapes read it once, and their memory goes when the last of them goes. */
static void shared_and_freed(void **state) {
  (void)state;
  static memory_file files[] = {{"a.obj", CUBE_OBJ}, {NULL, NULL}};
  purse account = {1000000, 0};
  lg_world_def def = space_def(3, -1, 1, 0.1);
  def.read = counting;
  def.read_user = files;
  def.alloc = purse_realloc;
  def.alloc_user = &account;
  lg_world *w = space_of(def);
  reads = 0;
  lg_id a = add_mesh(w);
  size_t one = account.held;
  lg_id b = add_mesh(w);
  assert_int_equal(reads, 1);
  assert_true(account.held - one < 4096);
  assert_true(lg_remove(w, a));
  assert_near(distance_at(w, b, 0.5, 0.5, 0.5), -0.5, 1e-5);
  assert_true(lg_remove(w, b));
  assert_true(account.held < one / 2);
  add_mesh(w);
  assert_int_equal(reads, 2);
  assert_near((double)account.held, (double)one, 4096);
  lg_world_free(w);
  assert_int_equal(account.held, 0);
}

/* Every request for memory may be the one that fails: refused with a sentence, and nothing is lost.
   */
static void out_of_memory(void **state) {
  (void)state;
  static memory_file solid_file[] = {{"a.obj", CUBE_OBJ}, {NULL, NULL}},
                     flat_file[] = {{"a.obj", SQUARE_OBJ}, {NULL, NULL}};
  for (int dim = 2; dim <= 3; dim++) {
    int refusals_seen = 0;
    for (long left = 0; left < 60; left++) {
      purse account = {1000000, 0};
      lg_world_def def = space_def(dim, -1, 1, 0.1);
      def.read = read_memory;
      def.read_user = dim == 2 ? flat_file : solid_file;
      def.alloc = purse_realloc;
      def.alloc_user = &account;
      lg_world *w = space_of(def);
      account.left = left;
      lg_id id = lg_add(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj")));
      if (!id) assert_non_null(strstr(lg_error(w), "memory"));
      else assert_near(distance_at(w, id, 0.5, 0.5, 0.5), -0.5, 1e-5);
      refusals_seen += !id;
      lg_world_free(w);
      assert_int_equal(account.held, 0);
    }
    assert_true(refusals_seen > 8 && refusals_seen < 60);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(icosphere),    cmocka_unit_test(cube_is_a_box),
      cmocka_unit_test(sides),        cmocka_unit_test(sharp_corners),
      cmocka_unit_test(polygons),     cmocka_unit_test(hard_to_read),
      cmocka_unit_test(refusals),     cmocka_unit_test(threads),
      cmocka_unit_test(rain),         cmocka_unit_test(shared_and_freed),
      cmocka_unit_test(out_of_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
