/* widget.c - what the program sees of a script's widgets, of what it teaches
   (lua/laguna/lesson.lua) and of its console: the records that lua/laguna/widget.lua keeps in the
   registry's "laguna.widgets", read without running Lua; what acts (a move, a press, a check, a
   line) runs protected. */
#include "bind/scene/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------- */

/* Pushes record i of a list of the set; false: there is none, and the stack is empty. */
static bool push_record(lua_State *L, const char *list, int i) {
  lua_settop(L, 0);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.widgets") == LUA_TTABLE &&
      lua_getfield(L, -1, list) == LUA_TTABLE && lua_rawgeti(L, -1, i + 1) == LUA_TTABLE)
    return true;
  lua_settop(L, 0);
  return false;
}

/* A text of the record on top, which keeps it. */
static const char *text(lua_State *L, const char *field) {
  const char *found = lua_getfield(L, -1, field) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  lua_pop(L, 1);
  return found;
}

static double number(lua_State *L, const char *field) {
  lua_getfield(L, -1, field);
  double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

bool lg_scene_control(lg_scene *s, int i, lg_param *row, lg_arg *value) {
  lua_State *L = lg_scene_state(s);
  if (!push_record(L, "controls", i)) return false;

  /* What it is, as a parameter row; a choice has a menu of words. */
  bool choice = *text(L, "menu") != '\0';
  *row = (lg_param){.name = text(L, "name"),
                    .type = choice ? LG_CHOICE : LG_FLOAT,
                    .def = {number(L, "default"), 0, 0, 0},
                    .min = number(L, "min"),
                    .max = number(L, "max"),
                    .unit = text(L, "unit"),
                    .choices = choice ? text(L, "menu") : NULL,
                    .doc = text(L, "doc")};

  *value = choice ? lg_text(row->name, text(L, "value")) : lg_num(row->name, number(L, "value"));
  lua_settop(L, 0);
  return true;
}

static const char *name_of(lg_scene *s, const char *list, int i) {
  lua_State *L = lg_scene_state(s);
  const char *name = push_record(L, list, i) ? text(L, "name") : NULL;
  lua_settop(L, 0);
  return name;
}

const char *lg_scene_button(lg_scene *s, int i) { return name_of(s, "buttons", i); }
const char *lg_scene_plot(lg_scene *s, int i) { return name_of(s, "plots", i); }

const char *lg_scene_curve(lg_scene *s, int plot, int k) {
  lua_State *L = lg_scene_state(s);
  const char *name = NULL;
  if (push_record(L, "plots", plot) && lua_getfield(L, -1, "curves") == LUA_TTABLE &&
      lua_rawgeti(L, -1, k) == LUA_TSTRING)
    name = lua_tostring(L, -1);
  lua_settop(L, 0);
  return name;
}

int lg_scene_samples(lg_scene *s, int plot, int k, float *out, int most) {
  lua_State *L = lg_scene_state(s);
  int n = 0;
  if (push_record(L, "plots", plot)) {
    lua_getfield(L, -1, k > 0 ? "samples" : "times");
    if (k > 0) lua_rawgeti(L, -1, k);
    for (; n < most && lua_rawgeti(L, -1, n + 1) == LUA_TNUMBER; lua_pop(L, 1))
      out[n++] = (float)lua_tonumber(L, -1);
  }
  lua_settop(L, 0);
  return n;
}

/* Its text stands where widgets have their name. */
const char *lg_scene_note(lg_scene *s, int i) { return name_of(s, "notes", i); }

bool lg_scene_check(lg_scene *s, int i, lg_check *out) {
  lua_State *L = lg_scene_state(s);
  if (!push_record(L, "checks", i)) return false;

  lua_getfield(L, -1, "done");
  lua_getfield(L, -2, "met");
  bool done = lua_toboolean(L, -2), met = lua_toboolean(L, -1);
  lua_pop(L, 2);

  *out = (lg_check){.name = text(L, "name"),
                    .ask = text(L, "ask"),
                    .unit = text(L, "unit"),
                    .said = text(L, "said"),
                    .done = done,
                    .met = met};
  lua_settop(L, 0);
  return true;
}

/* ---- acting --------------------------------------------------------------------------------- */

/* Protected: the name of a function of laguna.widget, then its arguments behind the set. */
static int act(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "laguna.widget");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, lua_tostring(L, 1));
  lua_replace(L, 1);
  lua_pop(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.widgets");
  lua_insert(L, 2);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

bool lg_scene_move(lg_scene *s, const lg_arg *value) {
  lua_State *L = lg_scene_state(s);
  lua_pushcfunction(L, act);
  lua_pushliteral(L, "move");
  lua_pushstring(L, value->name);
  if (value->type == LG_TEXT) lua_pushstring(L, value->text);
  else lua_pushnumber(L, value->v[0]);
  return lg_scene_call(s, 3);
}

/* With one text, or NULL. */
static bool act_on(lg_scene *s, const char *what, const char *on) {
  lua_State *L = lg_scene_state(s);
  lua_pushcfunction(L, act);
  lua_pushstring(L, what);
  lua_pushstring(L, on);
  return lg_scene_call(s, 2);
}

bool lg_scene_press(lg_scene *s, const char *button) { return act_on(s, "press", button); }
bool lg_scene_ledger(lg_scene *s) { return act_on(s, "ledger", NULL); }

bool lg_scene_diagnose(lg_scene *s, const char *rule, int world) {
  lua_State *L = lg_scene_state(s);
  lua_pushcfunction(L, act);
  lua_pushliteral(L, "diagnose");
  lua_pushstring(L, rule);
  lua_pushinteger(L, world + 1);
  return lg_scene_call(s, 3);
}

bool lg_scene_look(lg_scene *s) {
  lua_State *L = lg_scene_state(s);
  if (!push_record(L, "checks", 0) && !push_record(L, "ledgers", 0)) return true;
  lua_settop(L, 0);
  lua_pushcfunction(L, act);
  lua_pushliteral(L, "look");
  lua_pushinteger(L, lg_world_frame(lg_scene_world(s, 0)));
  return lg_scene_call(s, 2);
}

void lg_scene_excuse(lg_scene *s, const char *why, char *out, size_t size) {
  lua_State *L = lg_scene_state(s);
  lua_pushcfunction(L, act);
  lua_pushliteral(L, "excuse");
  lua_pushstring(L, why);
  lg_scene_limit(s);
  bool ok = lg_guard_call(L, 2, 1);
  snprintf(out, size, "%s", ok && lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
  lua_settop(L, 0);
}

bool lg_scene_set(lg_scene *s, int world, lg_id id, const lg_arg *args) {
  lg_world *w = lg_scene_world(s, world);
  lua_State *L = lg_scene_state(s);
  if (!w || lg_set(w, id, args)) return true;
  lua_pushcfunction(L, lua_error);
  lua_pushstring(L, lg_error(w));
  return lg_scene_call(s, 1);
}

const char *lg_scene_names(lg_scene *s) {
  lua_State *L = lg_scene_state(s);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.widgets");
  const char *names = text(L, "names");
  lua_settop(L, 0);
  return names;
}

bool lg_scene_eval(lg_scene *s, const char *line, char *answer, size_t answer_bytes) {
  lua_State *L = lg_scene_state(s);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.console");
  lua_pushstring(L, line);
  lg_scene_limit(s);
  bool ok = lg_guard_call(L, 1, 1);
  snprintf(answer, answer_bytes, "%s", lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
  lua_settop(L, 0);
  return ok;
}
