-- expect FILE:4: wcsph: unknown option 'viscocity' (did you mean 'viscosity'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcsph { viscocity = 0.1 }
return world
