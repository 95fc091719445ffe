-- Swirl: 100 000 particles in the wind of a plain Lua function, for tests/bench/swirl.c.
local lg = require "laguna"
local world = lg.world { bounds = {{-2, -2}, {2, 2}}, gravity = {0, 0}, spacing = 0.02, threads = 1,
                         solver = lg.solver.particles {} }
for i = 1, 100000 do world.particles:add({ -2 + 4 * (i * 0.754877 % 1), -2 + 4 * (i * 0.56984 % 1) }) end

world:add(lg.field.formula(function(p, t)
  local s = 4 * math.exp(-0.8 * (p.x^2 + p.y^2)) * (1 + 0.3 * math.sin(3 * p.x + 2 * t))
  local wx, wy = -p.y * s, p.x * s
  if p.y > 0 then wx = wx + 1.5 end
  return wx - 0.3 * p.vx, wy - 0.3 * p.vy
end))

function world:key() world:sum(function(p) return 0.5 * p.mass * (p.vx^2 + p.vy^2) end) end
return world
