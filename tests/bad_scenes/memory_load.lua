-- expect FILE:5: not enough memory: the script would hold more than its budget of 64 MiB
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local t = {}
for i = 1, 100 do t[i] = ("x"):rep(1000000) .. i end
return world
