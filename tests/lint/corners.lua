-- expect FILE:5: warning: hill: corners 2 and 3 of its points are both at 1, 0 m; take one of them out
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.4} } })
world:add(lg.collider.solid { shape = lg.shape.polygon { name = "hill", points = {{0.6, 0}, {1, 0}, {1, 0}, {1, 0.4}, {0.6, 0}} } })
return world
