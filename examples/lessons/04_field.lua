-- 4 A field from particles
-- idea: what particles carry is a field everywhere: the mean of the neighbours', weighted by volume and kernel
-- change: the part that is yours; then look along the edge: where neighbours are missing the plain sum is too small
local lg = require "laguna"
lg.note [[
Every particle carries a number, p.heat. The field at p is a sum over its neighbours q and p itself, each with its own volume
V = m / rho (the columns p.V and q.V) and its weight:

    A = p.V p.heat W(0) + sum of q.V q.heat W

For a heat of 1 everywhere A is 1 in the middle, but less at an edge, where neighbours are missing. Shepard (1968) divides
by the same sum of 1: then it is 1 there, too. Write both: `smooth` the sum, `shepard` the sum over that of the weights.

On a lattice half the spacing leaves a quarter of the error. Where particles lie anyhow, jittered or at random, the plain sum
wavers by several per cent, however many there are; Shepard's of a constant does not.]]

local h = 0.04 -- m
--- A square of particles: `jitter` of a lattice's spacing, or without it at random places.
local function square(spacing, jitter)
  local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = spacing, gravity = {0, 0}, edges = "open",
    solver = lg.solver.script { support = 3.2, step = function(s)
      s:each("keep", function(p) p.velocity = 0 * p.velocity end)
    end } }
  if jitter then
    w:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} }, jitter = jitter })
  else
    for _ = 1, (1 / spacing) ^ 2 do w.particles:add { math.random(), math.random() } end
  end
  for _, name in ipairs { "heat", "V", "smooth", "shepard" } do w.particles:add_column(name) end
  return w
end
local world, finer, jittered, random = square(h, 0), square(h / 2, 0), square(h, 1), square(h)

-- ---- your part ----
local function smooth(p)
  return 0 * p.heat
end
local function shepard(p)
  return 0 * p.heat
end
-- ---- until here ----

local function fill(heat, w)
  w = w or world
  if w ~= world and w.frame == 0 then w:step(1 / 60) end -- these are not shown
  w:update(function(p) p.heat, p.V = heat(p), 1 / (p.W0 + p:sum(function(q) return q.W end)) end)
  w:update(function(p) p.smooth, p.shepard = smooth(p), shepard(p) end)
end
local function at(column, x, y)
  local i = world.particles:near({ x, y }, h)[1]
  return world.particles[column][i]
end
function world:after_step() fill(function(p) return 0.5 + 0.5 * lg.math.sin(12 * p.x) end) end
world.color_by = "smooth"

--- A field that is the same everywhere.
local function constant(heat, column, x, y)
  fill(function() return heat end)
  return at(column, x, y)
end
--- How much is left of a wave in the middle.
local function left(column, w)
  fill(function(p) return lg.math.sin(12 * p.x) end, w)
  local p = (w or world).particles
  local i = p:near({ 0.62, 0.5 }, h)[1]
  return p[column][i] / p.heat[i]
end
local w0 = 0
world:sum(function(p) w0 = p.W0 return 0 end)
local V = h ^ 2

--- Is smooth what shepard should be, or the particle's own heat?
local function is_divided()
  fill(function(p) return 1 + p.x end, jittered)
  return jittered:max(function(p) return lg.math.abs(p.smooth - p.shepard) end) < 1e-4
end
local function is_own()
  fill(function(p) return 1 + p.x end, jittered)
  return jittered:max(function(p) return lg.math.abs(p.smooth - p.heat) end) < 1e-4
end
local function is_off() return math.abs(constant(2, "smooth", 0.5, 0.5) - 2) > 0.01 end
local first = { when = is_off, say = "see the first check first" }

lg.check { name = "a heat of 2, in the middle", expect = 2, within = 0.01, frame = 2,
  value = function() return constant(2, "smooth", 0.5, 0.5) end,
  hints = {
    { when = 0, within = 1e-9, say = "nothing was added up yet" },
    { when = 2 - 2 * V * w0, within = 1e-3, say = "the particle itself is missing: p.V p.heat W(0)" },
    { when = 2 - 2 * V * w0 + 2 * V, within = 1e-3, say = "the particle itself is weighed, too: times W(0), p.W0" },
    { when = 2 / V, within = 20, say = "the volume is missing: each counts by V" },
    { when = 2000, within = 10, say = "that is with the mass: V = m / rho stands in the columns p.V and q.V" },
    { when = 2 * V, within = 1e-4, say = "V is there twice" },
    { when = 1, say = "a sum of weights: each neighbour adds its heat, q.heat, times that" },
    { when = 1 + V * w0, say = "only p adds its heat: each neighbour adds its own, q.heat" },
    { when = 4 - 2 * V * w0, say = "each neighbour adds its own heat once: q.V q.heat W" },
  } }
