-- expect FILE:4: volume: shape is required
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column" })
return world
