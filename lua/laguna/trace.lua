-- trace.lua: what scripts calculate with inside functions of a particle: a `math` that takes
-- per-particle values too, vectors of them, and vector calculus: fields added, scaled and
-- differentiated.
local core = require "laguna.core"
local mentioned = require "laguna.mention"

core.own()

local trace = {}
local traced <const>, is_traced <const> = core.traced, core.is_traced

-- ---- functions ----

--- lg.math: Lua's own, taking values too, and some that shaders have.
trace.math = {}
for name, value in pairs(math) do trace.math[name] = value end
for _, name in ipairs { "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt", "tanh",
  "abs", "floor", "ceil", "sign",
                        "fract", "fmod", "min", "max", "deg", "rad" } do
  trace.math[name] = traced[name]
end
function trace.math.clamp(x, low, high) return traced.max(low, traced.min(high, x)) end
function trace.math.mix(a, b, t) return a + t * (b - a) end
function trace.math.step(edge, x) return traced.where(traced.lt(x, edge), 0, 1) end
function trace.math.smoothstep(low, high, x)
  local s = trace.math.clamp((x - low) / (high - low), 0, 1)
  return s * s * (3 - 2 * s)
end

--- lg.random inside a formula: a stream a particle, by its id; elsewhere `draw`.
function trace.random(draw)
  return function(m, n)
    local mode, _, in_sum = core.tracing()
    if not mode then return draw(m, n) end
    if in_sum then error("random: not for each neighbour; draw for p, before its sum", 2) end
    local u = traced.random()
    if m == nil then return u end
    if n == nil then m, n = 1, m end
    return m + traced.floor(u * (n - m + 1))
  end
end

trace.noise = traced.noise

-- ---- fields ----

core.exchange("mention", mentioned)

--- Functions that were made here -> the function of the script that each is made of.
local sources = setmetatable({}, { __mode = "k" })
core.exchange("sources", sources)

local axes <const> = { "x", "y", "z" }

--- A point as a formula's function takes it: p.x, p.y, p.z and nothing more.
local function point(p)
  local meta = { __metatable = false }
  function meta.__index(_, name) error(("p.%s: only a position is known here"):format(name), 2) end
  local at = setmetatable({}, meta)
  for k = 1, #p do rawset(at, axes[k], p[k]) end
  return at
end

--- What a function returned, as a list of numbers and values.
local function list(...)
  local first = ...
  local vector = type(first) == "table" or type(first) == "userdata" and not is_traced(first)
  if select("#", ...) == 1 and vector then return { first[1], first[2], first[3] } end
  return { ... }
end

local function values(field, p, t)
  local program = core.program(field)
  if not program then return list(core.sample(field, p, t)) end
  if not core.is_particle(p) then p = point(p) end
  return list(program(p, t))
end

local function returned(v)
  if #v == 1 then return v[1] end
  return core.vec(table.unpack(v))
end

local derived = setmetatable({}, { __mode = "k" }) -- functions that differentiate

local function is_field(f) return type(f) == "userdata" and tostring(f):find "^field%." ~= nil end

