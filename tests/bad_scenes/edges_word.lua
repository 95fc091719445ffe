-- expect FILE:3: world: edges = 'oepn' is not one of wall, open, periodic (did you mean 'open'?)
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, edges = "oepn" }
