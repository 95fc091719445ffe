-- expect FILE:6: warning: t = 0.2: they pair; take kernel = "wendland_c2", a smaller support
-- cured by solver.kernel=wendland_c2
-- A kernel that is flat in its middle, over far too many neighbours.
local lg = require "laguna"
local solver = lg.solver.dfsph { kernel = "cubic_spline", support = 5 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.04, solver = solver }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} }, jitter = 0.3 })
return world
