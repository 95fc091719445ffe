/* Maps of colliders against brute sums over the solid: spheres, boxes, containers, thin plates,
   moved and turned, in 2-D and 3-D; and what happens where a map ends or would be too large. */
#include "core/brute.h"
#include "core/walls/volume_map.h"

#include <stdio.h>

static const float DX = 0.05f; /* m, spacing */

static lg_kernel kernel_of(int dim) {
  return lg_kernel_make(LG_CUBIC_SPLINE, dim, (double)(DX * (dim == 2 ? 2.8f : 2.0f)));
}

/* Open edges: what is felt is the collider alone. */
static lg_world *open_world(int dim, double side) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds3(0, 0, 0, (float)side, (float)side, (float)side);
  def.bounds.dim = dim;
  def.spacing = DX;
  def.threads = 2;
  for (int k = 0; k < 3; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  return w;
}

static lg_arg vec(const lg_world *w, const char *name, double x, double y, double z) {
  return w->dim == 3 ? lg_vec3(name, x, y, z) : lg_vec2(name, x, y);
}

static lg_id add_box(lg_world *w, double min, double max) {
  return lg_add(w, "shape.box",
                LG_ARGS(vec(w, "min", min, min, min), vec(w, "max", max, max, max)));
}

static void add_solid(lg_world *w, lg_id shape, bool moved) {
  lg_arg turn = w->dim == 3 ? lg_vec3("rotation", 0.3, 0.5, 0.2) : lg_num("rotation", 0.5);
  lg_arg at = vec(w, "translation", 0.3, -0.2, 0.1);
  lg_id id =
      moved ? lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", shape), turn, at, lg_text("name", "it")))
            : lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape), lg_text("name", "it")));
  if (!id) fail_msg("no collider: %s", lg_error(w));
  lg_kernel k = kernel_of(w->dim);
  assert_true(lg_walls_prepare(w, &k));
}

static double solid(const void *user, const float x[3]) {
  const lg_world *w = user;
  return (double)(lg_distance(w, lg_find(w, "it"), x) + w->walls->table.shift);
}

/* A random point whose distance to the collider is between -R / 4 and R: where particles can be and
   feel it. */
static void near_point(const lg_world *w, uint32_t *seed, float x[3]) {
  float R = w->walls->table.kernel.radius, d;
  do {
    for (int k = 0; k < 3; k++) x[k] = k < w->dim ? w->def.bounds.max[k] * uniform(seed) : 0;
    d = lg_distance(w, lg_find(w, "it"), x);
  } while (d > R || d < -0.25f * R);
}

/* Share within 0.4 % of 1, gradient within 3 % of the largest, at `n` points; finer cubes in 2-D,
   where they are cheap. */
static void compare(const lg_world *w, int n) {
  lg_kernel k = kernel_of(w->dim);
  uint32_t seed = 99;
  float top, unused;
  lg_half_space_at(&w->walls->table, -w->walls->table.shift, &unused, &top);
  for (int i = 0; i < n; i++) {
    float x[3], fraction, grad[3];
    near_point(w, &seed, x);
    lg_walls_at(w, x, &fraction, grad);
    brute b = layered(brute_sum(&k, x, solid, w, w->dim == 2 ? 60 : 24), &w->walls->table,
                      lg_distance(w, lg_find(w, "it"), x));
    assert_near(fraction, b.fraction, 0.004);
    for (int a = 0; a < 3; a++) assert_near(grad[a] / top, b.grad[a] / (double)top, 0.03);
  }
}

/* Proves a curved surface, moved and turned. */
static void sphere_equals_brute_force(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = open_world(dim, 2);
    add_solid(w,
              lg_add(w, "shape.sphere", LG_ARGS(vec(w, "center", 1, 1, 1), lg_num("radius", 0.3))),
              true);
    compare(w, dim == 2 ? 60 : 20);
    lg_world_free(w);
  }
}

/* Proves convex edges and corners: the box is 6 spacings wide, so that half of the points feel more
   than one face. */
static void box_equals_brute_force(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = open_world(dim, 2);
    add_solid(w, add_box(w, 0.85, 1.15), true);
    compare(w, dim == 2 ? 60 : 20);
    lg_world_free(w);
  }
}

