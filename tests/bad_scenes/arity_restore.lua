-- expect FILE:4: world:restore: expects the path of a file
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:restore()
return world
