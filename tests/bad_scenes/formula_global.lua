-- expect FILE:6: this function gives a different answer when it is run for one particle at a time (at id=11: 1 one at a time, 0 for all at once)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
picked = { 3, 11 }
world:add(lg.field.formula(function(p) return p.id == picked[2] and 1 or 0, 0 end))
return world
