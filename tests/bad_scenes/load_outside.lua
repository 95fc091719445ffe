-- expect FILE:4: load: '/etc/passwd' is outside the scene's folder
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
lg.load "/etc/passwd"
return world
