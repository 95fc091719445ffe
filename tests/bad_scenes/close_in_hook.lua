-- expect FILE:6: world: it cannot be closed inside its own step
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
function world:before_step()
  local x <close> = self
end
return world
