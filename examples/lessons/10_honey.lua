-- 10 Honey, water, units
-- idea: what slows a flow is viscosity over density, in m2/s; between two plates it becomes a parabola
-- change: the part that is yours; then the label: water has 1 mPa s and 1 g/cm3, and is turbulent here
local lg = require "laguna"
lg.note [[
A syrup of 14000 mPa s and 1.4 g/cm3 is pushed between two plates that it sticks to. Labels give the dynamic viscosity mu,
motion asks for the kinematic one, nu = mu / rho, in m2/s. After a while push and drag balance (Poiseuille 1840):

    v(y) = a / (2 nu) y (h - y)

a is the push in m/s2, h the height. Its fastest layer lies in the middle, y = h / 2.]]

local label = { viscosity = 14000, density = 1.4 } -- mPa s, g/cm3
local a, h = 1, 0.2 -- m/s2, m

-- ---- your part ----
local function kinematic(viscosity, density) -- mPa s, g/cm3 -> m2/s
  return viscosity / density
end
local function fastest(nu) -- m/s, by a and h
  return 0
end
local function profile(y, top) -- m/s at the height y, of a parabola whose fastest layer has `top`
  return top
end
-- ---- until here ----

local world = lg.world { bounds = {{0, 0}, {0.2, h}}, spacing = 0.008, gravity = {a, 0}, edges = { x = "periodic" }, slip = "no",
  solver = lg.solver.wcsph { density = 1400, viscosity = 14 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.2, h} } })
world.color_by = "velocity"

local function measured() return world:max(function(p) return p.vx end) end

lg.check { name = "kinematic viscosity", unit = "m2/s", frame = 1, expect = 0.01, within = 0.0001,
  value = function() return kinematic(label.viscosity, label.density) end,
  hints = {
    { when = function(nu) return math.abs(nu / 1e4 - 1) < 0.01 end,
      say = "a million times too much: 1 mPa s is 0.001 Pa s, and 1 g/cm3 is 1000 kg/m3" },
    { when = function(nu) return math.abs(nu / 10 - 1) < 0.01 end,
      say = "a thousand times too much: one of the two units is still to be turned" },
    { when = function(nu) return nu == 19600 or math.abs(nu - 19.6) < 0.1 or math.abs(nu - 1e-4) < 1e-6 end,
      say = "mu / rho: viscosity above the line, density below it" },
    { when = function(nu) return math.abs(nu / 14 - 1) < 0.01 end,
      say = "14 Pa s is the dynamic viscosity: divide it by the density" },
  } }
lg.check { name = "the fastest layer over yours", frame = 150, expect = 1, within = 0.03,
  value = function() return measured() / fastest(0.01) end,
  hints = {
    { when = function(x) return math.abs(x - 0.25) < 0.02 end,
      say = "four times too fast: in the middle y (h - y) is h^2 / 4, so it is a h^2 / (8 nu)" },
    { when = 0.5, say = "twice too fast: 1 / 2 of the formula, and 1 / 4 of y (h - y), make the 8" },
    { when = function(x) return math.abs(x - h) < 0.01 end, say = "h is squared" },
    { when = function(x) return x > 50 end, say = "far too slow: nu stands below the line" },
    { when = function(x) return math.abs(x - 0.125) < 0.01 end, say = "eight times too fast: where is the 8?" },
    { when = function(x) return math.abs(x - 1.5) < 0.1 end,
      say = "that is the mean of all layers, 2/3 of the fastest" },
  } }
lg.check { name = "how far the layers lie from your parabola, over the fastest", frame = 150, expect = 0, within = 0.03,
  value = function()
    local top, off, n = measured(), 0, 0
    world:each(function(p)
      off, n = off + math.abs(p.vx - profile(p.y, top)), n + 1
    end)
    return off / n / top
  end,
  hints = {
    { when = function(x) return math.abs(x - 0.5) < 0.05 end,
      say = "a quarter of the speed: y (h - y) is h^2 / 4 in the middle, so 4 y (h - y) / h^2 is 1 there" },
    { when = function() return math.abs(profile(h / 2, 1) - 1) > 0.05 end,
      say = "half way up it should be `top`: y (h - y) is h^2 / 4 there" },
    { when = function() return profile(0.01 * h, 1) > 0.9 and profile(0.99 * h, 1) > 0.9 end,
      say = "all layers as fast as the middle one: at the plates it stands still" },
    { when = function() return math.max(profile(0, 1), profile(h, 1)) > 0.05 end,
      say = "at both plates, y = 0 and y = h, it stands still" },
  } }
lg.ask { name = "water", "And water, 1 mPa s and 1 g/cm3: its kinematic viscosity?", unit = "m2/s", answer = 1e-6,
  hints = {
    { when = 1, within = 0.01, say = "that is in mm2/s, as data sheets have it: a million of them are a m2/s" },
    { when = 1e-3, within = 1e-5, say = "a thousand times too much: 1 mPa s is 0.001 Pa s, and 1 g/cm3 is 1000 kg/m3" },
  } }
return world
