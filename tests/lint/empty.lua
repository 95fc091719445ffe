-- expect FILE:3: warning: world: no emitter: the world stays empty; world:add(lg.emitter.volume { shape = ... }) [empty]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05 }
return world
