/* scene.c - a scene for the program once it is loaded: its worlds, calls into it, frames and
   hooks, its checkpoint. Every call into Lua is protected; what went wrong is kept as the
   scene's error. */
#include "bind/scene/scene_own.h"

#include <stdio.h>
#include <string.h>

lua_State *lg_scene_state(lg_scene *s) { return s->L; }

/* ---- calling -------------------------------------------------------------------------------- */

/* The message on top, which is text: the guard has seen to that. */
void lg_scene_keep_error(lua_State *L, lg_why *why) {
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1)
                                                       : "an error that is no text";
  lg_explain(why, "%s", message);
  lua_settop(L, 0);
}

static bool outcome(lg_scene *s, bool ok) {
  s->error.text[0] = 0;
  s->guarded = false;
  if (!ok) lg_scene_keep_error(s->L, &s->error);
  lua_settop(s->L, 0);
  return ok;
}

/* A loop over stages that a script has left open is over, too. */
void lg_scene_limit(lg_scene *s) {
  lg_lua_look_away(s->L);
  lg_guard_begin(&s->guard, s->guard.budget.hook);
}

bool lg_scene_call(lg_scene *s, int count) {
  lg_scene_limit(s);
  return outcome(s, lg_guard_call(s->L, count, 0));
}

lg_input lg_scene_ask(lg_scene *s, int count) {
  lg_scene_limit(s);
  bool ok = lg_guard_call(s->L, count, 1);
  bool owned = ok && lua_isboolean(s->L, -1) && lua_toboolean(s->L, -1);
  if (!outcome(s, ok)) return LG_INPUT_FAILED;
  return owned ? LG_INPUT_OWNED : LG_INPUT_FREE;
}

/* ---- saving --------------------------------------------------------------------------------- */

bool lg_scene_check_state(const void *bytes, size_t n, lg_origin *origin, lg_why *why) {
  lg_checkpoint c;
  bool ok = lg_checkpoint_open(&c, bytes, n, why);
  *origin = c.origin;
  return ok;
}

/* Protected: tuned -> carry.pack(tuned), the script's part, left in the registry. */
static int pack(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "laguna.carry");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "pack");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.carried");
  return 0;
}

static bool pack_script(lg_scene *s, bool tuned) {
  lua_pushcfunction(s->L, pack);
  lua_pushboolean(s->L, tuned);
  return lg_scene_call(s, 1);
}

void lg_scene_tuned(lg_scene *s, lg_take_fn *take, void *sink) {
  size_t n = 0;
  if (!pack_script(s, true)) return;
  lua_getfield(s->L, LUA_REGISTRYINDEX, "laguna.carried");
  const char *bytes = lua_tolstring(s->L, -1, &n);
  if (bytes) take(sink, bytes, n);
  lua_settop(s->L, 0);
}

bool lg_scene_save(lg_scene *s, lg_take_fn *take, void *sink) {
  lg_bytes b = {NULL, 0, 0, false};
  size_t script_bytes = 0, origin_bytes = 0;

  /* The script's part; a script that is out of memory can still be mended. */
  bool ok = true, packed = pack_script(s, false);
  if (!packed && s->options.say) {
    char sentence[LG_ERROR_MAX];
    snprintf(sentence, sizeof sentence,
             "lg.keep, sliders and random numbers are not carried along: %.400s", s->error.text);
    s->options.say(s->options.user, LG_WARNING, sentence);
  }

  /* All parts, in memory first: half a checkpoint is none. */
  lua_getfield(s->L, LUA_REGISTRYINDEX, "laguna.origin");
  const char *origin = lua_tolstring(s->L, -1, &origin_bytes);
  if (packed) lua_getfield(s->L, LUA_REGISTRYINDEX, "laguna.carried");
  const char *script = packed ? lua_tolstring(s->L, -1, &script_bytes) : "";
  lg_checkpoint_begin(&b, origin, origin_bytes, s->worlds, script, script_bytes);
  for (int i = 0; ok && i < s->worlds; i++) {
    ok = lg_checkpoint_world(&b, lg_scene_world(s, i));
    if (!ok) lg_explain(&s->error, "%s", lg_error(lg_scene_world(s, i)));
  }
  if (ok && !lg_checkpoint_end(&b)) {
    lg_explain(&s->error, "out of memory for a checkpoint");
    ok = false;
  }

  if (ok) take(sink, b.at, b.n);
  lg_bytes_free(&b);
  lua_settop(s->L, 0);
  return ok;
}

/* ---- asking --------------------------------------------------------------------------------- */

const char *lg_scene_title(const lg_scene *s) { return s->title; }
const lg_adoption *lg_scene_told(const lg_scene *s) { return &s->told; }
int lg_scene_count(const lg_scene *s) { return s->worlds; }
const char *lg_scene_error(const lg_scene *s) { return s->error.text; }
bool lg_scene_guarded(const lg_scene *s) { return s->guarded; }

