-- expect FILE:4: vec: cannot add a vec of 2 numbers and a vec of 3 numbers
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(lg.vec(1, 2) + lg.vec(1, 2, 3))
return world
