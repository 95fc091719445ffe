-- expect FILE:5: warning: second: 25 % of its box is filled by first already [twice]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.002, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { name = "first", shape = lg.shape.box { max = {0.4, 0.4} }, max_particles = 10 })
world:add(lg.emitter.volume { name = "second", shape = lg.shape.box { min = {0.3, 0}, max = {0.7, 0.4} }, max_particles = 10 })
return world
