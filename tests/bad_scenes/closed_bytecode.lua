-- expect attempt to load a binary chunk
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
assert(load("\27Lua"))
return world
