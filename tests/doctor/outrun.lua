-- expect FILE:4: warning: t = 0.: pressure cannot follow; lower cfl
-- Particles may go a whole spacing in a sub-step.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.dfsph { cfl = 1 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
return world
