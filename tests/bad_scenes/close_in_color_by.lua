-- expect FILE:7: world: it cannot be closed inside a function of a particle
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world.particles:add({ 0.5, 0.5 })
world.color_by = function(p)
  local x <close> = world
  return p.x
end
return world
