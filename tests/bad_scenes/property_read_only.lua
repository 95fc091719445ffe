-- expect FILE:4: world: 'time' is read only
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.time = 3
return world
