-- expect FILE:4: world: color_by: unknown column 'velocty' (did you mean 'velocity'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.color_by = "velocty"
return world
