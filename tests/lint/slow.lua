-- expect FILE:3: warning: world: a frame of 0.0167 s needs
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {0.1, 0.1}}, spacing = 0.01, solver = lg.solver.wcsph { viscosity = 1e4 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.05, 0.05} } })
return world
