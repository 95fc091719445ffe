-- expect FILE:5: attempt to call a nil value (method 'before_step')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.before_step = nil
world:before_step(0.1)
return world
