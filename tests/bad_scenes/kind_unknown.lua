-- expect FILE:4: lg.shape: unknown kind 'bx' (did you mean 'box'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.shape.bx {})
return world
