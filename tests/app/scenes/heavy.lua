-- Heavy
-- idea: every frame takes long, so that the window has to stay awake without it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 2}}, spacing = 0.01, gravity = {0, -9.81}, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0, 0}, max = {1, 1} } })
return world
