-- expect FILE:4: the script ran longer than its budget of 100 ms
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:draw() while true do end end
return world
