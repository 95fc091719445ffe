/* guard.h - budgets of a scene's Lua: time and memory. A guard against accidents of a class room,
   not a security boundary.

   Time: a count hook looks at the clock every 100 instructions, on every Lua thread of the scene.
   Scripts run in a coroutine of their own; when their time is up the hook yields it away, which no
   pcall can catch, and where a yield cannot pass (under a metamethod, a comparator, a formula) it
   raises an error and comes again at the very next instruction. What counts is the time of the
   processor, so that a busy machine does not stop an honest hook. All hooks of a frame share its
   budget; a formula, which runs in each sub-step, has a tenth of it each time, so that many
   sub-steps do not stop an honest formula either. Memory: the allocator refuses what is above the
   limit, and strings above a megabyte. */
#ifndef LG_BIND_GUARD_H
#define LG_BIND_GUARD_H

#include "bind/lib/lib.h"

#define LG_GUARD_WORLDS 64      /* open at the same time */
#define LG_GUARD_STRING 1048576 /* bytes of the longest string */

typedef struct lg_guard {
  lg_budget budget;
  size_t held;            /* bytes of the Lua state */
  bool on;                /* is there a limit at all? without --trust */
  bool armed;             /* a script is running */
  bool expired;           /* its time is up */
  bool telling;           /* a message is being written */
  bool refused, too_long; /* the allocator has said no: to a string */
  bool late;              /* ... because the time is up */
  double limit, left;     /* s: of the period under way, and what is left of it */
  double loose;           /* s of it spent in Lua that runs outside of the calls below */
  double own;             /* s of Lua's own, without C, since ever */
  double wall_end, cpu_begun, cpu_end, looked; /* s */
  double paused[2]; /* s: wall time and processor time when it was, or 0 */
  int worlds;       /* that are open: their memory is not Lua's */
  char where[256];  /* "scene.lua:4: ", where its time was up */
} lg_guard;

/* ---- budget.c ------------------------------------------------------------------------------- */
lg_budget lg_budget_or(lg_budget said, lg_budget other); /* what is 0 in the first: the second's */

/* ---- guard.c -------------------------------------------------------------------------------- */
/* a Lua state under this guard; NULL: no memory */
lua_State *lg_guard_state(lg_guard *g);
/* a new period: all calls until the next one share it */
void lg_guard_begin(lg_guard *g, double seconds);
/* Another budget, from inside of a load: the header of its file asks for it. */
void lg_guard_set(lua_State *L, lg_budget b);
/* Calls the function below its `args` arguments, with `results` of them or LUA_MULTRET. False: one
   value, the message with its traceback, is in their place. In a Lua state without guard (stock
   Lua) a lua_pcall with a traceback. Never raises. */
bool lg_guard_call(lua_State *L, int args, int results);
/* The same, of a function that runs in each sub-step: with a formula's time. */
bool lg_guard_call_each(lua_State *L, int args, int results);
/* A lua_pcall without results, for formulas: no coroutine, as C code stands below them. place:
   "scene.lua:4", of the function, for a message when there was no memory to write it. */
bool lg_guard_pcall(lua_State *L, int args, int handler, const char *place);
/* counts an open world in or out; false: there are too many */
bool lg_guard_world(lua_State *L, int by);
/* What a formula takes is not the script's time: from when it is written (pause) to when it has run
   (resume; nothing if there was no pause). */
void lg_guard_pause(lua_State *L);
void lg_guard_resume(lua_State *L);
/* The other way round: what was waited for since the pause, for a disk, is the script's time. */
void lg_guard_spend(lua_State *L);
void lg_guard_check(lua_State *L); /* raises if the time is up: for C loops that may take long */

/* ---- pattern.c ------------------------------------------------------------------------------ */
extern const luaL_Reg lg_lua_patterns[]; /* find, match, gmatch, gsub, which the guard can stop */

#endif
