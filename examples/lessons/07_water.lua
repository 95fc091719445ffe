-- 7 Water in three sums
-- idea: density, pressure, forces: three sums make a dam break (Monaghan 1994); the core moves and stops the particles
-- change: the part that is yours; then stiffness, alpha
-- picture: frame 36
local lg = require "laguna"
lg.note [[
Three stages a sub-step, of all particles p and their neighbours q (`p:sum` adds up over neighbours, p itself not among
them; `p.W0` is W(0), `p.wall` the share of p's surroundings that is wall, `p.wall_gradient` its gradient):

1 density    rho = m W(0) + sum of m W + rho0 wall
2 pressure   p = B ((rho / rho0)^7 - 1), never below 0, with B = rho0 c^2 / 7 (Tait)
3 forces     dv/dt = g - sum of m (p_i / rho_i^2 + p_j / rho_j^2) grad W - 2 rho0 p / rho^2 wall_gradient

A little artificial viscosity is there already. In Lua they are `p.mass`, `p.density`, `p.pressure`, as of `q`, the weights `q.W`
and `q.gradW`, and gravity is `p.acceleration`: p:sum(function(q) return q.mass * q.W end) is the sum of m W.]]

local rho0, depth, g = 1000, 0.4, 9.81 -- kg/m3, m, m/s2
local c = 10 * math.sqrt(g * depth) -- m/s, speed of sound: ten times as fast as the flow

-- ---- your part ----
local function density(p)
  return rho0
end
local function pressure(p)
  return 0
end
local function acceleration(p)
  return p.acceleration
end
-- ---- until here ----

local dense -- at the start, on average, over rho0
local water = lg.solver.script {
  columns = { density = "kg/m3", pressure = "Pa" },
  max_dt = function(s) return 0.2 * s.radius / (c + 3) end,
  step = function(s, dt)
    local nu = 0.1 * c * s.radius / 2
    s:each("density", function(p) p.density = density(p) end)
    dense = dense or s:mean(function(p) return p.density end) / rho0
    s:each("pressure", function(p) p.pressure = pressure(p) end)
    s:each("forces", function(p)
      local damping = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        return q.mass / rho0 * nu * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2) * q.gradW
      end)
      local v = p.velocity + dt * (acceleration(p) + damping)
      -- what bursts is held at 20 m/s, so that it can be seen
      p.velocity = v * lg.math.min(1, 20 / lg.math.sqrt(v.x ^ 2 + v.y ^ 2 + 1e-9))
    end)
  end,
}
local world = lg.world { bounds = {{0, 0}, {1.6, 0.8}}, spacing = 0.02, gravity = {0, -g}, solver = water }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {depth, depth} } })
world.color_by = "pressure"

local start = 0
function world:on_load() start = self:measure "potential_energy" end
local function energy() return (world:measure "kinetic_energy" + world:measure "potential_energy") / start end
local function worst() return (world:max(function(p) return p.density end) or 0) / rho0 end

--- Of one particle by itself; nil: it asks for more than a density.
local function pressure_at(rho)
  local ok, p = pcall(pressure, { density = rho })
  return ok and p or nil
end
local tait = rho0 * c ^ 2 / 7 * (1.01 ^ 7 - 1)
lg.check { name = "density of all at the start, on average, over rho0", frame = 2, expect = 0.9710, within = 5e-4,
  value = function() return dense end,
  hints = {
    { when = 1, within = 1e-6, say = "density is rho0 everywhere: add up m W" },
    { when = 0.755, within = 5e-3, say = "too thin: is the particle itself, m W(0), in the density?" },
    { when = 0.9415, within = 5e-4, say = "beside the walls it is too thin: rho0 p.wall belongs to the density" },
    { when = 1.2966, within = 2e-3, say = "the particle's own share is m W(0): its mass is missing" },
    { when = 2.0588, within = 2e-3, say = "the neighbours' share is m W: their mass is missing" },
    { when = function(x) return x < 0.9 end, say = "too thin: a sum of all m W, divided by nothing" },
  } }
