-- Vortex
-- idea: smoke blown around by a wind that is a plain Lua function, called once a sub-step for all particles
-- change: swirl, drag, and the function itself
-- picture: frame 240
local lg = require "laguna"
local swirl = lg.slider { name = "swirl", default = 4, min = 0, max = 20 }
local drag  = lg.slider { name = "drag", default = 0.3, min = 0, max = 5 }

local world = lg.world { bounds = {{-2, -2}, {2, 2}}, gravity = {0, 0}, spacing = 0.02, edges = "open",
                         solver = lg.solver.particles {} }
world:add(lg.emitter.inlet { name = "tap", center = {-1.5, 0}, direction = {1, 0}, width = 0.2, speed = 2 })

-- p.x, p.y stand for all particles at once, so plain arithmetic, math.* and if/else run at the speed of C.
world:add(lg.field.formula(function(p, t)
  local s = swirl.value * math.exp(-0.8 * (p.x^2 + p.y^2)) * (1 + 0.3 * math.sin(3 * p.x + 2 * t))
  local wx, wy = -p.y * s, p.x * s
  if p.y > 0 then wx = wx + 1.5 end
  return wx - drag.value * p.vx, wy - drag.value * p.vy
end))
world.color_by = function(p) return math.atan(p.vy, p.vx) end
return world
