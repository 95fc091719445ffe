-- expect FILE:6: sphere 'sphere1': this shape was removed from its world
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local ball = world:add(lg.shape.sphere {})
world:remove(ball)
ball.radius = 2
return world
