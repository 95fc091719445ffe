-- expect FILE:5: warning: tap: it is made, but in no world: world:add(...) [unused]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local tap = lg.emitter.volume { name = "tap", shape = lg.shape.union { shapes = { lg.shape.box { max = {1, 1} }, lg.shape.sphere { radius = 1 } } } }
return world
