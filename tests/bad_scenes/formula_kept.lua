-- expect FILE:7: this per-particle value was kept from an earlier call; it is only valid inside the function that received it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
local kept
world:sum(function(p) kept = kept or p.x return p.x end)
world:sum(function(p) return p.x + kept end)
return world
