-- expect FILE:4: vec: component 2 must be a number, got string
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(lg.vec(1, "two"))
return world
