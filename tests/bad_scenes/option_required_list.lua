-- expect FILE:4: union: shapes is required
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.union { shapes = {} })
return world
