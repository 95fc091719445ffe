-- expect FILE:7: buffer 'position' is stale
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
local x
function world:after_step()
  if x then print(x[1]) end; x = self.particles.position; self.particles:add {0.9, 0.9}; print(x[1])
end
return world
