-- expect FILE:4: warning: column: 50 % of its shape is outside the bounds [outside]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0.5, 0}, max = {1.5, 0.5} } })
return world
