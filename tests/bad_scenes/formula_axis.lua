-- expect FILE:5: p.vz: this world has 2 dimensions, x and y
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:update(function(p) p.vz = 1 end)
return world
