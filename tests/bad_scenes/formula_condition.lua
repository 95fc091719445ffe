-- expect FILE:5: formula: it must return a condition, such as p.y > 1
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:remove_if(function(p) return p.y end)
return world
