-- expect FILE:3: warning: world: with spacing = 0.2 m only 5 particles fit across 1 m; make it smaller [coarse]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {4, 1}}, spacing = 0.2, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })
return world
