-- expect FILE:5: warning: t = 0.: viscosity is too stiff to be solved for: the velocity is off by
-- Glass, which floats cannot tell from what does not flow.
local lg = require "laguna"
local solver = lg.solver.dfsph { viscosity = 1e8 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.025, solver = solver }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
