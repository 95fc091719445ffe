-- expect FILE:5: volume: option 'one_shot' must be true or false, got a number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local box = lg.shape.box {}
world:add(lg.emitter.volume { shape = box, one_shot = 1 })
return world
