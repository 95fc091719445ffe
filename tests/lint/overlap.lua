-- expect FILE:5: warning: column: 25 % of its shape is inside the collider block, where nothing can be emitted [overlap]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.02, solver = lg.solver.particles {} }
world:add(lg.collider.solid { name = "block", shape = lg.shape.box { min = {0.75, 0}, max = {1.5, 1} } })
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {1, 0.8} } })
return world
