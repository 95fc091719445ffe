-- expect FILE:6: attempt to index a nil value (upvalue 'wind')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
local wind
world:add(lg.field.formula(function(p) return wind.x, 0 end))
return world
