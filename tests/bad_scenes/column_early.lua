-- expect FILE:5: particles: the column 'density' is the solver's and is there after the first step
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcsph {}
print(world.particles.density)
return world
