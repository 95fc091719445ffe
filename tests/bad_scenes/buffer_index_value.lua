-- expect FILE:5: buffer 'position': an index must be a number, got per-particle
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) return world.particles.position[p.x].x end)
return world
