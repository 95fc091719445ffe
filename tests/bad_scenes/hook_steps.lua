-- expect FILE:5: world:step: this world is in a step already; its hooks cannot step it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:after_step(dt)
  self:step(dt)
end
return world
