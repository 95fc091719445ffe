-- expect FILE:4: vec: a vec cannot be changed
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.gravity.y = -1
return world
