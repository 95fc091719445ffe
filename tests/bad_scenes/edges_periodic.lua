-- expect FILE:3: world: edge of x is periodic on one side only
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, edges = {x = {"periodic", "wall"}} }
