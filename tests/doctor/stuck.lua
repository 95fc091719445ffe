-- expect FILE:6: warning: t = 0.: dfsph goes round 4 times in a sub-step, as often as it may
-- Fewer iterations than a dam break needs.
local lg = require "laguna"
local solver = lg.solver.dfsph {
  min_iterations = 2, max_iterations = 4, max_density_error_ratio = 1e-6 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = solver }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
return world
