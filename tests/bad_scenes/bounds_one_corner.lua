-- expect FILE:3: world: option 'bounds' must be two corners, {{0, 0}, {4, 3}} in 2-D
local lg = require "laguna"
return lg.world { bounds = {1, 1}, spacing = 0.1 }
