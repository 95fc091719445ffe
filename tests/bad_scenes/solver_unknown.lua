-- expect FILE:4: lg.solver: unknown kind 'wcshp' (did you mean 'wcsph'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcshp {}
return world
