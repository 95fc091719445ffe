-- Gauges
-- idea: a dam break under instruments: how fast it runs, what it does to the wall, where its energy goes
-- change: viscosity = 5, another place for "impact", a gauge of your own (build/laguna kinds measure)
-- picture: frame 45
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {3, 1.5}},
  spacing = 0.02,
  solver  = lg.solver.wcsph { viscosity = 0.05 },
}
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.75, 1} } })

-- Each is a column of `laguna run examples/scenes/gauges.lua --frames 240 --stats gauges.csv`.
world:gauge("front", "front")                                      -- m
world:gauge("depth", "level", { at = {1.5, 0} })                   -- m
world:gauge("impact", "pressure", { at = {3, 0.1} })               -- Pa, on the wall at the right
world:gauge("flow", "flux", { center = {1.5, 0.75}, radius = 0.75 }) -- m2/s, through the whole cross-section
world:gauge("kinetic", "kinetic_energy")                           -- J/m
world:gauge("potential", "potential_energy")

local energy = lg.plot { name = "energy [J/m]", "kinetic", "potential" }
local wall = lg.plot { name = "pressure on the wall [Pa]", "impact" }

function world:after_step()
  local now = self.gauges
  energy:add(self.time, now.kinetic, now.potential)
  wall:add(self.time, now.impact)
end

return world
