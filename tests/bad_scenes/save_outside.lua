-- expect FILE:4: world:save: '../pool.lgs' is outside the scene's folder
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:save "../pool.lgs"
return world
