-- expect FILE:4: warning: t = 0.: and nothing is there that pays for it: a hook puts it in
-- A viscosity with the wrong sign.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
function world:before_step() self:update(function(p) p.velocity = 1.08 * p.velocity end) end
return world
