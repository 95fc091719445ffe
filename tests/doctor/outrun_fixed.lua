-- expect FILE:4: warning: t = 0.0: unsafe, it may explode; lower fixed_dt, or take it away
-- cured by world.fixed_dt=0
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, fixed_dt = 1 / 240, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.7} } })
return world
