-- expect FILE:5: warning: mud: yield_stress and thinning_index count under wcsph, dfsph, pcisph and pbf, not under solver.flip
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.4} },
  material = lg.material.fluid { name = "mud", viscosity = 20, yield_stress = 100 } })
return world
