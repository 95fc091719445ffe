-- expect FILE:4: world:add: expects one object, got 2
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.sphere {}, lg.shape.box {})
return world
