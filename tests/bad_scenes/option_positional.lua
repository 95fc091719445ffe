-- expect FILE:4: box: the option table has a value without a name (table); write name = value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.box {{0, 0}, {1, 1}})
return world
