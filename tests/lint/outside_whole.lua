-- expect FILE:5: warning: far: it is outside the bounds [outside]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.emitter.volume { name = "far", shape = lg.shape.box { min = {2, 0}, max = {3, 1} } })
return world
