-- expect FILE:6: buffer 'velocity': a value must be a vec, got number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  self.particles.velocity[1] = 7
end
return world
