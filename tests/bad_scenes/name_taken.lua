-- expect FILE:5: point: the name 'column' belongs to another emitter
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.emitter.point { name = "column" })
return world
