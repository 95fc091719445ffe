-- expect FILE:6: buffer 'velocity': the index must be a whole number, got number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  print(self.particles.velocity[1.5])
end
return world
