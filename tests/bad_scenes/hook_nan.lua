-- expect(4) guard: positions, velocities or masses of 1 of 1 particles were not finite before the step
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles:add({0.5, 0.5})
function world:before_step(dt)
  self.particles.velocity:fill {0 / 0, 0}
end
return world
