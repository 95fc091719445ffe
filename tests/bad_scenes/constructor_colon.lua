-- expect FILE:4: box: use a dot, lg.shape.box { ... }
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape:box { max = {1, 1} })
return world
