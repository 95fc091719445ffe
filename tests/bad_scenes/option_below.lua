-- expect FILE:4: wcsph: viscosity = -1 Pa s is below its least value 0 Pa s
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcsph { viscosity = -1 }
return world
