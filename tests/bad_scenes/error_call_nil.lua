-- expect FILE:5: attempt to call a nil value (global 'nothing')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step()
  nothing()
end
return world
