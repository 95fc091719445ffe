/* What the panel is given: every row of every object with its value, and the script's widgets,
   compared with the world itself. */
#include "viewer/controls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const lg_world *world_at(void *user, int i) {
  (void)i;
  return user;
}

static bool control(void *user, int i, lg_param *row, lg_arg *value) {
  (void)user;
  if (i > 1) return false;
  *row = (lg_param){.name = i ? "liquid" : "swirl",
                    .type = i ? LG_CHOICE : LG_FLOAT,
                    .min = 0,
                    .max = 20,
                    .unit = "1/s",
                    .choices = i ? "water|honey" : NULL,
                    .doc = "turns"};
  *value = i ? lg_text("liquid", "honey") : lg_num("swirl", 7);
  return true;
}

static const char *button(void *user, int i) {
  (void)user;
  return i < 2 ? (i ? "hail" : "splash") : NULL;
}

static lg_world *make_world(void) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.1f;
  def.restitution = 0.25f;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_text("name", "corner"), lg_vec2("max", 0.5, 0.25)));
  assert_true(box && lg_add(w, "emitter.volume",
                            LG_ARGS(lg_text("name", "column"), lg_ref("shape", box),
                                    lg_text("lattice", "hex"))));
  return w;
}

static const lg_control *find(const lg_controls *c, const char *object, const char *row) {
  for (int i = 0; i < c->count; i++)
    if (strcmp(c->control[i].object, object) == 0 && strcmp(c->control[i].row->name, row) == 0)
      return &c->control[i];
  fail_msg("no %s.%s", object, row);
  return NULL;
}

static int rows_of(const lg_kind *k) {
  int n = 0;
  while (k->params[n].name) n++;
  return n;
}

static const char *names(void *user) {
  (void)user;
  return "buffer:get lg.slider lg.solver lg.math.sin object.name object:push particles:add "
         "slider.value "
         "string.upper world.restitution world.solver world.time world:max world:mean "
         "world:measure";
}

static void parameters_of_all_objects(void **state) {
  lg_world *w = make_world();
  lg_viewer_host host = {.user = w,
                         .world = world_at,
                         .widgets = {.control = control, .button = button, .names = names}};
  lg_controls c = {0};
  (void)state;
  for (int turn = 0; turn < 2; turn++) { /* a second taking replaces the first */
    assert_true(lg_controls_take(&c, &host, 1));
    assert_int_equal(c.count, rows_of(lg_kind_world()) + rows_of(lg_kind_find(LG_DEFAULT_SOLVER)) +
                                  rows_of(lg_kind_find("shape.box")) +
                                  rows_of(lg_kind_find("emitter.volume")));
  }
  assert_true(find(&c, "world", "restitution")->value.v[0] == 0.25);
  assert_string_equal(find(&c, "column", "lattice")->text, "hex");
  assert_string_equal(find(&c, "column", "shape")->text, "corner");
  assert_string_equal(find(&c, "column", "shape")->kind, "emitter.volume");
  const lg_control *max = find(&c, "corner", "max");
  assert_true(max->value.n == 2 && max->value.v[0] == 0.5 && max->value.v[1] == 0.25);
  assert_int_equal(max->id, lg_find(w, "corner"));
  assert_true(lg_set(w, lg_find(w, "column"), LG_ARGS(lg_num("jitter", 0.5))));
  /* a copy: it stays until the next taking */
  assert_true(find(&c, "column", "jitter")->value.v[0] == 0);
  assert_true(lg_controls_take(&c, &host, 1));
  assert_true(find(&c, "column", "jitter")->value.v[0] == 0.5);
  lg_world_free(w);
  lg_controls_free(&c);
}

static void widgets_of_the_script(void **state) {
  lg_world *w = make_world();
  lg_viewer_host host = {.user = w,
                         .world = world_at,
                         .widgets = {.control = control, .button = button, .names = names}};
  lg_controls *c = calloc(1, sizeof *c);
  (void)state;
  assert_non_null(c);
  assert_true(lg_controls_take(c, &host, 1));
  assert_int_equal(c->widgets, 2);
  assert_string_equal(c->widget[0].name, "swirl");
  assert_true(c->widget[0].value == 7 && c->widget[0].row.max == 20);
  assert_string_equal(c->widget[0].doc, "turns");
  assert_string_equal(c->widget[1].choices, "water|honey");
  assert_string_equal(c->widget[1].text, "honey");
  assert_int_equal(c->buttons, 2);
  assert_string_equal(c->button[1], "hail");
  lg_world_free(w);
  lg_controls_free(c);
  free(c);
}

static lg_control *at(lg_controls *c, const char *object, const char *row) {
  return &c->control[find(c, object, row) - c->control];
}

