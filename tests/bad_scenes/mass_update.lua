-- expect FILE:5: formula: a mass must be finite and above 0 kg, and that of 50 of 100 particles would not be
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box {} })
function world:after_step() self:update(function(p) p.mass = p.x - 0.5 end) end
return world
