-- expect FILE:4: a point has 2 or 3 numbers, got one of 9
local lg = require "laguna"
local f = lg.field.formula(function(p) return p.x end)
print(f:at { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
