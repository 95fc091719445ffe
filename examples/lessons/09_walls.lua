-- 9 Walls
-- idea: where a wall is there are no particles, but the water must feel it: as density, and as pressure that pushes back
-- change: the part that is yours; then the depth
-- picture: frame 90
local lg = require "laguna"
lg.note [[
The core lets no particle through a wall. But beside one a particle has half a neighbourhood only: its density is too low,
so its pressure is, and nothing pushes it away. `p.wall` is the share of the kernel that the wall fills: the integral of W
over it, 0 far away, 1/2 on it; `p.wall_gradient` is the gradient of that. A wall that is taken for water

    at rest density adds      rho0 wall                               to the density sum,
    with p's own pressure     2 rho0 p / rho^2 wall_gradient          to the sum of pressures

(the 2: p_i / rho_i^2 of the particle, and as much of the wall that mirrors it). Then the floor carries rho0 g depth.]]

local rho0, depth, g = 1000, 0.3, 9.81 -- kg/m3, m, m/s2
local c = 10 * math.sqrt(g * depth) -- m/s

-- ---- your part ----
local function wall_density(p)
  return 0
end
local function wall_push(p)
  return 0 * p.wall_gradient
end
-- ---- until here ----

local water = lg.solver.script {
  columns = { density = "kg/m3", pressure = "Pa" },
  max_dt = function(s) return 0.2 * s.radius / (c + 3) end,
  step = function(s, dt)
    local nu, stiff = 0.1 * c * s.radius / 2, rho0 * c ^ 2 / 7
    s:each("density", function(p)
      p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) + wall_density(p)
      p.pressure = math.max(stiff * ((p.density / rho0) ^ 7 - 1), 0)
    end)
    s:each("forces", function(p)
      local own = p.pressure / p.density ^ 2
      local push = p:sum(function(q)
        local v, x = p.velocity - q.velocity, q.offset
        local damping = nu / rho0 * (v.x * x.x + v.y * x.y) / (q.distance ^ 2 + 0.0025 * s.radius ^ 2)
        return q.mass * (own + q.pressure / q.density ^ 2 - damping) * q.gradW
      end)
      p.velocity = p.velocity + dt * (p.acceleration - push - wall_push(p))
    end)
  end,
}
local world = lg.world { bounds = {{0, 0}, {0.6, 0.5}}, spacing = 0.02, gravity = {0, -g}, solver = water }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.6, depth} } })
world.color_by = "pressure"

-- What the lowest layer carries, and the fastest particle, over all frames from the 30th on.
local carried, frames, fastest = 0, 0, 0
function world:after_step()
  if self.frame < 30 then return end
  local floor = function(p) return p.y < 0.02 end
  carried = carried + self:sum(function(p) return lg.where(floor(p), p.pressure, 0) end) / math.max(self:count(floor), 1)
  frames = frames + 1
  fastest = math.max(fastest, self:max(function(p) return lg.math.sqrt(p.vx ^ 2 + p.vy ^ 2) end))
end

--- Is the share of the walls in the density what it should be?
local function holds()
  return (world:max(function(p) return lg.math.abs(wall_density(p) - rho0 * p.wall) end) or 0) < 10
end
lg.check { name = "height of the uppermost particle", unit = "m", frame = 90, expect = 0.287, within = 0.012,
  value = function() return world:max(function(p) return p.y end) end,
  hints = {
    { when = function(y) return y < 0.27 end,
      say = "it sinks into itself: beside the walls the density is too low; add rho0 p.wall" },
    { when = function(y) return y > 0.3 and not holds() end,
      say = "it is thrown up by its walls: their share of the density is rho0 p.wall, no more" },
    { when = function(y) return y > 0.3 end,
      say = "it is thrown up: wall_push is 2 rho0 p / rho^2 times wall_gradient, and is subtracted already" },
  } }
lg.check { name = "what the floor carries, over rho0 g depth", frame = 90, expect = 1.15, within = 0.3,
  value = function() return carried / frames / (rho0 * g * depth) end,
  hints = {
    { when = function() return not holds() end,
      say = "the walls' share of the density is wrong: add rho0 p.wall, or whom they push no density holds" },
    { when = function(x) return x < 0.8 end,
      say = "the wall throws off what touches it: 2 rho0 p / rho^2, which is 0 where p is" },
    { when = 2.06, within = 0.07, say = "the wall pushes half as much as it should: it mirrors the pressure, so twice" },
    { when = 2.21, within = 0.08, say = "the wall does not push: what leans on it is squeezed until its neighbours do" },
    { when = function(x) return x > 3 end, say = "the wall sucks: the push has the other sign" },
  } }
lg.check { name = "the fastest particle of a tank that should rest", unit = "m/s", frame = 90, expect = 0.5, within = 0.6,
  value = function() return fastest end,
  hints = { { when = function(v) return v > 1.1 end, say = "something throws particles about that should lie still" } } }
return world
