-- expect FILE:3: world: bounds hold 1e+12 lattice points of spacing 0.0001 m
local lg = require "laguna"
return lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.0001 }
