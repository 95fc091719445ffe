-- expect FILE:4: warning: t = 0.: a hook moves what closes on it
-- A lid that a hook puts lower from frame to frame: its own velocity is 0.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 0.6}}, spacing = 0.03, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.58} } })
local lid = world:add(lg.collider.solid { shape = lg.shape.box { min = {0, 0.62}, max = {1, 0.9} } })
function world:before_step() lid.translation = {0, -self.time} end
return world
