/* The program's face of widgets: rows, values, samples, moves, presses, lines of Lua - compared
   with what the script itself sees. */
#include "bind/scene_file.h"
#include "bind/state.h"

static int make_scene(void **unused) {
  static const char text[] =
      "local lg = require 'laguna'\n"
      "local swirl = lg.slider { name = 'swirl', default = 4, min = -1, max = 20, unit = '1/s', "
      "doc = 'how fast it turns' }\n"
      "local liquid = lg.choice { name = 'liquid', 'water', 'honey' }\n"
      "local seen = lg.plot { name = 'seen', 'swirl', 'honey' }\n"
      "lg.button { name = 'double', press = function() swirl.value = 2 * swirl.value end }\n"
      "loads = 1\n"
      "local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0} }\n"
      "world:add(lg.emitter.point { name = 'tap', center = {0.5, 0.5} })\n"
      "function world:after_step() seen:add(world.time, swirl.value, liquid.value == 'honey' and 1 "
      "or 0) end\n"
      "return world\n";
  scene_make(unused);
  put_file(path, text);
  return 0;
}

static lg_scene *load(void) {
  lg_why why = {""};
  lg_scene_options o = {.path = path, .threads = 1, .seed = -1};
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  return s;
}

static void rows_and_values(void **unused) {
  lg_scene *s = load();
  lg_param row;
  lg_arg value;
  (void)unused;
  assert_true(lg_scene_control(s, 0, &row, &value));
  assert_string_equal(row.name, "swirl");
  assert_int_equal(row.type, LG_FLOAT);
  assert_true(row.min == -1 && row.max == 20 && row.def[0] == 4 && value.v[0] == 4);
  assert_string_equal(row.unit, "1/s");
  assert_string_equal(row.doc, "how fast it turns");
  assert_true(lg_scene_control(s, 1, &row, &value));
  assert_int_equal(row.type, LG_CHOICE);
  assert_string_equal(row.choices, "water|honey");
  assert_string_equal(value.text, "water");
  assert_false(lg_scene_control(s, 2, &row, &value));
  assert_string_equal(lg_scene_button(s, 0), "double");
  assert_null(lg_scene_button(s, 1));
  assert_string_equal(lg_scene_plot(s, 0), "seen");
  assert_null(lg_scene_plot(s, 1));
  assert_string_equal(lg_scene_curve(s, 0, 2), "honey");
  assert_null(lg_scene_curve(s, 0, 3));
  lg_scene_free(s);
}

static void moves_and_presses_reach_the_script(void **unused) {
  lg_scene *s = load();
  float times[8], swirl[8], honey[8];
  lg_arg to = lg_num("swirl", 7), liquid = lg_text("liquid", "honey");
  (void)unused;
  assert_true(lg_scene_step(s, 0.5));
  assert_true(lg_scene_move(s, &to));
  assert_true(lg_scene_move(s, &liquid));
  assert_true(lg_scene_step(s, 0.5));
  assert_true(lg_scene_press(s, "double"));
  assert_true(lg_scene_step(s, 0.5));
  to.v[0] = 99; /* a slider stops at its end */
  assert_true(lg_scene_move(s, &to));
  assert_true(lg_scene_step(s, 0.5));
  assert_int_equal(lg_scene_samples(s, 0, 0, times, 8), 4);
  assert_int_equal(lg_scene_samples(s, 0, 1, swirl, 8), 4);
  assert_int_equal(lg_scene_samples(s, 0, 2, honey, 3), 3);
  const float want[4] = {4, 7, 14, 20};
  for (int i = 0; i < 4; i++) {
    assert_true(times[i] == 0.5f * (float)(i + 1));
    assert_true(swirl[i] == want[i]);
  }
  assert_true(honey[0] == 0 && honey[1] == 1);
  assert_false(lg_scene_press(s, "double")); /* 40 is beyond the end: the script's own error */
  assert_non_null(strstr(lg_scene_error(s), ":5: slider 'swirl': value = 40 is outside -1 .. 20"));
  lg_scene_free(s);
}

static void lines_of_lua(void **unused) {
  lg_scene *s = load();
  char answer[256];
  (void)unused;
  assert_true(lg_scene_eval(s, "loads + 1", answer, sizeof answer));
  assert_string_equal(answer, "2");
  assert_true(lg_scene_eval(s, "tap.rate = 250", answer, sizeof answer));
  lg_arg a;
  assert_true(lg_get(lg_scene_world(s, 0), lg_find(lg_scene_world(s, 0), "tap"), "rate", &a));
  assert_true(a.v[0] == 250);
  assert_false(lg_scene_eval(s, "tap.rat = 1", answer, sizeof answer));
  assert_non_null(strstr(answer, "did you mean 'rate'?"));
  assert_string_equal(lg_scene_error(s), "");
  lg_scene_free(s);
}

static void parameters_by_hand(void **unused) {
  lg_scene *s = load();
  lg_id tap = lg_find(lg_scene_world(s, 0), "tap");
  lg_arg a;
  (void)unused;
  assert_true(lg_scene_set(s, 0, tap, LG_ARGS(lg_num("rate", 10))));
  assert_true(lg_get(lg_scene_world(s, 0), tap, "rate", &a) && a.v[0] == 10);
  assert_false(lg_scene_set(s, 0, tap, LG_ARGS(lg_num("rate", -1))));
  assert_non_null(strstr(lg_scene_error(s), "rate"));
  assert_true(lg_get(lg_scene_world(s, 0), tap, "rate", &a) && a.v[0] == 10);
  lg_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_and_values),
      cmocka_unit_test(moves_and_presses_reach_the_script),
      cmocka_unit_test(lines_of_lua),
      cmocka_unit_test(parameters_by_hand),
  };
  return cmocka_run_group_tests(tests, make_scene, NULL);
}
