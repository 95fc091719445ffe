-- expect FILE:4: warning: t = 0.0: m/s is faster than anything here should be (4.43 m/s
-- An attractor that outdoes the water's pressure.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
world:add(lg.field.attractor { center = {0.5, 0.5}, strength = 5000 })
return world
