-- expect FILE:4: 'xpcall' is closed to scenes
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
xpcall(print, print)
return world
