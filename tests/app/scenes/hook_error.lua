-- Hook error
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.2, 0.2}, max = {0.8, 0.8} } })
function world:after_step(dt)
  if world.frame >= 5 then local nothing = nil; nothing.x = 1 end
end
return world
