-- expect FILE:5: attempt to index a nil value (local 'nothing')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step(dt) local nothing
  nothing.x = dt
end
return world
