-- Guard
-- idea: a hook breaks every particle in frame 5: the guard has to reject the step
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2, 0.2}, max = {0.8, 0.8} } })
function world:before_step(dt)
  if world.frame < 4 then return end
  local v = world.particles.velocity
  for i = 1, #world.particles do v[i] = {0 / 0, 0} end
end
return world
