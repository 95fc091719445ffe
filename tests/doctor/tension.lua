-- expect FILE:4: warning: solver: holds drops of 0.0027 m, and a particle of 0.05 m weighs 341 times what it holds
-- cured by solver.surface_tension=10
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph { surface_tension = 0.072 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.4} } })
return world
