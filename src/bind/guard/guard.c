/* guard.c - time and memory of a scene's Lua. */
#include "bind/guard/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT    100   /* instructions between two looks at the clock */
#define SLOW     0.002 /* s between two looks: C functions take long here, so look more often */
#define SEARCHED 1000  /* levels of the stack */
#define HOOK     0.001 /* s: the last hook of a late frame may still say what it is */
#define CROWD    5     /* s of the wall for one of the processor, where only the wall has a clock */
#define FORMULA  0.1   /* of the budget: for a formula in each sub-step, however many there are */
#define LARGE    (1 << 16) /* bytes of a block that is an occasion to look, too */
#define RESERVE  (8 << 20) /* bytes for the program's own calls, which cannot fail */

static bool clock_of(clockid_t id, double *seconds) {
  struct timespec t;
  if (clock_gettime(id, &t) != 0) return false;
  *seconds = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
  return true;
}
static double wall(void) {
  double t = 0;
  clock_of(CLOCK_MONOTONIC, &t);
  return t;
}
/* A system without clocks of threads, a browser, has that of the wall, which goes on while others
   have the processor: only a part of it counts, and in full what Lua itself was seen to take. */
static double processor(const lg_guard *g) {
  double t;
  if (clock_of(CLOCK_THREAD_CPUTIME_ID, &t)) return t;
  return wall() / CROWD + (1 - 1.0 / CROWD) * g->own;
}

/* only in states of our own */
static lg_guard *guard_of(lua_State *L) { return *(lg_guard **)lua_getextraspace(L); }

/* ---- memory --------------------------------------------------------------------------------- */

static bool allowed(lg_guard *g, const void *old, size_t old_bytes, size_t bytes) {
  size_t before = old ? old_bytes : 0; /* for a new block it is its type */
  if (!g->on || bytes <= before) return true;

  /* One string above the limit. */
  if (!old && old_bytes == LUA_TSTRING && bytes > LG_GUARD_STRING + 64) {
    g->too_long = true;
    return false;
  }

  /* A C function that grows the stack without end, as __call of __call does, lets no hook look in:
     growing is an occasion to look at the clock. */
  if (bytes > LARGE && g->armed && !g->telling && wall() >= g->wall_end &&
      processor(g) >= g->cpu_end) {
    g->late = true;
    return false;
  }

  /* The sum of all blocks; the program's own calls have a reserve. */
  if (g->held + (bytes - before) <= g->budget.memory + (g->armed && !g->telling ? 0 : RESERVE))
    return true;
  g->refused = true;
  return false;
}

static void *allocate(void *user, void *old, size_t old_bytes, size_t bytes) {
  lg_guard *g = user;
  size_t before = old ? old_bytes : 0;
  if (bytes == 0) {
    free(old);
    g->held -= before;
    return NULL;
  }
  void *fresh = allowed(g, old, old_bytes, bytes) ? realloc(old, bytes) : NULL;
  if (fresh) g->held += bytes - before;
  return fresh;
}

/* ---- time ----------------------------------------------------------------------------------- */

/* The nearest line of a scene, not of the Lua half inside the program. Lua walks to a level from
   the top each time, so a deep recursion is not searched to its ground. */
static void note_place(lg_guard *g, lua_State *L) {
  lua_Debug at;
  g->where[0] = 0;
  for (int level = 0; level < SEARCHED && !g->where[0] && lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0 && strncmp(at.source, "@laguna/", 8) != 0)
      snprintf(g->where, sizeof g->where, "%s:%d: ", at.short_src, at.currentline);
  }
}

static bool time_is_up(lg_guard *g, lua_State *L) {
  if (!g->expired && wall() >= g->wall_end && processor(g) >= g->cpu_end) {
    note_place(g, L);
    g->expired = true;
  }
  return g->expired;
}

static const char *push_sentence(lua_State *L, const lg_guard *g) {
  if (g->limit < 1)
    return lua_pushfstring(
        L, "%sthe script ran longer than its budget of %d ms (--budget hook=... raises it)",
        g->where, (int)(1e3 * g->limit + 0.5));
  return lua_pushfstring(
      L, "%sthe script ran longer than its budget of %f s (--budget load=... raises it)", g->where,
      g->limit);
}

/* Lua that somebody calls without the functions below: there is nothing but its own time. */
static bool loose_time_is_up(lg_guard *g, lua_State *L, double own) {
  g->loose += own;
  if (!g->expired && g->limit > 0 && g->loose > g->limit) {
    note_place(g, L);
    g->expired = true;
  }
  return g->expired;
}

