-- Weakly compressible SPH in fifty lines
-- idea: a solver is its paper's sums: density, Tait's pressure, forces; the core finds neighbours, moves, stops at walls
-- change: stiffness, alpha; or the equation of state, while it runs
-- picture: frame 45
local lg = require "laguna"
local rest, depth, g = 1000, 0.5, 9.81 -- kg/m3, m, m/s2

local wcsph = lg.solver.script {
  columns = { density = "kg/m3", pressure = "Pa" },
  parameters = {
    stiffness = { 10, min = 5, max = 40, doc = "speed of sound over sqrt(g depth)" },
    alpha = { 0.1, min = 0, max = 1, doc = "artificial viscosity" },
  },
  state = { sound = 0 }, -- m/s

  max_dt = function(s)
    s.sound = s.stiffness * math.sqrt(g * depth)
    return 0.2 * s.radius / (s.sound + 2 * math.sqrt(g * depth))
  end,

  step = function(s, dt)
    local stiff, nu = rest * s.sound ^ 2 / 7, s.alpha * s.sound * s.radius / 2

    -- rho = sum of m W, the walls' share counted as water; p = rho0 c^2 / 7 ((rho / rho0)^7 - 1), never below 0
    s:each("density", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + rest * p.wall
      p.pressure = math.max(stiff * ((p.density / rest) ^ 7 - 1), 0)
    end)

    -- dv/dt = a - sum of m (p_i / rho_i^2 + p_j / rho_j^2 + Pi) grad W (Monaghan 1992, eqs. 3.3, 4.1); a wall mirrors p
    s:each("forces", function(p)
      local own = p.pressure / p.density ^ 2
      local push = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        local viscous = -nu * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2) / q.density
        return q.mass * (own + q.pressure / q.density ^ 2 + viscous) * q.gradW
      end)
      p.velocity = p.velocity + dt * (p.acceleration - push - 2 * rest * own * p.wall_gradient)
    end)
  end,
}

local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.0125, gravity = {0, -g}, solver = wcsph }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, depth} } })
world.color_by = "pressure"
return world
