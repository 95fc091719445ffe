-- expect FILE:4: world:advance: expects the number of a frame, got no value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:advance()
return world
