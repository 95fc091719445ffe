-- expect FILE:3: world: option 'edges' must be 'wall', 'open' or 'periodic', got number
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, edges = 3 }
