-- expect FILE:4: warning: t = 0.1: 1 iterations a sub-step are too few for this depth
-- One iteration for five metres of water.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 6}}, spacing = 0.05, solver = lg.solver.pbf { iterations = 1 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 5} } })
return world
