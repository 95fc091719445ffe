-- expect FILE:5: gauge: there is a gauge 'tip' already; choose another name
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:gauge("tip", "front")
world:gauge("tip", "mass")
return world
