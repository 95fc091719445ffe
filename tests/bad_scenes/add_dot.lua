-- expect FILE:4: add: use world:add(...), with a colon
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.add(lg.shape.sphere {})
return world
