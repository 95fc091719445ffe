-- expect FILE:4: point: the name 'tap.left' must not hold blanks, quotes, '.' or '='
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.point { name = "tap.left" })
return world
