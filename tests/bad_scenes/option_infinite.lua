-- expect FILE:4: sphere: radius = inf must be finite
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere { radius = math.huge })
return world
