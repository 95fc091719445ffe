/* Parameter rows: what they take, what they refuse and in which words, and that they read back what
   was written. The kind under test is this file's own, with a row of every type. */
#include "core/param/param.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

typedef struct tap {
  float rate;
  bool open;
  int64_t count;
  float axis[3];
  float spin[3];
  float color[4];
  int kernel;
  char label[LG_TEXT_MAX];
  lg_id shape;
  lg_refs parts;
  lg_id wind;
  float radius;
  float support;
} tap;

static const lg_param rows[] = {
    LG_ROW_FLOAT(tap, rate, 5, 0, 10, "1/s", "rate"),
    LG_ROW_BOOL(tap, open, true, "open"),
    LG_ROW_INT(tap, count, 3, -4, LG_HUGE, "1", "count"),
    LG_ROW_VEC(tap, axis, 1, 2, 3, "m", "axis"),
    LG_ROW_AXIAL(tap, spin, "rad/s", "spin"),
    LG_ROW_(tap, color, LG_COLOR, 0.25, 0.5, 0.75, 1, 0, 0, "", NULL, "color", 0),
    LG_ROW_CHOICE(tap, kernel, 1, "cubic_spline|wendland_c2|poly6|spiky", "kernel"),
    LG_ROW_(tap, label, LG_TEXT, 0, 0, 0, 0, 0, 0, "", NULL, "label", 0),
    LG_ROW_REF(tap, shape, LG_SHAPE, 0, "shape"),
    LG_ROW_REF(tap, parts, LG_SHAPE, LG_LIST, "parts"),
    LG_ROW_REF(tap, wind, LG_FIELD, 0, "wind"),
    LG_ROW_(tap, radius, LG_FLOAT, 0, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL, "radius", LG_REQUIRED),
    LG_ROW_BY_DIM(tap, support, 2.8, 2, 1, 6, "spacings", "support"),
    LG_ROWS_END};
static const lg_kind kind = {.name = "tap",
                             .family = LG_FAMILY_EMITTER,
                             .doc = "A tap.",
                             .size = sizeof(tap),
                             .params = rows};

static void refused_at(int dim, const lg_arg *args, const char *sentence) {
  lg_why why = {""};
  tap t, before;
  memset(&t, 0x5a, sizeof t);
  before = t;
  assert_false(lg_param_apply(&kind, &t, args, dim, false, &why));
  assert_string_equal(why.text, sentence);
  assert_memory_equal(&t, &before, sizeof t); /* nothing half done */
}
#define refused(sentence, ...) refused_at(2, LG_ARGS(__VA_ARGS__), sentence)

static tap made(int dim, const lg_arg *args) {
  lg_why why = {""};
  tap t;
  memset(&t, 0x5a, sizeof t);
  if (!lg_param_apply(&kind, &t, args, dim, true, &why)) fail_msg("refused: %s", why.text);
  return t;
}

/* The sentences, word by word: subject, value, limit, unit, cure. */
static void refusals_say_why(void **state) {
  (void)state;
  refused("tap: unknown option 'raet' (did you mean 'rate'?)", lg_num("raet", 1));
  refused("tap: unknown option 'xyzzy_plugh'; known: rate, open, count, axis, spin, color, kernel, "
          "label, shape, parts, wind, "
          "radius, support, name",
          lg_num("xyzzy_plugh", 1));
  refused("tap: option 'rate' must be a number, got text", lg_text("rate", "fast"));
  refused("tap: option 'rate' must be a number, got true", lg_bool("rate", true));
  refused("tap: option 'rate' must be a number, got 2 numbers", lg_vec2("rate", 1, 2));
  refused("tap: option 'rate' must be a number, got an object", lg_ref("rate", 1));
  refused("tap: option 'open' must be true or false, got a number", lg_num("open", 1));
  refused("tap: rate = -1 1/s is below its least value 0 1/s", lg_num("rate", -1));
  refused("tap: rate = 10.5 1/s is above its greatest value 10 1/s", lg_num("rate", 10.5));
  refused("tap: rate = inf must be finite", lg_num("rate", INFINITY));
  refused("tap: rate = nan must be finite", lg_num("rate", (double)NAN));
  refused("tap: radius = 0 m must be greater than 0", lg_num("radius", 0));
  refused("tap: count = 2.5 must be a whole number", lg_num("count", 2.5));
  refused("tap: count = -5 is below its least value -4", lg_num("count", -5));
  refused("tap: count = 1e+17 is above its greatest value 9.00719925e+15", lg_num("count", 1e17));
  refused("tap: kernel = 'wendlan' is not one of cubic_spline, wendland_c2, poly6, spiky (did you "
          "mean 'wendland_c2'?)",
          lg_text("kernel", "wendlan"));
  refused("tap: kernel = 'poly' is not one of cubic_spline, wendland_c2, poly6, spiky (did you "
          "mean 'poly6'?)",
          lg_text("kernel", "poly"));
  refused("tap: kernel = 'gauss' is not one of cubic_spline, wendland_c2, poly6, spiky",
          lg_text("kernel", "gauss"));
  refused("tap: option 'kernel' must be text (one of cubic_spline, wendland_c2, poly6, spiky), got "
          "a number",
          lg_num("kernel", 1));
  refused("tap: color.green = 1.5 is above its greatest value 1", lg_vec3("color", 0, 1.5, 0));
  refused("tap: option 'color' must be a color (3 or 4 numbers), got 2 numbers",
          lg_vec2("color", 0, 1));
  refused("tap: option 'label' must be text, got a number", lg_num("label", 1));
  refused("tap: option 'shape' must be a shape, got a number", lg_num("shape", 1));
  refused("tap: option 'parts' must be a list of shapes, got text", lg_text("parts", "a"));
  refused("tap: option 'wind' must be a field, got text", lg_text("wind", "a"));
  refused("tap: option 'rate' is given twice", lg_num("rate", 1), lg_num("rate", 2));
  refused("tap: the name 'a b' must not hold blanks, quotes, '.' or '='", lg_text("name", "a b"));
  refused("tap: option 'name' must be text, got a number", lg_num("name", 1));
  /* count stays too */
  refused("tap: rate = 11 1/s is above its greatest value 10 1/s", lg_num("count", 1),
          lg_num("rate", 11));
}

