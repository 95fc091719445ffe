-- expect FILE:4: warning: jet: at 100 m/s its particles cross half the world (2 m) in one frame of 0.0167 s [fast]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.05, solver = lg.solver.particles {}, edges = "open" }
world:add(lg.emitter.inlet { name = "jet", center = {0.1, 0.5}, speed = 100 })
return world
