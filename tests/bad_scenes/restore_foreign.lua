-- expect FILE:4: world:restore: tests/bad_scenes/
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:restore "restore_foreign.lgs"
return world
