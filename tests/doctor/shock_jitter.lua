-- expect FILE:5: warning: t = 0.02: lower jitter = 0.8 of column
-- cured by column.jitter=0.1
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { name = "column", jitter = 0.8, shape = lg.shape.box { max = {0.4, 0.8} } })
return world
