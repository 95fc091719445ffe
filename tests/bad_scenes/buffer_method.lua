-- expect FILE:6: buffer 'velocity': unknown method 'scal' (did you mean 'scale'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  self.particles.velocity:scal(2)
end
return world
