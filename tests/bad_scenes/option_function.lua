-- expect FILE:4: sphere: option 'radius' must be a number, got function
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere { radius = function() return 1 end })
return world
