-- expect FILE:4: wcsph: option 'viscosity' must be a number, got text
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcsph { viscosity = "high" }
return world
