-- expect FILE:4: point: the name must be UTF-8 without control characters, but byte 4 of it is 0x1b
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.point { name = "tap\27[31m" })
return world
