-- expect FILE:3: world: spacing = -0.1 m must be greater than 0
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = -0.1 }
