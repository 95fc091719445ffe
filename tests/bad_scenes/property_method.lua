-- expect FILE:4: world: 'step' is a method and cannot be replaced
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:step(dt) end
return world
