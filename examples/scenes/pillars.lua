-- Pillars
-- idea: a flood runs between pillars; PCISPH shows how often it corrects the density that it predicts (a fifth of real time)
-- change: max_density_error_ratio = 0.01 (the notes' limit), max_iterations = 5, pillars, solver = lg.solver.wcsph {}
-- picture: frame 60
local lg = require "laguna"

local plot = lg.plot { name = "iterations", "of the last sub-step" }

local world = lg.world {
  bounds  = {{0, 0, 0}, {2.4, 0.8, 0.8}},
  spacing = 0.03,
  solver  = lg.solver.pcisph { viscosity = 0.05 },
}
world.color_by = "speed"

world:add(lg.emitter.volume { name = "flood", shape = lg.shape.box { max = {0.7, 0.6, 0.8} } })

for i, at in ipairs { {1.2, 0.2}, {1.2, 0.6}, {1.6, 0.4}, {2, 0.2}, {2, 0.6} } do
  world:add(lg.collider.solid {
    name  = "pillar" .. i,
    shape = lg.shape.cylinder { a = {at[1], 0, at[2]}, b = {at[1], 0.7, at[2]}, radius = 0.08 },
  })
end

function world:after_step(dt) plot:add(self.time, self.stats.iterations) end

return world
