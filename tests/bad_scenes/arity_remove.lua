-- expect FILE:4: world:remove: expects an object of this world, got no value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:remove()
return world
