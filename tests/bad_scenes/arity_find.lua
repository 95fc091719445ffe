-- expect FILE:4: world:find: expects the name of an object or the id of a particle, got no value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:find()
return world
