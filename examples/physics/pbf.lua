-- Position based fluids in sixty lines
-- idea: move the particles until none is too dense, then say that this was their velocity (Macklin & Müller 2013)
-- change: iterations: 2 are a sponge, 20 is water; epsilon: how soft a lone particle is
-- picture: frame 45
local lg = require "laguna"
local rest, depth, h = 1000, 0.5, 0.0125 -- kg/m3, m, m

local pbf = lg.solver.script {
  columns = {
    density = "kg/m3", lambda = "m2",
    start = { unit = "m", vector = true, doc = "position when the sub-step began" },
    step_by = { unit = "m", vector = true, doc = "correction of this iteration" },
  },
  parameters = {
    iterations = { 5, min = 2, max = 50 },
    epsilon = { 0.2, min = 0.02, max = 5, doc = "relaxation, over the gradients of a full neighbourhood" },
    apart = { 0.002, min = 0, max = 0.02, doc = "artificial pressure, which lets no pairs form, over h^2 (eq. 13)" },
    xsph = { 0.02, min = 0, max = 0.5, doc = "share of the neighbours' velocity (eq. 17)" },
  },
  max_dt = function() return 1 / 240 end,

  step = function(s, dt)
    s:each("predict", function(p)
      p.start, p.position = p.position, p.position + dt * (p.velocity + dt * p.acceleration)
    end)
    for k = 0, s.iterations - 1 do
      local momentum = math.min(k / (k + 3), 0.95)
      -- lambda = -C / (sum of |grad C|^2 + epsilon), C = max(rho / rho0 - 1, 0) (eqs. 1, 8, 11); of the last one it keeps some:
      -- five iterations leave what eight left without
      s:each("lambda", function(p)
        local to = p.position - p.start
        local wall = p.wall + p.wall_gradient.x * to.x + p.wall_gradient.y * to.y
        p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rest * wall
        local v = p.mass / rest
        local all = v * p:sum(function(q) return q.gradW end) + p.wall_gradient
        local each = v ^ 2 * p:sum(function(q) return q.gradW.x ^ 2 + q.gradW.y ^ 2 end)
        local now = -math.max(p.density / rest - 1, 0) / (all.x ^ 2 + all.y ^ 2 + each + s.epsilon / h ^ 2)
        p.lambda = now + lg.where(now < 0, momentum * p.lambda, 0)
      end)
      -- dx = 1 / rho0 sum of m (lambda_i + lambda_j + s) grad W, s = -k (W / W(h))^4 (eqs. 13, 14); a wall has lambda_i too
      s:each("displace", function(p)
        p.step_by = p.mass / rest * p:sum(function(q)
          return (p.lambda + q.lambda - s.apart * h ^ 2 * (2 * q.W / p.W0) ^ 4) * q.gradW
        end) + 2 * p.lambda * p.wall_gradient
      end)
      s:each("displace", function(p) p.position = p.position + p.step_by end)
    end
    s:each("velocity", function(p) p.velocity, p.position = (p.position - p.start) / dt, p.start end)
    s:each("xsph", function(p)
      p.velocity = p.velocity + s.xsph / rest * p:sum(function(q) return q.mass * (q.velocity - p.velocity) * q.W end)
    end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = h, solver = pbf }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, depth} } })
world.color_by = "density"
return world
