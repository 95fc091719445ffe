-- expect FILE:5: more than 48 nested decisions on per-particle values (a loop whose length depends on a particle?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:update(function(p) while p.x < 10 do end end)
return world
