-- expect FILE:5: warning: t = 0.2: pressure = 0.5 lets it
-- cured by solver.pressure=10
-- A soft solver under five metres of water.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 6}}, spacing = 0.05, solver = lg.solver.flash { pressure = 0.5 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 5} } })
return world
