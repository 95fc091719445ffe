-- expect FILE:4: g:line: expects a point of 2 numbers (m) as its argument 2, got number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:draw(g) g:line({0, 0}, 1, 1) end
return world
