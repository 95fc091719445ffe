-- expect FILE:4: point: option 'name' must be text, got a number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.point { name = 3 })
return world
