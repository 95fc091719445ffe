/* The compiler of formulas against plain Lua: a function that the bytes of the input choose is run
   for all particles at once and for each by itself, and both must say the same. A function that
   turns rounding into large differences is no judge: how far it moves when its numbers are moved by
   a millionth, all alike or otherwise at each place where they stand (x - c - x is -c in doubles
   and beside it in floats), is what is allowed. Constants are moved as well, by a tenth of that:
   `m.fmod(x // c, c)` is as wrong as its c is, whole quotients times, and says nothing of x. */
#define FUZZ_NAME "formula"
#include "fuzz.h"
#include "text.h"

/* No quotient of two is whole: `%` and `//` jump there, for a double elsewhere than for a float. */
static void number(text *t, feed *f) {
  static const char *const list[] = {"0.25131", "0.52713", "1.0173",  "2.0391",
                                     "-1.5217", "3.1171",  "0.10371", "7.0539"};
  put(t, "c(%s)", list[next(f) % 8]);
}

static void expression(text *t, feed *f, int depth) {
  static const char *const leaves[] = {"p.x", "p.y", "p.vx", "p.vy"};
  /* none that is flat somewhere, where floats become equal before doubles do */
  static const char *const calls[] = {"sin", "cos", "abs", "exp", "sqrt", "1 + m.sin"};
  static const char *const pairs[] = {"min", "max", "atan"};
  unsigned how = depth > 5 ? next(f) % 3 : next(f) % 12;
  switch (how) {
    case 0:
    case 1: put(t, "%s", leaves[next(f) % 4]); return;
    case 2: number(t, f); return;
    case 3:
      put(t, "m.%s(", calls[next(f) % 6]);
      expression(t, f, depth + 1);
      break;
    case 4:
      put(t, "m.%s(0.00137 + ",
          pairs[next(f) % 3]); /* the sign of 0 is nobody's: atan would tell it */
      expression(t, f, depth + 1);
      put(t, ", ");
      expression(t, f, depth + 1);
      break;
    case 5:
      put(t, "lg.where(lg.lt(");
      expression(t, f, depth + 1);
      put(t, ", ");
      expression(t, f, depth + 1);
      put(t, "), ");
      expression(t, f, depth + 1);
      put(t, ", ");
      expression(t, f, depth + 1);
      break;
    case 6:
      put(t, "-(");
      expression(t, f, depth + 1);
      break;
    case 7:
    case 8: /* what jumps where a quotient is whole: by numbers whose quotients never are */
      put(t, how == 7 ? "m.fmod(" : "(");
      expression(t, f, depth + 1);
      put(t, " %s ", how == 7 ? "," : next(f) % 2 ? "%" : "//");
      number(t, f);
      break;
    default:
      put(t, "(");
      expression(t, f, depth + 1);
      /* what divides is kept from 0 and the infinite, where floats end before doubles do */
      static const char *const signs[] = {"+", "-", "*", "/ d"};
      put(t, " %s(", signs[next(f) % 4]);
      expression(t, f, depth + 1);
      put(t, ")");
  }
  put(t, ")");
}

static void body(text *t, feed *f, int depth) {
  if (depth < 3 && next(f) % 3 == 0) {
    put(t, "if ");
    expression(t, f, 3);
    put(t, " %s ", next(f) % 2 ? "<" : ">=");
    expression(t, f, 3);
    put(t, " then ");
    body(t, f, depth + 1);
    put(t, " else ");
    body(t, f, depth + 1);
    put(t, " end\n");
    return;
  }
  put(t, "return ");
  expression(t, f, 0);
  put(t, " ");
}

static void try(const uint8_t *data, size_t n) {
  text t = {.n = 0};
  feed f = {data, n < 120 ? n : 120};
  put(&t, "local lg = require 'laguna'\nlocal m = lg.math\n"
          "local w = lg.world { bounds = {{-2, -2}, {2, 2}}, spacing = 0.2 }\n"
          "for i = 1, 40 do w.particles:add({(i * 0.754877) %% 2 - 1, (i * 0.56984) %% 2 - 1}, "
          "{(i * 0.3141593) %% 3 - 1.5, (i * 0.7718281) %% 2 - 1}) end\n"
          "w.particles:add_column('all')\n"
          "local function exp(x) return lg.math.exp(lg.math.sin(x)) end\n"
          "local function d(x) return lg.math.clamp(lg.math.abs(x), 0.05371, 9173.7) end\n"
          "m = setmetatable({ exp = exp }, { __index = m })\n"
          "local moved, reads = nil, 0\n"
          "local function other() reads = reads + 1 return (reads * 0.618034) %% 1 - 0.5 end\n"
          "local function c(x) return moved and x * (1 + moved()) or x end\nlocal function of(p) ");
  body(&t, &f, 0);
  put(&t,
      " end\nlocal ok, why = pcall(w.update, w, function(p) p.all = of(p) end)\n"
      "local said = not ok and tostring(why) or ''\n"
      "local wrong, what = 0, ''\n"
      "for i = 1, 40 do\n"
      "  local x, v = w.particles.position[i], w.particles.velocity[i]\n"
      "  local function at(e)\n"
      "    moved = e ~= 0 and function() return 0.1 * e end\n"
      "    return of { x = x.x * (1 + e) + e, y = x.y * (1 - e) - e, "
      "vx = v.x * (1 - e) + e, vy = v.y * (1 + e) - e }\n"
      "  end\n"
      "  local function rough(e)\n"
      "    local all = { x = x.x, y = x.y, vx = v.x, vy = v.y }\n"
      "    reads, moved = 0, function() return 0.2 * e * other() end\n"
      "    return of(setmetatable({}, { __index = function(_, k) return all[k] + e * other() end "
      "}))\n"
      "  end\n"
      "  local want, got, spread = at(0), w.particles.all[i], 0\n"
      "  for _, e in ipairs { 1e-6, -1e-6, 3e-6, -3e-6 } do\n"
      "    spread = math.max(spread, math.abs(at(e) - want), math.abs(rough(e) - want))\n"
      "    if at(e) ~= at(e) then spread = math.huge end\n"
      "  end\n"
      "  local far = math.abs(want) > 1e6 or want ~= want\n"
      "  if not far and not (math.abs(got - want) <= 1e-5 + 1e-4 * math.abs(want) + 30 * spread)"
      " then wrong = wrong + 1 what = ('%%g is not %%g'):format(got, want) end\n"
      "end\n"
      "if ok and wrong > 2 then error('MISCOMPILED: ' .. what) end\n"
      "if said:find 'different answer' then error('FALSE ALARM: ' .. said) end\nreturn w\n");
  if (getenv("FUZZ_SHOW")) printf("%s", t.bytes);

  lg_why why = {""};
  lg_scene *s = scene_of(&t, NULL, 0, &why);
  MUST(s || !strstr(why.text, "MISCOMPILED"), "%s\n%s", why.text, t.bytes);
  lg_scene_free(s);
}
