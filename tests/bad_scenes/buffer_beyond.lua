-- expect FILE:6: buffer 'velocity': index 1000 is beyond the last particle, 25
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  self.particles.velocity[1000] = {0, 0}
end
return world
