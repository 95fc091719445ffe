-- expect FILE:5: warning: forgotten: no other object uses this shape [idle]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.shape.sphere { name = "forgotten", radius = 0.1 })
return world