lg.check { name = "pressure of water that is a hundredth too dense, over Tait's", expect = 1, within = 1e-6,
  value = function() return (pressure_at(1.01 * rho0) or 0) / tait end,
  hints = {
    { when = 0, say = "nothing pushes yet" },
    { when = 7, say = "B is rho0 c^2 over 7" },
    { when = 1.01 ^ 7 / (1.01 ^ 7 - 1), say = "the 1 is missing: at rest, (rho / rho0)^7 - 1 is 0" },
    { when = 0.07 / (1.01 ^ 7 - 1), within = 1e-4,
      say = "this is the straight line c^2 (rho - rho0); Tait's has the seventh power" },
    { when = 0.01 / (1.01 ^ 7 - 1), within = 1e-4, say = "the exponent is 7: without it water is a gas" },
    { when = 1 / rho0, within = 1e-5, say = "B is rho0 c^2 / 7: rho0 is missing" },
    { when = 1 / c, within = 1e-4, say = "B is rho0 c^2 / 7: c is squared" },
  } }
lg.check { name = "pressure of water that is a hundredth too thin", unit = "Pa", expect = 0, within = 1e-6,
  value = function() return pressure_at(0.99 * rho0) or 0 end,
  hints = {
    { when = function(p) return p < 0 end, say = "it pulls, and the surface clumps: never below 0" },
    { when = function(p) return p > 0 end, say = "thin water does not push: only above rho0" },
  } }
local function is_off()
  local over = (pressure_at(1.01 * rho0) or 0) / tait
  return math.abs(dense - 0.9710) > 5e-4 or math.abs(over - 1) > 1e-6 or pressure_at(0.99 * rho0) ~= 0
end
local first = { when = is_off, say = "see density and pressure first, above" }
local upwards = { when = function() return world:mean(function(p) return p.y end) > 0.5 end,
  say = "it falls upwards: p.acceleration points down already, and is added" }
lg.check { name = "the densest water, over rho0", frame = 24, expect = 1.02, within = 0.018, value = worst,
  hints = {
    first,
    { when = function(x) return x > 1.2 end, say = "it is squeezed: the pressure does not push back, or not where walls are" },
  } }
lg.check { name = "the front after 0.4 s", unit = "m", frame = 24, expect = 1.267, within = 0.03,
  value = function() return world:max(function(p) return p.x end) end,
  hints = {
    { when = 0.398, within = 0.012, say = "it stands where it stood: gravity, p.acceleration, is missing" },
    { when = function(x) return x > 0.41 and x < 0.5 end,
      say = "it does not spread: without a pressure, water is sand that falls in a heap" },
    first, upwards,
    { when = 1.233, within = 0.008, say = "p_i / rho_i^2 of the particle itself pushes, too" },
    { when = 1.299, within = 0.006, say = "a little too far: is m in the sum of pressures, and the 2 before the wall's?" },
    { when = 1.311, within = 0.006, say = "the wall does not push: 2 rho0 p / rho^2 wall_gradient is missing" },
    { when = 1.329, within = 0.008, say = "the wall sucks: its push is subtracted, as the sum is" },
    { when = 1.346, within = 0.008, say = "p_j / rho_j^2 of the neighbour pushes, too" },
    { when = function(x) return x > 1.5 end, say = "it bursts: see the next two checks" },
  } }
lg.check { name = "the fastest water", unit = "m/s", frame = 24, expect = 3, within = 2,
  value = function() return world:max(function(p) return lg.math.sqrt(p.vx ^ 2 + p.vy ^ 2) end) end,
  hints = {
    first, upwards,
    { when = function(v) return v > 5 end,
      say = "it bursts: what pushes must push apart. Is the sum subtracted, and each p over rho^2?" },
    { when = function(v) return v < 1 end, say = "too slow: is gravity there, and a pressure that spreads what falls?" },
  } }
lg.check { name = "its energy, over that of the start", frame = 24, expect = 0.93, within = 0.08, value = energy,
  hints = {
    { when = function(x) return x < 0.3 end, say = "it lies in a heap: see what the checks above say first" },
    first, upwards,
    { when = function(x) return x > 1.01 end, say = "energy comes out of nothing: a sign, or gravity inside of the sum" },
  } }
return world
