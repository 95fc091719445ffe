-- expect FILE:4: warning: world: fixed_dt makes sub-steps of 0.0056 s
-- Sub-steps that the scene has chosen itself, longer than sound allows.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, fixed_dt = 1 / 180, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.7} } })
return world
