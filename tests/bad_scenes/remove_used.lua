-- expect FILE:6: cannot remove 'ball'
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local ball = world:add(lg.shape.sphere { name = "ball" })
world:add(lg.collider.solid { shape = ball })
world:remove(ball)
return world
