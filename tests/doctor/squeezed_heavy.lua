-- expect FILE:4: warning: t = 0.1: fluids of 1000 and 20000 kg/m3 meet
-- cured by lead.density=3000
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 0.3} } })
world:add(lg.emitter.volume { material = lg.material.fluid { name = "lead", density = 20000 },
  shape = lg.shape.box { min = {0, 0.3}, max = {1, 0.5} } })
return world
