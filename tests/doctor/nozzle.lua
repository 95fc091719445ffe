-- expect FILE:6: warning: tap: builds a tower of single particles where it lands
-- cured by tap.spread=0.1
-- Each particle stands on the one before, from the floor to the nozzle: nothing pushes sideways.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.03, solver = lg.solver.dfsph {} }
world:add(lg.emitter.point { name = "tap", center = {0.5, 0.9}, direction = {0, -1}, speed = 2, rate = 60 })
return world
