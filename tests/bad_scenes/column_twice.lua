-- expect FILE:4: column 'velocity' is there already
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles:add_column("velocity")
return world
