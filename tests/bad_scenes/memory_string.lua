-- expect FILE:5: not enough memory: a string would be longer than 1 MB
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local s = "x"
for i = 1, 30 do s = s .. s end
return world
