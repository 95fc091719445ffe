-- expect FILE:4: gauge: 'max_speed' is one of the statistics; choose another name
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:gauge("max_speed", "front")
return world
