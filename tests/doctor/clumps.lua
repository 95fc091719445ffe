-- expect FILE:24: warning: t = 0.: which pulls; clamp it: max(p, 0)
-- Tait's pressure as it stands in the book, below 0 where the fluid is thin.
local lg = require "laguna"
local h, c, rho0 = 0.03, 10 * math.sqrt(9.81 * 0.4), 1000
local water = lg.solver.script {
  support = 4, kernel = "cubic_spline", columns = { density = "kg/m3", pressure = "Pa" },
  max_dt = function(s) return 0.2 * s.radius / (1.3 * c) end,
  step = function(s, dt)
    s:each("density", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rho0 * p.wall
      p.pressure = rho0 * c ^ 2 / 7 * ((p.density / rho0) ^ 7 - 1)
    end)
    s:each("forces", function(p)
      local own, nu = p.pressure / p.density ^ 2, 0.05 * c * s.radius / rho0
      local push = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        local damping = nu * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2)
        return q.mass * (own + q.pressure / q.density ^ 2 - damping) * q.gradW
      end)
      p.velocity = p.velocity + dt * (p.acceleration - push - 2 * rho0 * math.max(own, 0) * p.wall_gradient)
    end)
  end,
}
local world = lg.world { bounds = {{0, 0}, {1.2, 0.8}}, spacing = h, solver = water }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.4} } })
return world
