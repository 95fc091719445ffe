-- expect FILE:3: world: edges: unknown axis 'z' (a 2-D world has x, y)
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, edges = {x = "wall", z = "open"} }
