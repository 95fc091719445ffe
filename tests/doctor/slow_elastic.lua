-- expect FILE:4: warning: t = 0.0: lower young, or take a larger spacing
-- Waves in stiff jelly are fast.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.mpm {} }
world:add(lg.emitter.volume {
  material = lg.material.jelly { young = 1e9 }, shape = lg.shape.box { min = {0.3, 0}, max = {0.7, 0.4} },
})
return world
