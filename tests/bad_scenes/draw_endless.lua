-- expect FILE:4: g:disc: a picture has room for 4096 marks
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:draw(g) while true do g:disc({0, 0}, 0.1) end end
return world