lg.check { name = "and at the edge, where neighbours are missing", expect = 0.91, within = 0.03, frame = 2,
  value = function() return constant(1, "smooth", 0.5, 0.02) end,
  hints = {
    { when = is_own, say = "this is the particle's own heat: add up the neighbours'" },
    { when = is_divided, say = "the plain sum is not divided: that is for shepard" },
    { when = 1, within = 1e-3,
      say = "all with the volume of p, who has few neighbours: each counts by its own, rho of j and not of i" },
    { when = 0.71, within = 0.03, say = "all with the same volume: at an edge particles stand for more, q.V" },
    first,
  },
  otherwise = "there the plain sum is about 0.9: a quarter of the neighbours is not there, and the rest stand for more" }
lg.check { name = "Shepard's of a heat of 2, at the edge", expect = 2, within = 2e-4, frame = 2,
  value = function() return constant(2, "shepard", 0.5, 0.02) end,
  hints = {
    { when = 0, say = "nothing was added up yet" },
    { when = 1.82, within = 0.06,
      say = "this is the plain sum: divide by p.V W(0) + sum of q.V W, each with its own volume" },
    { when = 0.5, within = 0.01, say = "upside down: the sum with heat stands above the line" },
    { when = function(a) return a < 0.02 end, say = "the volumes are missing below the line" },
    { when = function(a) return is_off() and a ~= 2 end, say = "see the first check first" },
    { when = 1.35, within = 0.02, say = "the particle itself is missing above the line" },
    { when = is_own, say = "smooth is the particle's own heat: see the second check first" },
    { when = function(a) return a > 2.02 and a < 4 end, say = "the particle itself is missing below the line" },
  } }
lg.check { name = "a wave, in the middle: how much is left", expect = 0.93, within = 0.04, frame = 2,
  value = function() return left "smooth" end,
  hints = { { when = 1, within = 0.01, say = "each term has p's own heat: it is the neighbour's that counts, q.heat" }, first },
  otherwise = "a sum blurs: about 7 % of a wave this short are lost" }
lg.check { name = "the same of Shepard's", expect = 0.93, within = 0.04, frame = 2,
  value = function() return left "shepard" end,
  hints = { { when = 1, within = 0.01, say = "this is the particle's own heat, and no mean of its neighbours'" }, first },
  otherwise = "it blurs as the plain sum does: about 7 % of a wave this short are lost" }
lg.check { name = "half the spacing: what is lost, over that before", expect = 0.25, within = 0.03, frame = 2,
  value = function() return (1 - left("smooth", finer)) / (1 - left "smooth") end,
  hints = { { when = function(x) return x ~= x end, say = "nothing is lost at either: see the checks above first" } },
  otherwise = "half the spacing should lose a quarter: see the checks above first" }
--- Of a heat of 1, how far a column is from it, at most.
local function farthest(column, w)
  fill(function() return 1 end, w)
  return w:max(function(p) return lg.math.abs(p[column] - 1) end)
end
lg.check { name = "a heat of 1, jittered: the farthest that the plain sum is off", expect = 0.26, within = 0.06, frame = 2,
  value = function() return farthest("smooth", jittered) end,
  hints = { first, { when = 0, within = 1e-4, say = "a plain sum is never exact: see the second check first" } },
  otherwise = "a plain sum wavers where particles lie anyhow: a quarter at an edge, some per cent inside" }
for _, case in ipairs { { "jittered", jittered }, { "at random", random } } do
  lg.check { name = "the same of Shepard's, " .. case[1], expect = 0, within = 1e-4, frame = 2,
    value = function() return farthest("shepard", case[2]) end,
    otherwise = "divided by the sum of the weights a constant stays what it is, wherever particles lie" }
end
return world
