-- expect FILE: a scene ends with `return world` (or `return a, b`); this one returned a value that is no world: number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
return world, 3
