-- expect FILE:4: random: the interval from 5 to 1 is empty
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(lg.random(5, 1))
return world
