-- Pour
-- idea: position based fluids pour into a glass: five iterations a sub-step, whatever comes of it
-- change: iterations = 2 (soft) or 20 (stiff), corr_k = 0 (clumps), vorticity = 0.5, the tap's speed
-- picture: frame 150
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {1.2, 1}},
  spacing = 0.012,
  edges   = {x = "open", y = {"wall", "open"}},
  solver  = lg.solver.pbf { iterations = 5, viscosity = 0.2, surface_tension = 2 },
}

world:add(lg.emitter.inlet { name = "tap", center = {0.34, 0.66}, direction = {1, 0}, width = 0.1, speed = 1.2 })

world:add(lg.collider.solid {
  name = "glass",
  shape = lg.shape.difference {
    shape = lg.shape.box { min = {0.5, 0}, max = {0.94, 0.45} },
    minus = lg.shape.box { min = {0.54, 0.04}, max = {0.9, 0.6} },
  },
})

return world
