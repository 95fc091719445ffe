-- expect FILE:4: string.rep: 1e+09 bytes are more than 1048576
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
string.rep("x", 1000000000)
return world
