-- expect m, must be finite
local lg = require "laguna"
return lg.world { bounds = {{0/0, 0}, {1, 1}}, spacing = 0.1 }
