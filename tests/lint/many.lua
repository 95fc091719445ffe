-- expect FILE:3: warning: world: about 125 million particles (31.2 GB) with spacing = 0.001 m: a frame takes seconds [many]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.001 }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5, 0.5} } })
return world
