-- expect FILE:4: warning: floor: slip = "no" under solver.flash holds what lies on it, and fluid that nothing presses to it slides on
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.flash {} }
world:add(lg.collider.solid { name = "floor", shape = lg.shape.box { max = {1, 0.2} }, slip = "no" })
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0.2}, max = {0.5, 0.7} } })
return world
