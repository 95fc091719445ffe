-- expect FILE:3: warning: solver: viscosity of 10000 Pa s: are these mPa s? Honey has 10 Pa s, water 0.001 [units]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph { viscosity = 1e4 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
