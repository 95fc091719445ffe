-- expect FILE:5: attempt to compute with a nil value and a per-particle value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { shape = lg.shape.box {} })
world.color_by = function(p) return p.x + nothing end
return world
