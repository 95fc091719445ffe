-- expect FILE:5: world: gravity.y = inf must be finite
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step(dt)
  self.gravity = {0, 1 / 0}
end
return world
