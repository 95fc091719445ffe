-- expect FILE:5: formula: it returns 3 numbers; a field in a 2-D world is 1 number (scalar) or 2 (vector)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:add(lg.field.formula(function(p) return 1, 2, 3 end))
return world
