-- expect FILE:4: world: unknown property 'gravitty' (did you mean 'gravity'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.gravitty = {0, -1}
return world
