-- expect FILE:5: particles:add: a function of a particle only computes; change the world in a hook
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) world.particles:add({ 0.5, 0.5 }) return p.x end)
return world