--- field:at(point, t): a number, or a vec.
local function at(field, p, t)
  if not is_field(field) then error("at: use field:at(point, t), with a colon", 2) end
  local inside = core.tracing()
  local program = core.program(field)
  if not inside and program and p ~= nil and not core.is_particle(p) then
    return returned { core.evaluate(program, p, t or 0, #p, field) }
  end
  return returned(values(field, p, t or 0))
end

--- The fields that are no formulas must come into the world with one that samples them.
local function uses_of(...)
  local uses, seen = {}, {}
  for _, f in ipairs { ... } do
    local mine = { f }
    if core.program(f) then mine = f.uses or {} end
    for _, one in ipairs(mine) do
      if not seen[one] then uses[#uses + 1], seen[one] = one, true end
    end
  end
  return uses
end

local function formula(program, ...)
  for _, f in ipairs { ... } do
    if core.program(f) then sources[program] = core.program(f) break end
  end
  return core.field.formula { program = program, uses = uses_of(...) }
end

local function together(f, g, word, combine)
  if not (is_field(f) and is_field(g)) then error("field: '" .. word .. "' takes two fields", 2) end
  return formula(function(p, t)
    local a, b = values(f, p, t), values(g, p, t)
    if #a ~= #b then
      error(("field: '%s' of a field with %d components and one with %d"):format(word, #a, #b), 0)
    end
    for k = 1, #a do a[k] = combine(a[k], b[k]) end
    return table.unpack(a)
  end, f, g)
end

local function scaled(f, s)
  return formula(function(p, t)
    local v = values(f, p, t)
    for k = 1, #v do v[k] = v[k] * s end
    return table.unpack(v)
  end, f)
end

core.exchange("field_at", at)

local words = {}
function words.__add(f, g) return together(f, g, "+", function(a, b) return a + b end) end
function words.__sub(f, g) return together(f, g, "-", function(a, b) return a - b end) end
function words.__unm(f) return scaled(f, -1) end
function words.__mul(a, b)
  if type(a) == "number" then a, b = b, a end
  if type(b) ~= "number" then error("field: '*' takes a field and a number", 2) end
  return scaled(a, b)
end
function words.__div(f, s)
  if type(s) ~= "number" then error("field: '/' takes a field and a number", 2) end
  return scaled(f, 1 / s)
end
core.field_words(words)

-- ---- derivatives ----

local function close(a, b)
  local scale = math.max(math.abs(a), math.abs(b))
  return a ~= a and b ~= b or math.abs(a - b) <= 1e-3 * scale + 1e-6
end

--- The differential check reaches what is differentiated: not a number where the function gives
--- another answer than its trace.
local function honest(field, p, t, dim)
  local program = core.program(field)
  if not program or derived[program] then return true end
  local one, all = values(field, p, t), { core.evaluate(program, p, t, dim) }
  for k = 1, #one do
    local x = type(one[k]) == "boolean" and (one[k] and 1 or 0) or one[k]
    if not close(x, all[k]) then return false end
  end
  return true
end

--- A field from `derive(v, dim, d)`: the values of f, and d(value, axis).
local function differentiate(word, f, derive)
  if not is_field(f) then error(("lg.%s: expects a field, got %s"):format(word, type(f)), 2) end
  local program
  function program(p, t)
    local mode, dim = core.tracing()
    if mode == "all" then
      if not core.is_particle(p) then
        error(("lg.%s: a derivative is taken at the particle itself, not at another point"):format(
          word), 0)
      end
      return derive(values(f, p, t), dim, core.derivative)
    end
    dim = dim or #p
    if mode == "one" and not honest(f, p, t, dim) then
      return table.unpack({ 0 / 0, 0 / 0, 0 / 0 }, 1, 3)
    end
    return core.evaluate(program, p, t, dim)
  end
  derived[program] = true
  return formula(program, f)
end

local function expect(word, v, n, what)
  if #v ~= n then
    error(("lg.%s: takes a %s; this field has %d component%s"):format(word, what, #v, #v == 1 and ""
      or "s"), 0)
  end
end

--- Of a scalar field: a vector field.
function trace.gradient(f)
  return differentiate("gradient", f, function(v, dim, d)
    expect("gradient", v, 1, "scalar field")
    if dim == 2 then return d(v[1], 1), d(v[1], 2) end
    return d(v[1], 1), d(v[1], 2), d(v[1], 3)
  end)
end

--- Of a vector field: a scalar field.
function trace.divergence(f)
  return differentiate("divergence", f, function(v, dim, d)
    expect("divergence", v, dim, "vector field")
    local sum = d(v[1], 1) + d(v[2], 2)
    return dim == 2 and sum or sum + d(v[3], 3)
  end)
end

--- Of a vector field; in 2-D a scalar, and of a scalar (a stream function) the vector (d f / d y,
--- -d f / d x).
function trace.curl(f)
  return differentiate("curl", f, function(v, dim, d)
    if dim == 2 and #v == 1 then return d(v[1], 2), -d(v[1], 1) end
    expect("curl", v, dim, "vector field")
    if dim == 2 then return d(v[2], 1) - d(v[1], 2) end
    return d(v[3], 2) - d(v[2], 3), d(v[1], 3) - d(v[3], 1), d(v[2], 1) - d(v[1], 2)
  end)
end

--- Of a scalar or a vector field: the same.
function trace.laplacian(f)
  return differentiate("laplacian", f, function(v, dim, d)
    for k = 1, #v do
      local sum = 0
      for axis = 1, dim do sum = sum + d(d(v[k], axis), axis) end
      v[k] = sum
    end
    return table.unpack(v)
  end)
end

trace.where = traced.where
trace.lt, trace.le, trace.gt, trace.ge, trace.eq = traced.lt, traced.le, traced.gt, traced.ge,
  traced.eq
trace.all, trace.any, trace.negate = traced.and_, traced.or_, traced.not_

return trace
