-- Two
-- idea: two worlds side by side, in 2-D and 3-D        change: either
local lg = require "laguna"
local a = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, gravity = {0, -9.81}, solver = lg.solver.wcsph {} }
a:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0, 0}, max = {0.5, 0.5} } })
local b = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1, gravity = {0, -9.81, 0}, solver = lg.solver.particles {} }
b:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {0.2, 0.2, 0.2}, max = {0.8, 0.8, 0.8} } })
return a, b
