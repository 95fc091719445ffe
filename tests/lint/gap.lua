-- expect FILE:6: warning: lid2: between it and lid1 are 0.01 m, less than a particle of spacing = 0.04 m: nothing flows through
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.04, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0.52}, max = {1, 0.9} } })
world:add(lg.collider.solid { name = "lid1", shape = lg.shape.box { min = {0, 0.3}, max = {0.49, 0.5} } })
world:add(lg.collider.solid { name = "lid2", shape = lg.shape.box { min = {0.5, 0.3}, max = {1, 0.5} } })
return world
