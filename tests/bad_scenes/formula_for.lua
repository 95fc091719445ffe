-- expect FILE:5: bad 'for' limit (number expected, got per-particle)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) for i = 1, p.x do end return 1 end)
return world
