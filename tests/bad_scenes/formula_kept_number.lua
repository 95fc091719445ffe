-- expect FILE:6: this per-particle value was kept from an earlier call; it is only valid inside the function that received it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local kept
world:sum(function(p) kept = p.x return p.x end)
print(1 + kept)
return world
