-- expect FILE:4: random: the limit must be a whole number, got 2.5
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(math.random(2.5))
return world
