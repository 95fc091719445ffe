-- expect FILE:5: p: unknown column 'velocty' (did you mean 'velocity'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) return p.velocty.x end)
return world
