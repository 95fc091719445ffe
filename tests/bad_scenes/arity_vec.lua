-- expect FILE:4: vec: expects
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(lg.vec())
return world
