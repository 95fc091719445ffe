-- expect FILE:3: world: option 'edges.x' must be one word or two
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, edges = {x = {"wall"}} }