/* Vectors have as many numbers as the world has dimensions; a turn has one in 2-D; an unknown
   dimension (0) takes either. */
static void vectors_fit_the_dimension(void **state) {
  (void)state;
  refused_at(2, LG_ARGS(lg_vec3("axis", 1, 2, 3)),
             "tap: option 'axis' must be 2 numbers in a 2-D world, got 3 numbers");
  refused_at(3, LG_ARGS(lg_vec2("axis", 1, 2)),
             "tap: option 'axis' must be 3 numbers in a 3-D world, got 2 numbers");
  refused_at(2, LG_ARGS(lg_num("axis", 1)),
             "tap: option 'axis' must be 2 numbers in a 2-D world, got a number");
  refused_at(2, LG_ARGS(lg_vec3("spin", 0, 0, 1)),
             "tap: option 'spin' must be 1 number in a 2-D world, got 3 numbers");
  refused_at(3, LG_ARGS(lg_num("spin", 1)),
             "tap: option 'spin' must be 3 numbers in a 3-D world, got a number");
  refused_at(0, LG_ARGS(lg_num("axis", 1)),
             "tap: option 'axis' must be 2 or 3 numbers, got a number");
  refused_at(0, LG_ARGS(lg_vec2("spin", 1, 2)),
             "tap: option 'spin' must be 1 or 3 numbers, got 2 numbers");
  refused_at(3, LG_ARGS(lg_vec3("axis", 1, (double)NAN, 3)), "tap: axis.y = nan must be finite");
  lg_arg radius = lg_num("radius", 1), lone = lg_num("spin", 0.5);
  tap t = made(2, LG_ARGS(radius, lg_vec2("axis", 4, 5), lone));
  assert_true(t.axis[0] == 4 && t.axis[1] == 5 && t.axis[2] == 0);
  assert_true(t.spin[0] == 0 && t.spin[1] == 0 && t.spin[2] == 0.5f);
  lone.type = LG_VEC;
  t = made(2, LG_ARGS(radius, lone));
  assert_true(t.spin[2] == 0.5f && t.spin[0] == 0);
  t = made(3, LG_ARGS(radius, lg_vec3("spin", 1, 2, 3), lg_vec3("axis", 4, 5, 6)));
  assert_true(t.spin[0] == 1 && t.spin[2] == 3 && t.axis[2] == 6);
  t = made(0, LG_ARGS(radius, lg_vec2("axis", 4, 5), lone));
  assert_true(t.axis[1] == 5 && t.axis[2] == 0 && t.spin[2] == 0.5f);
}

/* Defaults are the rows', in the storage that laguna.h gives each type; in 2-D the third component
   is 0. */
static void defaults_come_from_the_rows(void **state) {
  (void)state;
  lg_why why;
  assert_false(lg_param_check(&kind, LG_NO_ARGS, 2, true, &why));
  assert_string_equal(why.text, "tap: radius is required");
  assert_true(lg_param_check(&kind, LG_NO_ARGS, 2, false, &why));
  tap t = made(2, LG_ARGS(lg_num("radius", 0.25)));
  assert_true(t.rate == 5 && t.open && t.count == 3 && t.kernel == 1 && t.radius == 0.25f &&
              t.support == 2.8f);
  assert_true(t.axis[0] == 1 && t.axis[1] == 2 && t.axis[2] == 0);
  assert_true(t.color[0] == 0.25f && t.color[3] == 1);
  assert_true(t.label[0] == 0 && t.shape == 0 && t.parts.n == 0 && t.wind == 0);
  t = made(3, LG_ARGS(lg_num("radius", 0.25)));
  assert_true(t.axis[2] == 3 && t.support == 2);
}

static lg_arg value(const tap *t, const char *name, int dim) {
  lg_arg a;
  if (!lg_param_read(&kind, t, name, dim, &a)) fail_msg("%s cannot be read", name);
  assert_string_equal(a.name, name);
  return a;
}

/* What is written is read back, in the argument types of laguna.h: applying what was read changes
   nothing. */