/* The script's own time is what passes between two looks that follow each other at once; a longer
   gap was a C function's, or somebody else's. */
static double own_until(lg_guard *g, double now) {
  const double own = now - g->looked < SLOW ? now - g->looked : 0;
  g->own += own;
  return own;
}

static void look(lua_State *L, lua_Debug *at) {
  lg_guard *g = guard_of(L);
  double now = wall();
  int every = lua_gethookcount(L), wanted = every;
  (void)at;
  double own = own_until(g, now);

  /* C functions that take long: look more often, and less often again behind them. */
  if (now - g->looked > SLOW) wanted = every > 4 ? every / 4 : 1;
  else if (every < COUNT) wanted = 4 * every < COUNT ? 4 * every : COUNT;

  /* Is the time up? A yield passes every pcall; where none can pass, an error at the very next
     instruction, again and again. */
  bool up = g->armed ? time_is_up(g, L) : loose_time_is_up(g, L, own);
  g->looked = now;
  if (up) wanted = 1;
  if (wanted != every) {
    lua_sethook(L, look, LUA_MASKCOUNT, wanted);
    g->looked = wall(); /* it goes through the whole stack: of a deep one that is no C function's */
  }
  if (up && lua_isyieldable(L)) lua_yield(L, 0);
  else if (up) {
    push_sentence(L, g);
    lua_error(L);
  }
}

lua_State *lg_guard_state(lg_guard *g) {
  lua_State *L = lua_newstate(allocate, g);
  if (!L) return NULL;
  *(lg_guard **)lua_getextraspace(L) = g;
  if (g->on) lua_sethook(L, look, LUA_MASKCOUNT, COUNT);
  return L;
}

void lg_guard_begin(lg_guard *g, double seconds) {
  g->limit = g->left = seconds;
  g->loose = 0;
  if (!g->armed) g->expired = false;
}

void lg_guard_set(lua_State *L, lg_budget b) {
  lg_guard *g = guard_of(L);
  double more = b.load - g->budget.load;
  g->budget = b;
  g->limit += more;
  g->left += more;
  g->wall_end += more;
  g->cpu_end += more;
}

bool lg_guard_world(lua_State *L, int by) {
  if (!lg_lua_host(L)) return true;
  lg_guard *g = guard_of(L);
  g->worlds += by;
  return !g->on || g->worlds <= LG_GUARD_WORLDS;
}

void lg_guard_check(lua_State *L) {
  if (!lg_lua_host(L)) return;
  lg_guard *g = guard_of(L);
  if (!g->on || !g->armed) return;
  const double now = wall();
  own_until(g, now);
  g->looked = now;
  if (!time_is_up(g, L)) return;
  push_sentence(L, g);
  lua_error(L);
}

void lg_guard_pause(lua_State *L) {
  if (!lg_lua_host(L)) return;
  lg_guard *g = guard_of(L);
  g->paused[0] = wall();
  g->paused[1] = processor(g);
}

void lg_guard_resume(lua_State *L) {
  if (!lg_lua_host(L)) return;
  lg_guard *g = guard_of(L);
  if (g->paused[0] > 0 && g->armed) {
    double cpu = processor(g) - g->paused[1], now = wall();
    g->wall_end += now - g->paused[0];
    g->looked = now;
    g->cpu_begun += cpu;
    g->cpu_end += cpu;
  }
  g->paused[0] = 0;
}

void lg_guard_spend(lua_State *L) {
  if (!lg_lua_host(L)) return;
  lg_guard *g = guard_of(L);
  if (g->paused[0] > 0 && g->armed) {
    double waited = wall() - g->paused[0] - (processor(g) - g->paused[1]);
    g->cpu_begun -= waited;
    g->cpu_end -= waited;
  }
  g->paused[0] = 0;
}

/* ---- calls ---------------------------------------------------------------------------------- */

static void push_memory(lua_State *L, const lg_guard *g) {
  if (g->too_long)
    lua_pushfstring(L, "%snot enough memory: a string would be longer than 1 MB", g->where);
  else if (g->refused)
    lua_pushfstring(L, "%snot enough memory: the script would hold more than its budget of %d MiB",
                    g->where, (int)(g->budget.memory >> 20));
  else lua_pushfstring(L, "%snot enough memory", g->where);
}

