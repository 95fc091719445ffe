-- expect FILE:4: the script ran longer than its budget of 2.0 s
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
while true do end
return world
