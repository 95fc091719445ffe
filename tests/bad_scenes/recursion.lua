-- expect FILE:5: stack overflow
-- options --budget load=300
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local function deeper(n) return 1 + deeper(n + 1) end
print(deeper(1))
return world
