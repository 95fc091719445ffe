-- expect FILE:3: world: bounds of y: the upper, 0 m, must be above the lower, 1 m
local lg = require "laguna"
return lg.world { bounds = {{0, 1}, {1, 0}}, spacing = 0.1 }