/* Only what was moved, under the names that a scene has for it. */
static void what_was_moved_is_lua(void **state) {
  (void)state;
  static const char *const moved[] = {
      "w.swirl",          "w.liquid",       "0.world.gravity", "0.solver.viscosity",
      "0.column.lattice", "0.column.shape", "0.none.row"};
  lg_world *w = make_world();
  lg_viewer_host host = {.user = w,
                         .world = world_at,
                         .widgets = {.control = control, .button = button, .names = names}};
  lg_controls c = {0};
  lg_tuned t = {.n = 0};
  char out[1024], small[16];
  assert_true(
      lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", 0.25), lg_num("stiffness", 12))));
  assert_true(lg_controls_take(&c, &host, 1));
  assert_int_equal(lg_tuned_lua(&t, &c, false, out, sizeof out), 0);
  assert_string_equal(out, "");

  for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) lg_tuned_add(&t, moved[i]);
  lg_tuned_add(&t, moved[0]);
  assert_int_equal(t.n, sizeof moved / sizeof *moved);
  at(&c, "world", "gravity")->value = (lg_arg){.type = LG_VEC, .n = 2, .v = {1.5, -2}};
  assert_int_equal(lg_tuned_lua(&t, &c, false, out, sizeof out), 5);
  assert_string_equal(out, "-- swirl: default = 7\n-- liquid: default = \"honey\"\n"
                           "world.gravity = { 1.5, -2 }\nworld.solver.viscosity = 0.25\n"
                           "world:find(\"column\").lattice = \"hex\"\n");
  lg_tuned_lua(&t, &c, true, out, sizeof out);
  assert_non_null(strstr(out, "\nworld1.gravity = "));
  lg_tuned_lua(&t, &c, false, small, sizeof small);
  assert_true(strlen(small) < sizeof small);

  /* Another solver has the fluid, and not what is the first one's own. */
  assert_true(lg_controls_swap(&c, 0, false, lg_kind_find("solver.pbf"), out, sizeof out));
  assert_string_equal(out, "world.solver = lg.solver.pbf { viscosity = 0.25 }");
  assert_true(lg_controls_swap(&c, 0, true, lg_kind_find("solver.particles"), out, sizeof out));
  assert_string_equal(out, "world1.solver = lg.solver.particles { viscosity = 0.25 }");
  assert_false(lg_controls_swap(&c, 0, false, lg_kind_find("solver.pbf"), small, sizeof small));
  lg_controls_free(&c);
  lg_world_free(w);
}

static void expect(const lg_controls *c, const char *line, const char *more, const char *list) {
  char rest[LG_NAME_MAX], names[256];
  int found = lg_controls_complete(c, false, line, (int)strlen(line), rest, sizeof rest, names,
                                   sizeof names);
  if (strcmp(rest, more) != 0 || (list && strcmp(names, list) != 0))
    fail_msg("'%s': %d, '%s', '%s'", line, found, rest, names);
}

/* The words of a line go on as rows, objects, widgets and kinds are called. */
static void names_are_completed(void **state) {
  (void)state;
  lg_world *w = make_world();
  lg_viewer_host host = {.user = w,
                         .world = world_at,
                         .widgets = {.control = control, .button = button, .names = names}};
  lg_controls c = {0};
  assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS) && lg_controls_take(&c, &host, 1));
  expect(&c, "wor", "ld", "world");
  expect(&c, "world.grav", "ity", "gravity");
  expect(&c, "print(world.solver.visc", "osity", "viscosity viscosity_tolerance");
  expect(&c, "solver.sti", "ffness", "stiffness");
  expect(&c, "column.lat", "tice", "lattice");
  expect(&c, "s", "", "swirl solver");
  expect(&c, "swirl.", "value", "value");
  expect(&c, "l", "", "lg liquid");
  expect(&c, "world.solver = lg.so", "lver", "solver");
  expect(&c, "lg.solver.pb", "f", "pbf");
  expect(&c, "lg.solver.p", "", "particles pbf pcisph");
  expect(&c, "nothing.x", "", "");
  expect(&c, "", "", NULL);
  expect(&c, "world.solver.support", "", "support");
  expect(&c, "world:mea", "", "mean measure");
  expect(&c, "print(world:meas", "ure", "measure");
  expect(&c, "world.meas", "", "");
  expect(&c, "world.ti", "me", "time");
  expect(&c, "world.restit", "ution", "restitution"); /* a row, too: once */
  expect(&c, "lg.sl", "ider", "slider");
  expect(&c, "lg.s", "", "shape solver slider");
  expect(&c, "lg.math.s", "in", "sin");
  expect(&c, "string.u", "pper", "upper");
  expect(&c, "column:", "push", "push");
  expect(&c, "column.na", "me", "name");
  expect(&c, "world.particles:", "add", "add");
  expect(&c, "world.particles.velocity:g", "et", "get");
  lg_controls_free(&c);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_completed), cmocka_unit_test(what_was_moved_is_lua),
      cmocka_unit_test(parameters_of_all_objects), cmocka_unit_test(widgets_of_the_script)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
