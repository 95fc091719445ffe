-- expect FILE:4: lg: unknown name 'emiter' (did you mean 'emitter'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emiter.point {})
return world