/* Proves physics 7, a wall thinner than R: the map of a plate 1.5 spacings thick is I(d + shift) -
   I(d + thickness - shift), by the table of half-spaces, within 0.8 %
   (where nothing is behind it, as fluid reads it). */
static void plate_is_a_difference_of_half_spaces(void **state) {
  (void)state;
  lg_world *w = open_world(2, 2);
  const float thick = 1.5f * DX;
  add_solid(
      w,
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -1, 1 - (double)thick), lg_vec2("max", 3, 1))),
      false);
  for (int i = 0; i < 40; i++) {
    float d = 2.8f * DX * (float)i / 40, x[3] = {1, 1 + d, 0}, fraction, grad[3], front, back,
          slope;
    lg_walls_at(w, x, &fraction, grad);
    const float far = thick - 2 * w->walls->table.shift;
    lg_half_space_integral_at(&w->walls->table, d, &front, &slope);
    lg_half_space_integral_at(&w->walls->table, d + far, &back, &slope);
    assert_near(fraction, front - back, 0.008);
  }
  lg_world_free(w);
}

/* Proves that a container made of a box's complement is the same as the world's own edges, corners
   included: fraction within 1.5 % (there neither knows what a lattice is), 0.25 % beside a flat
   wall. */
static void container_equals_edges(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *inside = open_world(dim, 1), *edges = open_world(dim, 1);
    lg_kernel k = kernel_of(dim);
    add_solid(inside,
              lg_add(inside, "shape.complement", LG_ARGS(lg_ref("shape", add_box(inside, 0, 1)))),
              false);
    for (int a = 0; a < 3; a++) edges->def.edges[a][0] = edges->def.edges[a][1] = LG_EDGE_WALL;
    assert_true(lg_walls_prepare(edges, &k));
    uint32_t seed = 5;
    for (int i = 0; i < 2000; i++) {
      float x[3] = {0, 0, 0}, one, other, grad[3];
      int felt = 0;
      for (int a = 0; a < dim; a++) x[a] = uniform(&seed);
      for (int a = 0; a < dim; a++) felt += x[a] < k.radius || x[a] > 1 - k.radius;
      lg_walls_at(inside, x, &one, grad);
      lg_walls_at(edges, x, &other, grad);
      assert_near(one, other, felt > 1 ? 0.015 : 0.0025);
    }
    lg_world_free(inside);
    lg_world_free(edges);
  }
}

static double floor_and_box(const void *user, const float x[3]) {
  const lg_world *w = user;
  return fmin((double)(x[1] + w->walls->table.shift), solid(w, x));
}

/* Proves that an edge and a collider count as perpendicular walls: a box that stands on the floor,
   its side upright. The brute sum over both solids agrees within 0.8 %. */
static void box_on_the_floor(void **state) {
  (void)state;
  lg_world *w = open_world(2, 1);
  lg_kernel k = kernel_of(2);
  w->def.edges[1][0] = LG_EDGE_WALL;
  add_solid(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.4, -0.5), lg_vec2("max", 0.6, 0.3))),
            false);
  for (int i = 0; i < 25; i++) {
    float x[3] = {0.399f - 0.03f * (float)(i % 5), 0.005f + 0.03f * (float)(i / 5), 0}, fraction,
          grad[3];
    lg_walls_at(w, x, &fraction, grad);
    const float d = (float)floor_and_box(w, x) - w->walls->table.shift;
    assert_near(fraction,
                layered(brute_sum(&k, x, floor_and_box, w, 80), &w->walls->table, d).fraction,
                0.008);
  }
  lg_world_free(w);
}

/* Proves that value and gradient belong together everywhere in the band, across cells and bricks:
   central differences, 1 % of the largest gradient. */
static void gradient_is_the_derivative(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = open_world(dim, 2);
    float R = kernel_of(dim).radius, step = 0.01f * R;
    uint32_t seed = 31;
    add_solid(w, add_box(w, 0.85, 1.15), true);
    for (int i = 0; i < 300; i++) {
      float x[3], fraction, grad[3];
      near_point(w, &seed, x);
      lg_walls_at(w, x, &fraction, grad);
      for (int a = 0; a < dim; a++) {
        float up[3] = {x[0], x[1], x[2]}, down[3] = {x[0], x[1], x[2]}, high, low, unused[3];
        up[a] += step;
        down[a] -= step;
        lg_walls_at(w, up, &high, unused);
        lg_walls_at(w, down, &low, unused);
        assert_near(R * grad[a], R * (high - low) / (2 * step), 0.014);
      }
    }
    lg_world_free(w);
  }
}

