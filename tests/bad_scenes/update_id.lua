-- expect FILE:5: this function gives a different answer when it is run for one particle at a time (at id=12: 5 one at a time,
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { shape = lg.shape.box {} })
function world:after_step() self:update(function(p) if p.id == 12 then p.vy = 5 end end) end
return world
