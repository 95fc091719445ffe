-- expect FILE:5: too early
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:on_load()
  error "too early"
end
return world
