-- expect FILE:5: warning: plate: contact_angle counts under solver.flip with a surface_tension; under solver.dfsph it does nothing
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0, 0.3}, max = {0.5, 0.7} } })
world:add(lg.collider.solid { name = "plate", shape = lg.shape.box { max = {1, 0.25} }, contact_angle = 0.6 })
return world
