-- expect FILE:4: point: the name 'solver' is reserved
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.point { name = "solver" })
return world