/* Proves both ends of a map: deep inside the fraction is 1 and flat, outside 0 and flat; no jump at
   the border of the bricks (along a line from the middle to far outside it falls steadily). */
static void from_one_to_nothing(void **state) {
  (void)state;
  lg_world *w = open_world(2, 2);
  add_solid(w, lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 1, 1), lg_num("radius", 0.5))),
            false);
  float before = 1, fraction = 0, grad[3];
  for (int i = 0; i < 2000; i++) {
    float x[3] = {1 + 0.0005f * (float)i, 1, 0};
    lg_walls_at(w, x, &fraction, grad);
    assert_true(fraction <= before + 1e-4f && fraction >= before - 0.01f);
    if (i == 0) assert_true(fraction == 1 && grad[0] == 0 && grad[1] == 0);
    before = fraction;
  }
  assert_true(fraction == 0 && grad[0] == 0);
  lg_world_free(w);
}

/* Proves that an unbounded collider is felt also where its map has ended: a floor that is moved and
   turned after the map was made reads what the table says for its distance, with the gradient along
   its normal. */
static void plane_beyond_its_map(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = open_world(dim, 2);
    add_solid(w, lg_add(w, "shape.plane", LG_ARGS(vec(w, "normal", 0, 1, 0))), false);
    const lg_volume_map *map = NULL;
    for (int i = 0; i < w->walls->maps; i++)
      if (w->walls->map[i].key) map = &w->walls->map[i];
    assert_true(map && map->clipped);
    lg_arg turn = dim == 3 ? lg_vec3("rotation", 0, 0, 0.5) : lg_num("rotation", 0.5);
    assert_true(lg_set(w, lg_find(w, "it"), LG_ARGS(vec(w, "translation", 4, 1.5, 0), turn)));
    lg_kernel k = kernel_of(dim);
    assert_true(lg_walls_prepare(w, &k));
    int off = 0;
    for (int i = 0; i < 200; i++) {
      float x[3] = {0.05f * (float)(i % 20), 0.2f * (float)(i / 20) - 0.5f, 0}, fraction, grad[3],
            wanted, slope;
      float d = lg_distance(w, lg_find(w, "it"), x);
      lg_walls_at(w, x, &fraction, grad);
      lg_half_space_at(&w->walls->table, d, &wanted, &slope);
      assert_near(fraction, wanted, 1e-3);
      assert_near(k.radius * grad[0], k.radius * slope * -sinf(0.5f), 0.01);
      assert_near(k.radius * grad[1], k.radius * slope * cosf(0.5f), 0.01);
      off += fraction > 0 && fraction < 1;
    }
    assert_true(off > 5);
    lg_world_free(w);
  }
}

static void remember(void *user, lg_level level, const char *sentence) {
  (void)level;
  snprintf(user, 512, "%s", sentence);
}

/* Proves that a shape too large for its map is said in one sentence, and mapped all the same, only
   less exactly. */
static void too_large_is_said(void **state) {
  (void)state;
  char said[512] = "";
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 400, 400);
  def.spacing = DX;
  def.log = remember;
  def.log_user = said;
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 10, 10), lg_vec2("max", 390, 390)));
  add_solid(w, box, false);
  assert_non_null(strstr(said, "'it'"));
  assert_non_null(strstr(said, "less exact"));
  for (int i = 0; i < 20; i++) {
    float d = 0.14f * (float)i / 20, x[3] = {10 - d, 200, 0}, fraction, grad[3], wanted, slope;
    lg_walls_at(w, x, &fraction, grad);
    lg_half_space_at(&w->walls->table, d, &wanted, &slope);
    assert_near(fraction, wanted, 0.02);
  }
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sphere_equals_brute_force),
                                     cmocka_unit_test(box_equals_brute_force),
                                     cmocka_unit_test(plate_is_a_difference_of_half_spaces),
                                     cmocka_unit_test(container_equals_edges),
                                     cmocka_unit_test(box_on_the_floor),
                                     cmocka_unit_test(gradient_is_the_derivative),
                                     cmocka_unit_test(from_one_to_nothing),
                                     cmocka_unit_test(plane_beyond_its_map),
                                     cmocka_unit_test(too_large_is_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
