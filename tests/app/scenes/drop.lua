-- Drop
-- idea: some two hundred particles fall into a tank        change: gravity
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, gravity = {0, -9.81}, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0, 0}, max = {0.5, 0.9} } })
return world
