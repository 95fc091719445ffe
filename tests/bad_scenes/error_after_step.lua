-- expect FILE:5: world: unknown property 'nothing'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:after_step()
  return nil + self.nothing.x
end
return world
