-- expect FILE:4: sphere: option 'center' must be 2 numbers in a 2-D world, got 3 numbers
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere { center = {0, 0, 0} })
return world
