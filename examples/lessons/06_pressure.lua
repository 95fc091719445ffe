-- 6 Pressure pushes
-- idea: -grad p / rho by a sum over pairs: written so that each pair pushes both ways alike, momentum is kept to the last digit
-- change: the part that is yours; then the shape of the pressure
local lg = require "laguna"
lg.note [[
Particles lie in a box, and the pressure grows to the right: p.pressure = 1000 x. What pushes each of them is -grad p / rho,
as a sum over neighbours. Two forms are in every book:

    - 1 / rho_i  sum of (m / rho_j) (p_j - p_i) grad W       exact for a constant pressure, but i and j do not push alike
    - sum of m (p_i / rho_i^2 + p_j / rho_j^2) grad W        i pushes j as j pushes i: momentum is kept (Monaghan 1992)

Return the second one: a vec, m/s2. In the middle it is -1000 / 1000 = -1 m/s2 along x. `p.rho` and `q.rho` are densities.]]

local h = 0.04 -- m
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = h, gravity = {0, 0}, edges = "open",
  solver = lg.solver.script { columns = { rho = "kg/m3", pressure = "Pa", push = { unit = "m/s2", vector = true } },
    step = function(s)
      s:each("keep", function(p) p.velocity = 0 * p.velocity end)
    end } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })

-- ---- your part ----
local function push(p)
  return 0 * p.position
end
-- ---- until here ----

function world:after_step()
  self:update(function(p) p.rho = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) end)
  self:update(function(p) p.pressure = 1000 * p.x end)
  self:update(function(p) p.push = push(p) end)
end
world.color_by = "push"
local function sum(axis) return world:sum(function(p) return p.mass * p.push[axis] end) end
local function most(axis) return world:sum(function(p) return p.mass * lg.math.abs(p.push[axis]) end) end

lg.check { name = "the push in the middle, along x", unit = "m/s2", expect = -1, within = 0.03, frame = 2,
  value = function()
    local i = world.particles:near({ 0.5, 0.5 }, h)[1]
    return world.particles.push[i].x
  end,
  hints = {
    { when = function(a) return a == 0 end, say = "nothing pushes yet" },
    { when = 0, within = 1e-4, say = "p's own pressure alone pushes to all sides alike: q's is missing" },
    { when = -1e-3, within = 3e-5, say = "once too often over rho: this sum is an acceleration already" },
    { when = 1, say = "water is pushed from high to low pressure: the sign, - before the sum and + between the two" },
    { when = -1000, within = 30, say = "this is -grad p; divide by the density for an acceleration" },
    { when = function(a) return type(a) == "number" and a < -1e5 end, say = "a density is missing: p / rho^2, of each of both" },
    { when = -1 / 1.6, within = 0.02, say = "the neighbour's mass is missing: m = 1000 h^2 = 1.6 kg" },
    { when = -0.5, say = "half of it: both pressures push, p_i and p_j, not their mean" },
  } }
lg.check { name = "momentum that comes out of nothing, over all pushes", expect = 0, within = 1e-5, frame = 2,
  value = function() return (math.abs(sum "x") + math.abs(sum "y")) / math.max(most "x" + most "y", 1e-9) end,
  otherwise = "i does not push j as j pushes i: take the form with p_i / rho_i^2 + p_j / rho_j^2" }
return world
