-- expect FILE:4: particle: x = 7 m is outside the bounds, 0 to 1 m
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles:add {7, 0}
return world