/* What went wrong in the coroutine, as text on top of L. */
static void push_reason(lua_State *L, lua_State *co, lg_guard *g, int status) {
  if (g->late && status == LUA_ERRMEM && !g->expired) {
    note_place(g, co);
    g->expired = true;
  }

  /* Time, a stray yield, memory. */
  if (g->expired) push_sentence(L, g);
  else if (status == LUA_YIELD) {
    note_place(g, co);
    lua_pushfstring(L, "%sattempt to yield from outside a coroutine", g->where);
  } else if (status == LUA_ERRMEM) {
    note_place(g, co);
    push_memory(L, g);
  } else {
    note_place(g, co);
    lua_xmove(co, L, 1);
    lg_lua_push_message(L, -1, g->where);
    const char *message = lua_tostring(L, -1), *rest = strstr(message, ".lua:");
    /* A C function refused what the Lua half gave it on behalf of the scene: the line is the
       scene's. */
    if (strncmp(message, "laguna/", 7) == 0 && rest && (rest = strstr(rest, ": ")) != NULL)
      lua_pushfstring(L, "%s%s", g->where, rest + 2);
  }
}

/* Protected: function, arguments -> results, from a coroutine of its own; raises the message with
   its traceback. */
static int run(lua_State *L) {
  lg_guard *g = guard_of(L);
  int args = lua_gettop(L) - 1, results = 0;
  lua_State *co = lua_newthread(L);
  lua_insert(L, 1);

  /* The function and its arguments go over, the results come back. */
  if (!lua_checkstack(co, args + 4)) return luaL_error(L, "too many arguments");
  lua_xmove(L, co, args + 1);
  int status = lua_resume(co, L, args, &results);
  if (status == LUA_OK && !g->expired) {
    if (!lua_checkstack(L, results + 4)) return luaL_error(L, "too many results");
    lua_xmove(co, L, results);
    return results;
  }

  /* The script may have left no memory for the message. */
  g->telling = true;
  push_reason(L, co, g, status);
  lg_lua_push_traced(L, co);
  /* the coroutine is left to the collector: what it wanted to close is never run */
  return lua_error(L);
}

/* True: this call begins the script's time: what is left of its budget, and `least` s in any
   case. */
static bool arm(lg_guard *g, double least) {
  if (g->armed) return false;
  g->refused = g->too_long = g->late = g->expired = false;
  g->armed = true;
  g->paused[0] = 0;
  double left = g->left > least ? g->left : least;
  g->looked = wall();
  g->wall_end = g->looked + left;
  g->cpu_begun = processor(g);
  g->cpu_end = g->cpu_begun + left;
  return true;
}

static void disarm(lg_guard *g) {
  g->armed = false;
  g->left -= processor(g) - g->cpu_begun;
}

bool lg_guard_pcall(lua_State *L, int args, int handler, const char *place) {
  if (!lg_lua_host(L)) return lua_pcall(L, args, 0, handler) == LUA_OK;
  lg_guard *g = guard_of(L);
  bool outer = arm(g, FORMULA * g->limit);
  int status = lua_pcall(L, args, 0, handler);

  /* Out of memory: no handler has seen it, and the stack is unwound. */
  if (status == LUA_ERRMEM) {
    g->telling = true;
    snprintf(g->where, sizeof g->where, "%s: ", place);
    if (g->late) push_sentence(L, g);
    else push_memory(L, g);
    lua_replace(L, -2);
    g->expired = g->expired || g->late;
    g->telling = false;
  }

  if (outer) disarm(g);
  return status == LUA_OK;
}

/* With --trust nothing is limited, but a hook still has its own coroutine: the same script does the
   same. */
static bool call(lua_State *L, int args, int results, bool each_substep) {
  if (!lg_lua_host(L)) {
    int at = lua_gettop(L) - args;
    lua_pushcfunction(L, lg_lua_traceback);
    lua_insert(L, at);
    bool ok = lua_pcall(L, args, results, at) == LUA_OK;
    lua_remove(L, at);
    return ok;
  }

  /* Under the program: in a coroutine, on the frame's time. */
  lg_guard *g = guard_of(L);
  bool outer = arm(g, each_substep ? FORMULA * g->limit : HOOK);
  lua_pushcfunction(L, run);
  lua_insert(L, -args - 2);
  bool ok = lua_pcall(L, args + 1, results, 0) == LUA_OK;
  g->telling = false;
  if (outer) disarm(g);
  return ok;
}

bool lg_guard_call(lua_State *L, int args, int results) { return call(L, args, results, false); }
bool lg_guard_call_each(lua_State *L, int args, int results) {
  return call(L, args, results, true);
}
