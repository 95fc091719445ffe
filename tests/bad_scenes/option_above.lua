-- expect FILE:5: volume: jitter = 1.5 is above its greatest value 1
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local box = lg.shape.box {}
world:add(lg.emitter.volume { shape = box, jitter = 1.5 })
return world
