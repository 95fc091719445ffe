-- 8 It explodes: how to see it coming
-- idea: in a step nothing may run past its neighbours: neither the water nor its sound
-- change: the part that is yours; then the sound: twice as stiff is half the step
local lg = require "laguna"
lg.note [[
A column of water, and its pressure waves. `s.radius` is the support radius R, `c` the speed of sound, `s:max(...)` the
fastest particle. In one step sound must not cross half of R, nor a particle (Courant, Friedrichs & Lewy 1928):

    dt <= 0.4 (R / 2) / (c + v)

Too long a step, and a wave that should fade grows from step to step: energy comes out of nothing.]]

local rho0, depth, g = 1000, 0.4, 9.81
local c = 10 * math.sqrt(g * depth) -- m/s

-- ---- your part ----
local function longest_step(s)
  return 1 / 60
end
-- ---- until here ----

local steps, most = 0, 0
local water = lg.solver.script {
  columns = { density = "kg/m3", pressure = "Pa" },
  max_dt = function(s)
    local v = s:max(function(p) return lg.math.sqrt(p.vx ^ 2 + p.vy ^ 2) end) or 0
    most = math.max(most, v)
    local dt = longest_step(s, v)
    return math.max(tonumber(dt) or error("longest_step returns no number: seconds are asked for", 0), 1e-4)
  end,
  step = function(s, dt)
    steps = steps + 1
    local nu, stiff = 0.1 * c * s.radius / 2, rho0 * c ^ 2 / 7
    s:each("density", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rho0 * p.wall
      p.pressure = math.max(stiff * ((p.density / rho0) ^ 7 - 1), 0)
    end)
    s:each("forces", function(p)
      local own = p.pressure / p.density ^ 2
      local push = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        local damping = nu / rho0 * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2)
        return q.mass * (own + q.pressure / q.density ^ 2 - damping) * q.gradW
      end)
      p.velocity = p.velocity + dt * (p.acceleration - push - 2 * rho0 * own * p.wall_gradient)
    end)
  end,
}
local world = lg.world { bounds = {{0, 0}, {1.2, 0.8}}, spacing = 0.02, gravity = {0, -g}, solver = water }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {depth, depth} } })
world.color_by = "pressure"

lg.check { name = "the fastest water there was", unit = "m/s", frame = 20, expect = 2.5, within = 1.2,
  value = function() return most end,
  hints = {
    { when = function(v) return v > 3.7 end,
      say = "it explodes: sound has run past its neighbours. Is c in your formula, and R / 2?" },
  } }
lg.check { name = "sub-steps of a third of a second", frame = 20, expect = 580, within = 150, value = function() return steps end,
  hints = {
    { when = function(n) return n > 730 end,
      say = "far more than are needed: 0.4 of what sound takes across half of R is enough" },
    { when = function(n) return n < 430 end, say = "so few cannot follow the sound" },
  } }
lg.check { name = "your step where water flies at 10 m/s", unit = "s", frame = 1, expect = 0.0128 / (c + 10), within = 1.5e-5,
  value = function()
    local p = { vx = 6, vy = 8, velocity = lg.vec(6, 8) }
    return tonumber(longest_step({ radius = 0.064, max = function(_, f) return f(p) end }, 10))
  end,
  hints = {
    { when = 0.0128 / c, within = 1e-6, say = "the same as of slow water: it carries its sound along, c + v" },
    { when = 0.0128 / (c + 3), within = 2e-5, say = "v is not always the same: it is handed over" },
    { when = 0.0128 / (c - 10), within = 1e-6, say = "against the flow sound is slower, with it faster: c + v" },
    { when = function(dt) return dt > 0.0128 / c or dt <= 0 end, say = "see the checks above first" },
  }, otherwise = "it should be 0.4 (R / 2) / (c + v)" }
lg.ask { name = "step", "Before you try it: R = 0.064 m, c = 19.8 m/s, v = 2.5 m/s. How long may a step be?",
  unit = "ms", answer = 0.574, within = 0.01,
  hints = {
    { when = 1.148, within = 0.02, say = "sound must not cross half of R" },
    { when = 1.435, within = 0.02, say = "0.4 of what sound takes across half of R" },
    { when = 0.646, within = 0.008, say = "water carries its sound along: c + v" },
    { when = 5.74e-4, within = 1e-5, say = "these are seconds" },
  } }
return world
