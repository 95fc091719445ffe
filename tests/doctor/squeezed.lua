-- expect FILE:6: warning: t = 0.17 s: solid1 closes on it
-- A piston comes down on a vessel without a way out.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.8} } })
world:add(lg.collider.solid { shape = lg.shape.box { min = {0, 0.85}, max = {1, 1.5} }, velocity = {0, -0.5} })
return world
