-- expect FILE:4: warning: wobbly: material.jelly is one under solver.mpm; under solver.particles its particles do not feel each other
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.particles {} }
local wobbly = world:add(lg.material.jelly { name = "wobbly" })
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} }, material = wobbly })
return world
