-- expect FILE:4: sphere: unknown option 'colour_of_the_sky'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere { colour_of_the_sky = 1 })
return world
