-- expect FILE:6: sphere: it is in another world already
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local other = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local ball = world:add(lg.shape.sphere {})
other:add(ball)
return world, other
