-- expect FILE:5: attempt to index a nil value (local 'world')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world.before_step(self, dt, world)
  print(world.gravity)
end
return world
