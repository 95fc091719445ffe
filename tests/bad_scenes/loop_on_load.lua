-- expect FILE:5: the script ran longer than its budget of 2.0 s
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:on_load()
  while true do end
end
return world
