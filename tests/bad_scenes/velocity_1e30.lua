-- expect(4) guard: positions, velocities or masses of 4 of 4 particles were not finite before the step, speeds above 1e19 m/s
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
for i = 1, 4 do world.particles:add { i / 5, 0.5 } end
function world:before_step()
  self.particles.velocity:fill { 1e30, 0 }
end
return world
