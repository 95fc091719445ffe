-- expect FILE:4: world: unknown hook 'befor_step' (did you mean 'before_step'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:befor_step(dt) end
return world
