-- expect FILE:5: warning: t = 0.2: nothing moves: there is no gravity, and no field that pushes
-- cured by world.gravity=0,-9.81
-- No gravity.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, gravity = {0, 0}, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.25, 0.1}, max = {0.75, 0.9} } })
return world
