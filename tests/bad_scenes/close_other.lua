-- expect FILE:7: world: it cannot be closed while the program shows it: it is what the scene returned
local lg = require "laguna"
local a = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
local b = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
function a:before_step()
  local x <close> = b
end
return a, b
