-- expect FILE:4: step: use world:step(...), with a colon
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.step(1 / 60)
return world
