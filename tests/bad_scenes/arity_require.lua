-- expect FILE:4: require: expects the name of a module, got nil
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
require()
return world
