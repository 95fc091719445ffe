-- expect FILE:4: world:restore: 
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:restore "none.lgs"
return world
