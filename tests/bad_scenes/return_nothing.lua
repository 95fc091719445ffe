-- expect FILE: a scene ends with `return world` (or `return a, b`); this one returned nothing
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
