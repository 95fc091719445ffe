-- PCISPH in sixty lines
-- idea: predict where particles go, see how dense they would be, correct the pressure, again (Solenthaler & Pajarola 2009)
-- change: tolerance, or how many iterations there may be
-- picture: frame 45
local lg = require "laguna"
local rest, depth, g = 1000, 0.5, 9.81 -- kg/m3, m, m/s2
local h = 0.0125 -- m, spacing

local pcisph = lg.solver.script {
  columns = {
    density = "kg/m3", pressure = "Pa",
    start = { unit = "m", vector = true, doc = "position when the sub-step began" },
    free = { unit = "m/s", vector = true, doc = "velocity without the new pressure" },
    push = { unit = "m/s2", vector = true, doc = "acceleration by pressure" },
  },
  parameters = {
    tolerance = { 0.002, min = 1e-4, max = 0.005, doc = "mean density error" },
    iterations = { 60, min = 3, max = 100 },
    nu = { 0.002, min = 0, max = 0.1, unit = "m2/s", doc = "kinematic viscosity" },
  },

  max_dt = function(s)
    local fastest = s:max(function(p) return lg.math.sqrt(p.vx ^ 2 + p.vy ^ 2) end) or 0
    return math.min(0.25 * s.radius / math.max(fastest, 2), 0.25 * h ^ 2 / math.max(s.nu, 1e-9))
  end,

  step = function(s, dt)
    -- delta of eq. 8, for a particle that has all its neighbours
    local full = s:max(function(p) return p:sum(function(q) return q.gradW.x ^ 2 + q.gradW.y ^ 2 end) end)
    local delta = rest ^ 2 / (2 * dt ^ 2 * (rest * h ^ 2) ^ 2 * math.max(full, 0.8 / h ^ 6))

    s:each("viscosity", function(p)
      local drag = s.nu * p.V0 * p:sum(function(q) return (q.velocity - p.velocity) * q.laplacian end)
      p.start, p.free = p.position, p.velocity + dt * (p.acceleration + drag)
      p.pressure, p.push = 0, 0 * p.velocity
    end)
    for i = 1, s.iterations do
      s:each("predict", function(p) p.position = p.start + dt * (p.free + dt * p.push) end)
      s:each("density", function(p)
        local to = p.position - p.start -- the wall has come nearer
        local wall = p.wall + p.wall_gradient.x * to.x + p.wall_gradient.y * to.y
        p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rest * wall
        p.pressure = math.max(p.pressure + 0.5 * delta * (p.density - rest), 0)
      end)
      s:each("force", function(p)
        p.push = -p.mass / rest ^ 2 * p:sum(function(q) return (p.pressure + q.pressure) * q.gradW end)
            - 2 * p.pressure / rest * p.wall_gradient
      end)
      if i >= 3 and s:mean(function(p) return math.max(p.density / rest - 1, 0) end) < s.tolerance then break end
    end
    s:each("move", function(p) p.position, p.velocity = p.start, p.free + dt * p.push end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = h, gravity = {0, -g}, solver = pcisph }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, depth} } })
world.color_by = "pressure"
return world
