-- Oil and water
-- idea: water falls into oil, sinks through it and lifts it: two materials that do not mix
-- change: oil.density = 1200 (now the oil sinks), oil.viscosity = 50, surface_tension of either, solver = lg.solver.pcisph
-- picture: frame 80
local lg = require "laguna"

local oil = lg.material {
  name = "oil",
  density = 700,                              -- kg/m3; water has the solver's 1000
  viscosity = 3,                              -- Pa s
  surface_tension = 2,                        -- N/m
  color = {0.93, 0.66, 0.16},
}

local world = lg.world {
  bounds  = {{0, 0}, {2, 1.5}},
  spacing = 0.025,
  gravity = {0, -9.81},
  solver  = lg.solver.dfsph { viscosity = 0.5, surface_tension = 2, color = {0.10, 0.42, 0.85} },
}
world.color_by = "material"

world:add(lg.emitter.volume { name = "pool", material = oil, shape = lg.shape.box { min = {0, 0}, max = {2, 0.45} } })
world:add(lg.emitter.volume { name = "drop", shape = lg.shape.sphere { center = {0.7, 0.85}, radius = 0.3 } })
world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { min = {1.7, 0.5}, max = {2, 1.2} } })

return world
