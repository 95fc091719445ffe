-- Side by side
-- idea: one drop, two solvers, one clock: what each makes of the same splash
-- change: viscosity, spacing; the solvers: pcisph, pbf, flash
-- picture: frame 40
local lg = require "laguna"

local spacing = 0.02
local viscosity = 0.05

local function splash(solver)
  local world = lg.world { bounds = {{0, 0}, {1.2, 0.9}}, spacing = spacing, solver = solver }
  world:add(lg.emitter.volume { name = "pool", shape = lg.shape.box { max = {1.2, 0.3} } })
  world:add(lg.emitter.volume {
    name = "drop", shape = lg.shape.sphere { center = {0.6, 0.6}, radius = 0.12 }, velocity = {0, -1},
  })
  return world
end

return splash(lg.solver.wcsph { viscosity = viscosity }), splash(lg.solver.dfsph { viscosity = viscosity })
