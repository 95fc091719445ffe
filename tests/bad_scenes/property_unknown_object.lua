-- expect FILE:5: volume 'column': unknown property 'jiter' (did you mean 'jitter'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.5, 0.5} } })
world:find("column").jiter = 0.1
return world
