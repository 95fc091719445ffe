-- expect FILE:4: warning: solver: density varies by about 4 %; 10 keeps that at 1 %
-- cured by solver.stiffness=10
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph { stiffness = 5 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.4} } })
return world
