-- 11 Clumps and pairs
-- idea: particles that pull clump, particles whose push fades when they come near pair up: neither is water
-- change: the part that is yours; then support = 5 with either kernel, and look closely
local lg = require "laguna"
lg.note [[
Lesson 7's water, but its particles stand in heaps. Two causes, with two cures:

At the surface half of the neighbours are missing, so density is low and Tait's pressure negative: it pulls, and the surface
contracts into clumps (the tensile instability; Monaghan 2000). Water of this kind has no pressure below 0.

The push of two particles goes with grad W, which fades towards r = 0. Where the support is wide, so that dozens crowd into it,
two may pair up and stay (Price 2012). In 2-D about 20 neighbours are enough, and the slope of "wendland_c2" allows no pairs
(Dehnen & Aly 2012). `support` is the kernel's radius in spacings; neighbours are about pi support^2 where water is all round.]]

local rho0, depth, g, h = 1000, 0.4, 9.81, 0.02
local c = 10 * math.sqrt(g * depth) -- m/s
local stiff = rho0 * c ^ 2 / 7

-- ---- your part ----
local kernel, support = "cubic_spline", 5
local function pressure_of(density)
  return stiff * ((density / rho0) ^ 7 - 1)
end
-- ---- until here ----

local water = lg.solver.script {
  support = support, kernel = kernel,
  columns = { density = "kg/m3", pressure = "Pa", nearest = "m" },
  max_dt = function(s) return 0.2 * s.radius / (1.3 * c) end,
  step = function(s, dt)
    local nu = 0.1 * c * s.radius / 2
    s:each("density", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rho0 * p.wall
      p.pressure = pressure_of(p.density)
      p.nearest = p:min(function(q) return q.distance end) -- 0 of a drop that is alone
    end)
    s:each("forces", function(p)
      local own = p.pressure / p.density ^ 2
      local push = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        local damping = nu / rho0 * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2)
        return q.mass * (own + q.pressure / q.density ^ 2 - damping) * q.gradW
      end)
      p.velocity = p.velocity + dt * (p.acceleration - push - 2 * rho0 * math.max(own, 0) * p.wall_gradient)
    end)
  end,
}
local world = lg.world { bounds = {{0, 0}, {1.2, 0.8}}, spacing = h, gravity = {0, -g}, solver = water }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {depth, depth} } })
world.color_by = "nearest"

lg.check { name = "pressure of water that is a tenth too thin", unit = "Pa", expect = 0, within = 0,
  value = function() return pressure_of(900) end,
  hints = {
    { when = function(p) return p < 0 end, say = "it pulls: no less than 0" },
    { when = function(p) return p > 0 end, say = "thin water does not push: only above rho0" },
  } }
lg.check { name = "pressure of water that is a hundredth too dense, over Tait's", expect = 1, within = 1e-9,
  value = function() return pressure_of(1010) / (stiff * (1.01 ^ 7 - 1)) end,
  otherwise = "above rho0 Tait's equation stays as it is" }
--- The pressure, but for what is thin: that has its own sentence.
local function is_tait()
  return math.abs(pressure_of(1010) / (stiff * (1.01 ^ 7 - 1)) - 1) < 1e-6 and pressure_of(900) <= 0
end
lg.check { name = "neighbours, on average", frame = 40, expect = 19, within = 6.5,
  value = function() return world:mean(function(p) return p:sum(function(_) return 1 end) end) end,
  hints = {
    { when = function() return not is_tait() end, say = "see the pressure first: it is what holds them apart" },
    { when = function(n) return n > 25.5 end, say = "a crowd: a smaller support" },
    { when = function(n) return n < 12.5 end, say = "too few to smooth anything: a wider support" },
  } }
lg.check { name = "share of particles with another one nearer than 0.3 spacings", frame = 40, expect = 0, within = 0.03,
  value = function()
    return world:count(function(p) return lg.all(lg.gt(p.nearest, 0), lg.lt(p.nearest, 0.3 * h)) end) / #world.particles
  end,
  hints = {
    { when = function() return not is_tait() end, say = "see the pressure first: it is what holds them apart" },
    { when = function() return pressure_of(900) < 0 end, say = "clumps: the pressure below 0 pulls them together" },
    { when = function() return kernel == "cubic_spline" end,
      say = "pairs: the cubic spline's push fades inside of a third of its radius" },
    { when = function() return support > 3.5 end, say = "pairs: too many neighbours" },
  } }
return world
