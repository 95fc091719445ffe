/* attacks.h - scripts that would run, or grow, for ever, and what is said to each. */
#ifndef ATTACKS_H
#define ATTACKS_H

#include <stddef.h>

/* One instruction: Lua moves its whole stack up by one, again and again, and only where the stack
   doubles can anybody look, after four times as long each time; it may double twice at once. */
#define STACK "__call of itself"

typedef struct attack {
  /* says: behind file and line; NULL: no error at all is fine, too, if it is in time */
  const char *name, *code, *says;
} attack;

#define LONG   "the script ran longer than its budget of 50 ms"
#define MEMORY "not enough memory"
/* particles apart: the surface of each is one of its own */
#define MEASURES                                                                                   \
  "local w = lg.world {bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.02} for i = 1, 200 do "        \
  "w.particles:add({i * 0.618 % 1, i * 0.754877 % 1, i * 0.56984 % 1}) end "
static const attack attacks[] = {
    {"loop", "while true do end", LONG},
    {"goto", "::again:: goto again", LONG},
    {"coroutine", "local f = coroutine.wrap(function() while true do end end) f()", LONG},
    {"coroutines", "while true do coroutine.wrap(function() while true do end end)() end", LONG},
    {"yields",
     "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do "
     "co() end",
     LONG},
    {"close", "local x <close> = setmetatable({}, {__close = function() while true do end end})",
     LONG},
    {"close of a coroutine",
     "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = "
     "function() "
     "while true do end end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co) "
     "while true do end",
     LONG},
    {"nested pcall", "pcall(pcall, pcall, function() while true do end end) while true do end",
     LONG},
    {"loop of pcall", "while true do pcall(function() while true do end end) end", LONG},
    {"recursive pcall", "local function f() pcall(f) while true do end end f()", LONG},
    {"pcall of a finished budget",
     "local function f() while true do end end for i = 1, 1e9 do pcall(f) end", LONG},
    {"xpcall", "xpcall(function() while true do end end, function() while true do end end)",
     "'xpcall' is closed to scenes"},
    {"finalizer", "setmetatable({}, {__gc = function() while true do end end})",
     "setmetatable: '__gc' is closed to scenes"},
    {"finalizer that comes later",
     "local m = {} setmetatable({}, m) m.__gc = function() while true do end end local t = {} "
     "for i = 1, 1e5 do t = {t} t = nil end",
     NULL},
    {"metamethods",
     "local t = setmetatable({}, {__index = function() while true do end end}) local x = t.x",
     LONG},
    {"comparison",
     "local t = setmetatable({}, {__lt = function() while true do end end}) local x = t < t", LONG},
    {"pairs",
     "for k in pairs(setmetatable({}, {__pairs = function() return function() while true do end "
     "end end})) do end",
     LONG},
    {"tostring", "tostring(setmetatable({}, {__tostring = function() while true do end end}))",
     LONG},
    {"error object", "error(setmetatable({}, {__tostring = function() while true do end end}))",
     LONG},
    {"comparator", "table.sort({3, 2, 1}, function() while true do end end)", LONG},
    {"gsub callback", "(\"aaa\"):gsub(\".\", function() while true do end end)", LONG},
    {"iterator", "for x in function() return 1 end do end", LONG},
    {"reader of load", "load(function() return \"x \" end)", NULL},
    {"reader that is a C function", "load(os.clock)", NULL},
    {"looping reader", "load(function() while true do end end)", LONG},
    {"table growth", "local t = {} while true do t[#t + 1] = {#t} end", NULL},
    {"table growth at once", "local t = {} for i = 1, 1e9 do t[i] = i end", NULL},
    {"string doubling", "local s = \"x\" while true do s = s .. s end",
     MEMORY ": a string would be longer than 1 MB"},
    {"many strings", "local t = {} for i = 1, 1000 do t[i] = (\"x\"):rep(1000000) .. i end", NULL},
    {"memory errors in pcall",
     "while true do pcall(function() local t = {} while true do t = {t, (\"x\"):rep(9999)} end "
     "end) end",
     LONG},
    {"closures",
     "local function f(n) return function() return f(n) end end local t = {} while true do t[#t + "
     "1] = f(t) end",
     NULL},
    {"deep recursion", "local function f() return 1 + f() end f()", NULL},
    {"recursion of metamethods",
     "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end "
     "local x = t.x",
     NULL},
    {"string.rep", "string.rep(\"x\", 1e9)", "string.rep: 1e+09 bytes"},
    {"string.rep of nothing", "string.rep(\"\", 1e9)", "string.rep: 1e+09 times"},
    {"string.rep of nothing, longer", "(\"\"):rep(1e15)", "string.rep: 1e+15 times"},
    {"string.rep of separators", "(\"\"):rep(1000, (\"x\"):rep(1e6))",
     "bytes are more than 1048576"},
    {"pattern a*a*b", "(\"a\"):rep(1000):find(\"a*a*b\")", NULL},
    {"pattern a*a*a*b", "(\"a\"):rep(1000):find(\"a*a*a*b\")", LONG},
    {"pattern .-b", "(\"a\"):rep(100000):find(\".-b\")", LONG},
    {"pattern in match", "(\"a\"):rep(100000):match(\".-.-b\")", LONG},
    {"pattern in gmatch", "for x in (\"a\"):rep(100000):gmatch(\".-b\") do end", LONG},
    {"pattern in gsub", "(\"a\"):rep(100000):gsub(\".-b\", \"\")", LONG},
    {"pattern in pcall", "while true do pcall(string.find, (\"a\"):rep(100000), \".-b\") end",
     LONG},
    {"plain find",
     "local a = (\"a\"):rep(1e6) for i = 1, 1e6 do a:find(a:sub(1, 5e5) .. \"b\", 1, true) end",
     LONG},
    {"balance", "(\"(\"):rep(100000):find(\"%b()\")", LONG},
    {"table.move", "table.move({}, 1, 1e9, 2)", "elements are more than 1000000"},
    {"table.move of floats", "table.move({}, 1.0, 1e15, 2)", "elements are more than 1000000"},
    {"table.concat",
     "table.concat(setmetatable({}, {__len = function() return 1e15 end, __index = type}))",
     "elements are more than 1000000"},
    {"table.concat to a far end", "table.concat(setmetatable({}, {__index = type}), \"\", 1, 1e15)",
     "elements are more than 1000000"},
    {"table.insert", "table.insert(setmetatable({}, {__len = function() return 1e15 end}), 1, 1)",
     "elements are more than 1000000"},
    {"table.remove", "table.remove(setmetatable({}, {__len = function() return 1e15 end}), 1)",
     "elements are more than 1000000"},
    {"table.sort of a length",
     "table.sort(setmetatable({}, {__len = function() return 1e9 end, __index = rawlen}))",
     "elements are more than 1000000"},
    {"table.sort of numbers",
     "local t = {} for i = 1, 1e6 do t[i] = (i * 7919) % 1000003 end table.sort(t)", LONG},
    {"table.unpack", "table.unpack({}, 1, 1e9)", "too many results to unpack"},
    {"calls on long strings", "local s = (\"x\"):rep(1e6) while true do s:upper() end", LONG},
    {"utf8 of long strings", "local s = (\"x\"):rep(1e6) while true do utf8.len(s) end", LONG},
    {"reverse of long strings", "local s = (\"x\"):rep(1e6) while true do s = s:reverse() end",
     LONG},
    {"comparing long strings",
     "local a, b = (\"x\"):rep(1e6) .. 1, (\"x\"):rep(1e6) .. 2 while true do local c = a < b end",
     LONG},
    {"formats", "while true do local s = (\"%99.99f\"):format(1e300) end", LONG},
    {"string.pack", "string.pack(\"c1000000000\", \"\")", "string.pack: 1e+09 bytes"},
    {"string.dump", "string.dump(function() end)", "attempt to call a nil value (field 'dump')"},
    {"bytecode", "assert(load(\"\\27Lua\"))", "attempt to load a binary chunk (mode is 't')"},
    {"nested parentheses", "assert(load(\"return \" .. (\"(\"):rep(1e5) .. 1 .. (\")\"):rep(1e5)))",
     NULL},
    {"long source", "assert(load((\"x = 1 \"):rep(170000)))", NULL},
    {"print", "while true do print(1) end", LONG},
    {"yield to nobody", "coroutine.yield()", "attempt to yield from outside a coroutine"},
    {"a world that steps for ever",
     "local w = lg.world {bounds = {{0, 0}, {1, 1}}, spacing = 0.1} w:advance(1000000000)", LONG},
    {"worlds",
     "local t = {} while true do t[#t + 1] = lg.world {bounds = {{0, 0}, {1, 1}}, spacing = 0.1} "
     "end",
     NULL},
    {"measures that take long", MEASURES "while true do w:measure(\"surface_area\") end", LONG},
    {"measures that take long, in pcall",
     MEASURES "while true do pcall(w.measure, w, \"surface_area\") end", LONG},
    {"random numbers", "while true do lg.random() end", LONG},
    {STACK, "local t = setmetatable({}, {}) getmetatable(t).__call = t t()", LONG},
    {"__call of __call",
     "local t = print for i = 1, 1e5 do t = setmetatable({}, {__call = t}) end t()", LONG},
    {"keep", "lg.keep.x = lg.keep while true do end", LONG},
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

#endif
