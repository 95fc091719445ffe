-- expect FILE:4: warning: all: 100 % of its shape is outside the bounds [outside]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { name = "all", shape = lg.shape.box { min = {-1e30, -1e30}, max = {1e30, 1e30} } })
return world
