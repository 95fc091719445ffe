-- expect FILE:4: sphere: radius = 0 m must be greater than 0
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere { radius = 0 })
return world
