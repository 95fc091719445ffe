-- expect FILE:4: load: expects the path of a scene, got nil
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
lg.load()
return world