static void values_read_back(void **state) {
  (void)state;
  lg_why why;
  lg_arg parts = lg_ref("parts", 7), out;
  parts.n = 3;
  parts.ref[1] = 8;
  parts.ref[2] = 9;
  tap t =
      made(2, LG_ARGS(lg_num("rate", 0.1), lg_bool("open", false), lg_num("count", -4),
                      lg_vec2("axis", 0.2, -0.3), lg_num("spin", 1.1), lg_vec3("color", 0, 1, 0.5),
                      lg_text("kernel", "spiky"), lg_text("label", "water"), lg_ref("shape", 5),
                      parts, lg_num("radius", 1e-6), lg_text("name", "cold")));
  /* not 0.10000000149: the shortest decimal of the float */
  assert_true(value(&t, "rate", 2).v[0] == 0.1);
  assert_true(value(&t, "radius", 2).v[0] == 1e-6);
  assert_true(value(&t, "open", 2).type == LG_BOOL && value(&t, "open", 2).v[0] == 0);
  assert_true(value(&t, "count", 2).v[0] == -4);
  assert_true(value(&t, "axis", 2).n == 2 && value(&t, "axis", 2).v[1] == -0.3);
  assert_true(value(&t, "axis", 3).n == 3);
  assert_true(value(&t, "spin", 2).n == 1 && value(&t, "spin", 2).v[0] == 1.1);
  assert_true(value(&t, "spin", 3).n == 3 && value(&t, "spin", 3).v[2] == 1.1);
  assert_true(value(&t, "color", 2).n == 4 && value(&t, "color", 2).v[3] == 1);
  assert_true(value(&t, "parts", 2).n == 3 && value(&t, "parts", 2).ref[2] == 9);
  assert_true(value(&t, "shape", 2).n == 1 && value(&t, "shape", 2).ref[0] == 5);
  assert_true(value(&t, "wind", 2).n == 1 && value(&t, "wind", 2).ref[0] == 0);
  assert_true(lg_param_read(&kind, &t, "kernel", 2, &out) && strcmp(out.text, "spiky") == 0);
  assert_true(lg_param_read(&kind, &t, "label", 2, &out) && strcmp(out.text, "water") == 0);
  assert_false(lg_param_read(&kind, &t, "pressure", 2, &out));
  for (const lg_param *r = rows; r->name; r++) {
    tap again = t;
    lg_arg args[2] = {lg_end(), lg_end()};
    assert_true(lg_param_read(&kind, &t, r->name, 2, &args[0]));
    if (!lg_param_apply(&kind, &again, args, 2, false, &why))
      fail_msg("%s does not take back its value: %s", r->name, why.text);
    assert_memory_equal(&again, &t, sizeof t);
  }
}

/* A shorter text leaves nothing of the longer one behind, and one that does not fit is refused
   whole. */
static void texts_fit(void **state) {
  (void)state;
  lg_why why;
  char text[LG_TEXT_MAX + 1];
  memset(text, 'x', sizeof text);
  text[LG_TEXT_MAX] = 0;
  refused("tap: label is 256 bytes long, more than 255", lg_text("label", text));
  text[LG_TEXT_MAX - 1] = 0;
  tap t = made(2, LG_ARGS(lg_num("radius", 1), lg_text("label", text)));
  assert_string_equal(t.label, text);
  assert_true(lg_param_apply(&kind, &t, LG_ARGS(lg_text("label", "ab")), 2, false, &why));
  for (int i = 2; i < LG_TEXT_MAX; i++) assert_int_equal(t.label[i], 0);
}

/* References: how many there may be; ids of 0 pass, because a definition that is in no world yet
   has no other. */
static void references_are_counted(void **state) {
  (void)state;
  lg_why why;
  lg_arg two = lg_ref("shape", 1), many = lg_ref("parts", 1);
  two.n = 2;
  many.n = LG_REFS_MAX + 1;
  refused("tap: option 'shape' must be a shape, got a list of objects", two);
  refused("tap: parts has 17 entries, more than 16", many);
  assert_true(
      lg_param_check(&kind, LG_ARGS(lg_ref("shape", 0), lg_ref("parts", 0)), 0, false, &why));
  tap t = made(2, LG_ARGS(lg_num("radius", 1), lg_ref("parts", 0x10007), lg_ref("wind", 0x10008)));
  const lg_id *ids = NULL;
  assert_int_equal(lg_param_refs(lg_param_find(&kind, "parts"), &t, &ids), 1);
  assert_int_equal(ids[0], 0x10007);
  assert_int_equal(lg_param_refs(lg_param_find(&kind, "wind"), &t, &ids), 1);
  assert_int_equal(lg_param_refs(lg_param_find(&kind, "shape"), &t, &ids), 0);
  assert_int_equal(lg_param_refs(lg_param_find(&kind, "rate"), &t, &ids), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refusals_say_why),
      cmocka_unit_test(vectors_fit_the_dimension),
      cmocka_unit_test(defaults_come_from_the_rows),
      cmocka_unit_test(values_read_back),
      cmocka_unit_test(texts_fit),
      cmocka_unit_test(references_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
