-- expect FILE:5: sphere: 'sphere1' is in this world already
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local ball = world:add(lg.shape.sphere {})
world:add(ball)
return world
