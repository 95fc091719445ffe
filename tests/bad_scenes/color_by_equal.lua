-- expect FILE:5: this function gives a different answer when it is run for one particle at a time
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { shape = lg.shape.box {} })
world.color_by = function(p) return math.floor(2 * p.x) == 0 and 1 or 0 end
return world
