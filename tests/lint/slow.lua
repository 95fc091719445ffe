-- expect FILE:3: warning: world: a frame of 0.0167 s needs
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {0.02, 0.02}}, spacing = 0.002, solver = lg.solver.wcsph { stiffness = 100 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.01, 0.01} } })
return world
