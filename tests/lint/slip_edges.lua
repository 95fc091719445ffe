-- expect FILE:3: warning: world: slip = "no" under solver.flash holds what lies on it
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, slip = "no", solver = lg.solver.flash {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
