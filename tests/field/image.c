/* field.image: every pixel where it lies, bilinear between, and what cannot be a picture refused.
   The decoder of these tests makes a pattern up (files.h); that of PNG has
   tests/record/png_read.c. */
#include "field/fields.h"

#include "files.h"

static lg_world *gallery(int dim, pattern *p) {
  lg_world_def def = lg_default_world();
  static const memory_file files[] = {{"a.png", "whatever"}, {NULL, NULL}};
  def.bounds = dim == 2 ? lg_bounds2(-1, -1, 3, 3) : lg_bounds3(-1, -1, -1, 3, 3, 3);
  def.spacing = 0.1f;
  def.read = read_memory;
  def.read_user = (void *)(uintptr_t)files;
  def.decode = decode_pattern;
  def.decode_user = p;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

/* Channel by channel, row 0 at the bottom; 0 to 1. */
static double pixel(const pattern *p, const char *channel, int x, int row) {
  const char *names[] = {"red", "green", "blue", "alpha"};
  double c[4];
  for (int k = 0; k < 4; k++) c[k] = pattern_byte(x, p->height - 1 - row, k) / 255.0;
  for (int k = 0; k < 4; k++)
    if (strcmp(channel, names[k]) == 0) return c[k];
  return c[3] * (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
}

static double at_pixel(const pattern *p, const char *channel, double x, double y) {
  int i = (int)floor(x), j = (int)floor(y), right = i + 1, above = j + 1;
  double tx = x - i, ty = y - j;
  if (right > p->width - 1) right = p->width - 1;
  if (above > p->height - 1) above = p->height - 1;
  return (1 - ty) * ((1 - tx) * pixel(p, channel, i, j) + tx * pixel(p, channel, right, j)) +
         ty * ((1 - tx) * pixel(p, channel, i, above) + tx * pixel(p, channel, right, above));
}

/* Against the same sum in double: middles of pixels, places between, the half pixel along the
   edges, and beside the picture; stretched and as its pixels have it; in 3-D alike for every z. */
static void is_bilinear(void **state) {
  (void)state;
  static const char *const channels[] = {"brightness", "alpha", "red", "green", "blue"};
  pattern p = {.width = 7, .height = 5};
  for (int n = 0; n < 20; n++) {
    int dim = 2 + n % 2;
    bool stretched = n % 4 > 1;
    const char *channel = channels[n / 4];
    double width = 1.4, height = stretched ? 2.1 : 1.0;
    lg_world *w = gallery(dim, &p);
    lg_id f =
        must(w, lg_add(w, "field.image",
                       LG_ARGS(lg_text("file", "a.png"), lg_text("channel", channel),
                               dim == 2 ? lg_vec2("min", 0.2, -0.3) : lg_vec3("min", 0.2, -0.3, 0),
                               lg_num("width", width), lg_num("height", stretched ? height : 0),
                               lg_num("outside", -2))));
    assert_int_equal(lg_field_components(w, f), 1);
    for (int i = 0; i < 400; i++) {
      double at[3], v[3];
      some_point(i, dim, at);
      at[0] = 0.9 + 0.8 * at[0];
      at[1] = 0.5 + 1.3 * at[1];
      assert_true(sample_at(w, f, at, NULL, 0, v));
      double x = (at[0] - 0.2) / width * p.width, y = (at[1] + 0.3) / height * p.height;
      bool beside = x < 0 || y < 0 || x > p.width || y > p.height;
      if (fabs(x * (x - p.width) * y * (y - p.height)) < 1e-4) continue; /* either side will do */
      x = fmin(fmax(x - 0.5, 0), p.width - 1);
      y = fmin(fmax(y - 0.5, 0), p.height - 1);
      assert_near(v[0], beside ? -2 : at_pixel(&p, channel, x, y), 4e-6);
    }
    blocks_agree(w, f, false);
    lg_world_free(w);
  }
}

static void refused(pattern p, lg_decode_fn *decode, const char *sentence) {
  lg_world_def def = lg_default_world();
  static const memory_file files[] = {{"a.png", "whatever"}, {NULL, NULL}};
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.1f;
  def.read = decode ? read_memory : NULL;
  def.read_user = (void *)(uintptr_t)files;
  def.decode = decode ? decode : decode_pattern;
  def.decode_user = &p;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_add(w, "field.image", LG_ARGS(lg_text("file", "a.png"))) == 0);
  if (!strstr(lg_error(w), sentence)) fail_msg("it says: %s", lg_error(w));
  assert_int_equal(lg_object_count(w), 0);
  lg_world_free(w);
}

/* One sentence each, before there is memory for pixels; a decoder that says another size the second
   time is not believed. */
static void is_refused(void **state) {
  (void)state;
  refused((pattern){.width = 1 << 20, .height = 1 << 20}, decode_pattern,
          "1048576 x 1048576 pixels");
  refused((pattern){.width = 4097, .height = 4096}, decode_pattern, "4097 x 4096 pixels");
  refused((pattern){.width = 20000, .height = 1}, decode_pattern, "16384 on a side");
  refused((pattern){.width = 0, .height = 4}, decode_pattern, "0 x 4 pixels");
  refused((pattern){.width = -3, .height = -3}, decode_pattern, "-3 x -3 pixels");
  refused((pattern){.width = 3, .height = 3, .calls = 1}, decode_pattern, "not on a Monday");
  refused((pattern){.width = 3, .height = 3, .calls = 2}, decode_pattern, "not on a Monday");
  refused((pattern){.width = 3, .height = 3}, NULL, "no reader of files");

  pattern p = {.width = 3, .height = 2};
  lg_world *w = gallery(2, &p);
  assert_true(lg_add(w, "field.image", LG_ARGS(lg_text("file", "b.png"))) == 0);
  assert_non_null(strstr(lg_error(w), "image: cannot read 'b.png'"));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_bilinear), cmocka_unit_test(is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
