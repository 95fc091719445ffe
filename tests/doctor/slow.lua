-- expect FILE:5: warning: t = 0.0: it is viscosity, by the square of the spacing: lower it
-- Tar in fine drops, in a solver whose viscosity is explicit.
local lg = require "laguna"
local tar = lg.solver.flash { viscosity = 900 }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.0105, solver = tar }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.2, 0.15} } })
return world
