/* The nodes of a map, one by one: against the brute sum, against the flat wall's table, for any
   number of threads, and with memory running out. */
#include "core/brute.h"
#include "core/walls/volume_integral.h"

static const float DX = 0.05f; /* m, spacing */

static lg_world *world_with(int dim, const char *shape, int threads) {
  lg_world_def def = small_def(dim);
  def.spacing = DX;
  def.threads = threads;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  const lg_arg size = dim == 3 ? lg_vec3("max", 0.6, 0.5, 0.4) : lg_vec2("max", 0.6, 0.5);
  lg_id id = strcmp(shape, "shape.box") == 0 ? lg_add(w, shape, LG_ARGS(size))
                                             : lg_add(w, shape, LG_ARGS(lg_num("radius", 0.3)));
  if (!id) fail_msg("no shape: %s", lg_error(w));
  return w;
}

static lg_half_space table_of(int dim) {
  lg_kernel k = lg_kernel_make(LG_CUBIC_SPLINE, dim, (double)(DX * (dim == 2 ? 2.8f : 2.0f)));
  lg_half_space t;
  lg_half_space_make(&t, &k, DX);
  return t;
}

static lg_volume_map map_of(lg_world *w, const lg_half_space *t) {
  lg_volume_map map;
  lg_placed_map placed = {.face = {.shape = lg_object_at(w, 0)},
                          .turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  assert_true(lg_volume_map_build(w, &map, t, &placed, "it"));
  return map;
}

typedef struct solid {
  const lg_world *w;
  const lg_half_space *t;
} solid;

static double distance(const void *user, const float x[3]) {
  const solid *s = user;
  return (double)(lg_shape_distance(s->w, lg_object_at(s->w, 0), x) + s->t->shift);
}

static size_t node_count(const lg_volume_map *m) {
  return m->grid.near * lg_bricks_nodes(&m->grid);
}

/* Node n of the bricks in the order of their numbers: where it is. */
static void node_place(const lg_volume_map *m, size_t n, float x[3]) {
  const lg_bricks *g = &m->grid;
  size_t nodes = lg_bricks_nodes(g), brick = 0;
  int first[3], at = (int)(n % nodes);
  while (g->index[brick] != (int32_t)(n / nodes)) brick++;
  lg_bricks_first(g, brick, first);
  const int in[3] = {at % 8, at / 8 % 8, at / 64};
  for (int k = 0; k < 3; k++)
    x[k] = k < g->dim ? g->lo[k] + g->cell * (float)(first[k] + in[k]) : 0;
}

/* Proves what the cells make of a solid: fraction within 0.25 % and gradient within 1.2 % of its
   largest at random nodes, for a curved surface and for edges and corners. */
static void nodes_equal_brute_force(void **state) {
  (void)state;
  uint32_t seed = 2024;
  const char *shapes[] = {"shape.sphere", "shape.box"};
  for (int dim = 2; dim <= 3; dim++)
    for (int s = 0; s < 2; s++) {
      lg_world *w = world_with(dim, shapes[s], 2);
      lg_half_space t = table_of(dim);
      lg_volume_map map = map_of(w, &t);
      solid it = {w, &t};
      float top = t.slope[LG_HALF_SPACE_ENTRIES / 2];
      for (int i = 0; i < (dim == 2 ? 80 : 25); i++) {
        size_t n = (size_t)((float)node_count(&map) * uniform(&seed));
        float x[3];
        node_place(&map, n, x);
        brute b = brute_sum(&t.kernel, x, distance, &it, dim == 2 ? 80 : 28);
        b = layered(b, &t, (float)distance(&it, x) - t.shift);
        assert_near(map.node[n][0], b.fraction, 0.0025);
        for (int k = 0; k < dim; k++)
          assert_near(map.node[n][1 + k] / top, b.grad[k] / (double)top, 0.012);
      }
      lg_volume_map_free(&w->mem, &map);
      lg_world_free(w);
    }
}

/* Proves that the two ways to fill a brick agree: along the middle of the upper face of a box 12
   spacings wide the table is taken (equal to 1e-5), beside its edge the sum over cells; there they
   differ by less than 0.2 % as long as only the face is felt. */
static void flat_bricks_take_the_table(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = world_with(dim, "shape.box", 1);
    lg_half_space t = table_of(dim);
    lg_volume_map map = map_of(w, &t);
    float R = t.kernel.radius;
    int exact = 0, summed = 0;
    for (size_t n = 0; n < node_count(&map); n++) {
      float x[3], fraction, slope;
      node_place(&map, n, x);
      bool face = x[0] > R && x[0] < 0.6f - R && (dim == 2 || (x[2] > R && x[2] < 0.4f - R)) &&
                  x[1] > R;
      if (!face || x[1] > 0.5f + 0.9f * R) continue;
      lg_half_space_at(&t, x[1] - 0.5f, &fraction, &slope);
      assert_near(map.node[n][0], fraction, 0.002);
      assert_near(map.node[n][2] * R, slope * R, 0.02);
      bool same = fabsf(map.node[n][0] - fraction) < 1e-5f && fraction > 0 && fraction < 1;
      exact += same;
      summed += !same && fraction > 0 && fraction < 1;
    }
    assert_true(exact > 0 && summed > 0);
    lg_volume_map_free(&w->mem, &map);
    lg_world_free(w);
  }
}

/* Proves that 1, 2, 3 and 7 threads give the same bits. */
static void threads_do_not_matter(void **state) {
  (void)state;
  const int threads[] = {1, 2, 3, 7};
  lg_half_space t = table_of(3);
  lg_world *one = world_with(3, "shape.sphere", 1);
  lg_volume_map first = map_of(one, &t);
  for (int i = 1; i < 4; i++) {
    lg_world *w = world_with(3, "shape.sphere", threads[i]);
    lg_volume_map map = map_of(w, &t);
    assert_int_equal(node_count(&map), node_count(&first));
    assert_memory_equal(map.node, first.node, node_count(&map) * sizeof *map.node);
    lg_volume_map_free(&w->mem, &map);
    lg_world_free(w);
  }
  lg_volume_map_free(&one->mem, &first);
  lg_world_free(one);
}

/* Proves that each of the requests for memory may be refused: false, an empty map, nothing kept. */
static void gives_back_all_when_refused(void **state) {
  (void)state;
  purse p = {.left = -1};
  lg_world *w = purse_world(2, &p);
  lg_placed_map placed = {.face = {.shape = sphere(w, 0.3)},
                          .turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  lg_half_space t = table_of(2);
  size_t held = p.held;
  int refused = 0;
  for (bool ok = false; !ok && refused < 50;) {
    lg_volume_map map;
    p.left = refused;
    ok = lg_volume_map_build(w, &map, &t, &placed, "it");
    p.left = -1;
    if (ok) lg_volume_map_free(&w->mem, &map);
    else assert_true(!map.node && !map.grid.index && map.grid.near == 0);
    assert_int_equal(p.held, held);
    refused += !ok;
  }
  assert_int_equal(refused, 7); /* index, bricks, cells, scratch, nodes twice, stencil */
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_equal_brute_force), cmocka_unit_test(flat_bricks_take_the_table),
      cmocka_unit_test(threads_do_not_matter), cmocka_unit_test(gives_back_all_when_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
