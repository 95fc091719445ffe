-- expect FILE:4: table.move: 1e+09 elements are more than 1000000
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
table.move({}, 1, 1000000000, 2)
return world
