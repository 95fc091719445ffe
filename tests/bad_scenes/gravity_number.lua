-- expect FILE:4: world: option 'gravity' must be 2 numbers in a 2-D world, got a number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.gravity = -9.81
return world
