-- expect FILE:4: world:save: 'save_scene.lua' must end in .lgs
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:save "save_scene.lua"
return world
