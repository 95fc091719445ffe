-- Dust
-- idea: jittered particles, so that the seed shows        change: column.jitter
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, gravity = {0, -1}, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { name = "column", jitter = 0.5, shape = lg.shape.box { min = {0.2, 0.4}, max = {0.8, 0.9} } })
return world
