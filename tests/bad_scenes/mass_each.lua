-- expect FILE:5: p.mass: a mass must be finite and above 0 kg, not -1
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box {} })
function world:after_step() self:each(function(p) p.mass = -1 end) end
return world
