-- expect FILE:5: attempt to concatenate a nil value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:after_step(dt)
  local t = {} print("frame " .. t.missing)
end
return world
