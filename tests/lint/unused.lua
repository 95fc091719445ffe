-- expect FILE:5: warning: tap: it is made, but in no world: world:add(...) [unused]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local tap = lg.emitter.point { name = "tap", center = {0.5, 0.5} }
return world
