-- expect FILE:4: sphere: expects one table of options, lg.shape.sphere { ... }, got number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere(0.5))
return world