lg_lua_world *lg_scene_push(lg_scene *s, int i) {
  lua_getfield(s->L, LUA_REGISTRYINDEX, "laguna.worlds");
  lua_rawgeti(s->L, -1, i + 1);
  lua_remove(s->L, -2);
  return lg_lua_to_world(s->L, -1);
}

lg_world *lg_scene_world(lg_scene *s, int i) {
  const lg_lua_world *world = lg_scene_push(s, i);
  lua_pop(s->L, 1);
  return world ? world->w : NULL;
}

const char *lg_scene_color_by(lg_scene *s, int i) {
  bool ok = true;
  s->color_by[0] = 0;

  /* A column by name, or a function that fills one. */
  lg_scene_limit(s);
  if (lg_scene_push(s, i)) {
    lua_getiuservalue(s->L, -1, LG_WORLD_STATE);
    int type = lua_getfield(s->L, -1, "color_by");
    if (type == LUA_TSTRING)
      snprintf(s->color_by, sizeof s->color_by, "%s", lua_tostring(s->L, -1));
    if (type == LUA_TFUNCTION)
      ok = lg_lua_color(s->L, lua_absindex(s->L, -3), s->color_by, sizeof s->color_by);
  }

  if (!ok) lg_scene_keep_error(s->L, &s->error);
  lua_settop(s->L, 0);
  return ok ? s->color_by : NULL;
}

static const char *solver_of(lg_scene *s, int i) {
  const lg_world *w = lg_scene_world(s, i);
  return lg_kind_of(w, lg_solver_id(w))->name;
}

/* What tells a world apart from those beside it: its name, unless that is a number only ("world2"),
   then the solver, if they differ in it; else "". */
static const char *title_of(lg_scene *s, int i, const char *name) {
  bool differ = false;
  if (s->worlds > 1 && strncmp(name, "world", 5) != 0) return name;
  for (int k = 0; k < s->worlds; k++) differ |= strcmp(solver_of(s, k), solver_of(s, i)) != 0;
  return differ ? solver_of(s, i) : "";
}

void lg_scene_view_of(lg_scene *s, int i, lg_scene_view *out) {
  const lg_lua_world *world = lg_scene_push(s, i);
  if (world) lg_lua_read_view(s->L, lua_gettop(s->L), out);
  if (world && !*out->title)
    snprintf(out->title, sizeof out->title, "%s", title_of(s, i, world->name));
  lua_settop(s->L, 0);
}

int64_t lg_scene_watched(lg_scene *s, int i) {
  const lg_lua_world *world = lg_scene_push(s, i);
  lua_pop(s->L, 1);
  return world && world->w ? world->looked_at : -1;
}

bool lg_scene_watch(lg_scene *s, int i, int64_t id) {
  lg_lua_world *world = lg_scene_push(s, i);
  lua_pop(s->L, 1);
  if (!world || !world->w) return false;
  if (world->looked_at >= 0) lg_particle_watch(world->w, world->looked_at, false);
  world->looked_at = id;
  return id < 0 || lg_particle_watch(world->w, id, true);
}

/* ---- frames and hooks ----------------------------------------------------------------------- */

/* A hook's error is never the guard's. */
static bool is_guard(const lg_lua_world *world) {
  return !world->hook_failed && lg_guard_rejected(world->w);
}

bool lg_scene_begin(lg_scene *s) {
  bool ok = true;
  lg_guard_begin(&s->guard, s->guard.budget.load);
  for (int i = 0; ok && i < s->worlds; i++) {
    lua_pushcfunction(s->L, lg_lua_world_begin);
    lg_scene_push(s, i);
    ok = outcome(s, lg_guard_call(s->L, 1, 0));
  }
  return ok;
}

/* The time of a step is the solver's and has no limit; its hooks, of all worlds, share a budget. */
bool lg_scene_step(lg_scene *s, double dt) {
  bool ok = true;
  lg_scene_limit(s);

  for (int i = 0; ok && i < s->worlds; i++) {
    lua_pushcfunction(s->L, lg_lua_world_step);
    const lg_lua_world *world = lg_scene_push(s, i);
    lua_pushnumber(s->L, dt);
    /* the hook's own call has traced its error */
    ok = outcome(s, lua_pcall(s->L, 2, 0, 0) == LUA_OK);
    if (!ok) s->guarded = is_guard(world);
  }
  return ok && lg_scene_look(s);
}

bool lg_scene_peek(lg_scene *s, int world, double dt, lg_peek_fn *fn, void *user) {
  lg_scene_limit(s);
  lg_lua_world *self = lg_scene_push(s, world);
  const int64_t acts = self->acts, acts_frame = self->acts_frame;
  self->running = s->L; /* formulas are written anew at each sub-step */
  self->hook_failed = false;
  bool ok = lg_world_peek(self->w, dt, fn, user);
  self->running = NULL;

  /* what it drew lots for, the real frame will draw lots for again, with the same numbers */
  self->acts = acts;
  self->acts_frame = acts_frame;
  lua_settop(s->L, 0);
  return ok;
}
