-- expect FILE:5: warning: plate: it is 0.02 m thick, thinner than the support radius of flash, 0.125 m
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.flash {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.collider.solid { name = "plate", translation = {1.2, 0.5},
  shape = lg.shape.box { min = {-0.01, -0.3}, max = {0.01, 0.3}, rotation = 0.4 } })
return world
