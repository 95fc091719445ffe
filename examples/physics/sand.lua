-- Hourglass
-- idea: sand bears shear up to friction x pressure and yields beyond: an elastic stress, cut to Coulomb's cone (Bui et al. 2008)
-- change: friction: the heap stands at its arctangent, 17 degrees for 0.3, 31 for 0.6; 0 is water; the opening
-- picture: frame 300
local lg = require "laguna"
local rest, depth, g, d = 1000, 0.3, 9.81, 1 / 64 -- kg/m3, m, m/s2, m

local sand = lg.solver.script {
  columns = {
    density = "kg/m3", pressure = "Pa",
    shear = { unit = "Pa", vector = true, doc = "stress without pressure: (sigma_xx - sigma_yy) / 2 and sigma_xy" },
  },
  parameters = {
    friction = { 0.6, min = 0, max = 1.5, doc = "tangent of the angle of internal friction" },
    alpha = { 1, min = 0, max = 2, doc = "damping of elastic waves; with little the heap rings, and creeps" },
  },
  state = { sound = 0 }, -- m/s

  max_dt = function(s)
    s.sound = 12 * math.sqrt(g * depth)
    return 0.2 * s.radius / (s.sound + 3)
  end,

  step = function(s, dt)
    local bulk, steep = rest * s.sound ^ 2, s.friction / math.sqrt(1 + s.friction ^ 2) -- Pa; sine of the angle
    local stiff, nu = bulk / 2, s.alpha * s.sound * s.radius / 2

    -- grains that lie apart bear nothing; a wall is sand that does not move
    s:each("stress", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rest * p.wall
      p.pressure = math.max(bulk * (p.density / rest - 1), 0)
      local du = p.V0 * p:sum(function(q) return (q.vx - p.vx) * q.gradW end) - p.vx * p.wall_gradient
      local dv = p.V0 * p:sum(function(q) return (q.vy - p.vy) * q.gradW end) - p.vy * p.wall_gradient

      -- Hooke's law in a frame that turns with the sand (Jaumann's rate), then back into the cone |shear| <= sin(angle) p
      local turn, old = du.y - dv.x, p.shear
      local a = old.x + dt * (stiff * (du.x - dv.y) + turn * old.y)
      local b = old.y + dt * (stiff * (du.y + dv.x) - turn * old.x)
      local keep = math.min(steep * p.pressure / math.max(math.sqrt(a ^ 2 + b ^ 2), 1e-6), 1)
      p.shear = lg.vec(keep * a, keep * b)
    end)

    -- dv/dt = g + sum of m (sigma_i / rho_i^2 + sigma_j / rho_j^2 + Pi) grad W
    s:each("forces", function(p)
      local function force(press, shear, grad)
        return lg.vec(shear.x * grad.x + shear.y * grad.y, shear.y * grad.x - shear.x * grad.y) - press * grad
      end
      local own = 1 / p.density ^ 2
      local push = p:sum(function(q)
        local v, other = p.velocity - q.velocity, 1 / q.density ^ 2
        local damp = -nu * v:dot(q.offset) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2) / q.density
        return q.mass * force(p.pressure * own + q.pressure * other + damp, p.shear * own + q.shear * other, q.gradW)
      end)
      p.velocity = p.velocity + dt * (p.acceleration + push + 2 * rest * own * force(p.pressure, p.shear, p.wall_gradient))
    end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {1, 1.5}}, spacing = d, solver = sand, friction = 0.6 }
for side = 0, 1 do
  world:add(lg.collider.solid {
    shape = lg.shape.capsule { a = {side, 1.15}, b = {side == 0 and 0.434 or 0.566, 0.8}, radius = 0.026 },
    friction = 0.1,
  })
end
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2, 1.05}, max = {0.8, 1.45} } })
world.color_by = "id"
return world
