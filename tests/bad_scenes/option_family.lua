-- expect FILE:4: volume: option 'shape' must be a shape, got a field
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { shape = lg.field.constant {} })
return world
