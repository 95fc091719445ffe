-- 3 Density by hand
-- idea: rho_i = sum of m_j W(x_i - x_j): the sum that everything else is made of, by a loop that you can read
-- change: the part that is yours; then look at the edge and the corner: nobody is there to be counted
-- budget: hook=2000
local lg = require "laguna"
lg.note [[
Around every particle within R lie its neighbours, and itself. Each adds its mass, blurred: m W(distance). On a full
lattice that is the density of water, 1000 kg/m3. At an edge more than a quarter of the sum is missing, in a corner half:
that is right, and why walls and surfaces need care.

`near` is the list of the particles within R of particle i, i among them; x[j] is a position, m[j] a mass in kg. In Lua

    for _, j in ipairs(near) do ... end       goes through the list
    (x[i] - x[j]):length()                    is a distance]]

local R, spacing = 0.16, 0.05 -- m
local function W(r)
  local q, k = r / R, 40 / (7 * math.pi * R ^ 2)
  if q > 1 then return 0 end
  if q > 0.5 then return 2 * k * (1 - q) ^ 3 end
  return k * (6 * (q ^ 3 - q ^ 2) + 1)
end

-- ---- your part ----
local function density(i, near, x, m)
  return 0
end
-- ---- until here ----

-- Nothing moves; the microscope (Alt-click) shows whom a particle counts.
local still = lg.solver.script { kernel = "cubic_spline", support = R / spacing, step = function(s)
  s:each("keep", function(p) p.velocity = 0 * p.velocity end)
end }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = spacing, gravity = {0, 0}, edges = "open", solver = still }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })
world.particles:add_column("mine")
world.color_by = "mine"
world.view = { height = 1.5, at = {0.5, 0.55}, hud = false } -- the legend has room above

local function at(place)
  local p = world.particles
  local i = p:near(place, spacing)[1]
  return density(i, p:near(p.position[i], R), p.position, p.mass)
end
local painted = false -- with every edit anew
function world:after_step()
  if painted then return end
  painted = true
  local p = self.particles
  for i = 1, #p do p.mine[i] = tonumber((density(i, p:near(p.position[i], R), p.position, p.mass))) or 0 end
end

local m, w0 = 1000 * spacing ^ 2, W(0)
--- The sum where W is given squares of distances.
local function squared(place)
  local p, sum = world.particles, 0
  local i = p:near({ place, place }, spacing)[1]
  for _, j in ipairs(p:near(p.position[i], R)) do
    sum = sum + m * W((p.position[i] - p.position[j]):length() ^ 2)
  end
  return sum
end
--- Do all particles together have half of what they should, and none of their own?
local function halves()
  local p, yours, others = world.particles, 0, 0
  for i = 1, #p do
    local near = p:near(p.position[i], R)
    yours = yours + density(i, near, p.position, p.mass)
    for _, j in ipairs(near) do
      if j ~= i then others = others + m * W((p.position[i] - p.position[j]):length()) end
    end
  end
  return math.abs(yours / others - 0.5) < 1e-4
end
lg.check { name = "density in the middle", unit = "kg/m3", expect = 1000, within = 5,
  value = function() return at {0.475, 0.475} end,
  hints = {
    { when = function(rho) return rho == 0 and at {0.025, 0.025} > 0 end,
      say = "you count 1, 2, 3, ...: the neighbours are what stands in the list, near[1], near[2], ..." },
    { when = 0, within = 1e-9, say = "nothing was added up yet" },
    { when = function(rho) return rho > 0 and rho < 0.5 end,
      say = "that is what one neighbour adds: sum = sum + ..., and return behind the loop" },
    { when = function(rho) return rho > 1100 and math.abs(rho / squared(0.475) - 1) < 1e-3 end,
      say = "W takes the distance itself, not its square" },
    { when = 37 * m, within = 0.1, say = "these are the masses: each counts m W(distance)" },
    { when = 1000 / spacing ^ 2, within = 2000, say = "once too often over the area: W is 1/m2 already" },
    { when = halves, say = "each pair is counted for one of both only: all of `near` belong to i" },
    { when = 1000 - m * w0, say = "you left the particle itself out of the sum" },
    { when = 1000 + m * w0, say = "the particle itself is in the sum twice: it is in `near` already" },
    { when = 1000 / m, within = 2, say = "the masses are missing: this is a number density, 1/m2" },
    { when = function(rho) return rho > 10 and rho < 60 end,
      say = "that is a mean: the sum is not divided by how many there are" },
  } }
lg.check { name = "density at the edge", unit = "kg/m3", expect = 715, within = 8,
  value = function() return at {0.475, 0.025} end,
  otherwise = "more than a quarter of the neighbours is missing there; the sum is 715" }
lg.check { name = "density in the corner", unit = "kg/m3", expect = 509, within = 8,
  value = function() return at {0.025, 0.025} end,
  otherwise = "half of the neighbours are missing there; the sum is 509" }
return world
