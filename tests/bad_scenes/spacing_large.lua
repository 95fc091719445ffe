-- expect FILE:3: world: spacing = 0.8 m is more than half of the smallest extent, 1 m
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.8 }
