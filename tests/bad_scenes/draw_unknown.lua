-- expect FILE:4: g: unknown method 'dics' (did you mean 'disc'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:draw(g) g:dics({0, 0}, 0.1) end
return world
