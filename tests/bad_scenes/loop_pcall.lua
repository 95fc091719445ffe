-- expect FILE:5: the script ran longer than its budget of 100 ms
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step()
  while true do pcall(function() while true do end end) end
end
return world
