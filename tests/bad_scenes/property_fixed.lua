-- expect FILE:4: world: spacing is fixed when the world is made
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.spacing = 0.2
return world
