-- expect FILE:5: box: max.x = 0 m is not above min.x = 1 m
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
-- min above max
world:add(lg.shape.box { min = {1, 1}, max = {0, 0} })
return world
