-- expect FILE:4: load: cannot read the scene '
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
lg.load "nowhere.lua"
return world
