-- expect FILE:5: world: a scene may hold 64 worlds at a time
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local t = {}
for i = 1, 100 do t[i] = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 } end
return world
