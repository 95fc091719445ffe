-- expect FILE:5: warning: honey: viscosity of 2000 Pa s: are these mPa s? Honey has 10 Pa s, water 0.001 [units]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.4} },
  material = lg.material.fluid { name = "honey", viscosity = 2000 } })
return world
