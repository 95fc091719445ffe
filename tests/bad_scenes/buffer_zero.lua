-- expect FILE:6: buffer 'position': index 0: buffers count from 1
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
function world:after_step()
  print(self.particles.position[0])
end
return world
