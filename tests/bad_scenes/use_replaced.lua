-- expect FILE:6: wcsph: this solver was replaced by another solver
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local old = lg.solver.wcsph {}
world.solver = old; world.solver = lg.solver.particles {}
old.viscosity = 1
return world
