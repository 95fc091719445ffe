-- expect FILE:6: warning: t = 0.17 s: solid1 closes on it
-- A piston comes down on a vessel without a way out; a ball that is faster flies elsewhere.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 4}}, spacing = 0.05, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.8} } })
world:add(lg.collider.solid { shape = lg.shape.box { min = {0, 0.85}, max = {1, 1.5} }, velocity = {0, -0.5} })
world:add(lg.collider.solid { shape = lg.shape.sphere { center = {0.5, 2.4}, radius = 0.1 }, velocity = {0, 0.6} })
return world
