-- expect FILE:7: world: it cannot be closed inside a function of a particle
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
world.particles:add({ 0.5, 0.5 })
world:add(lg.field.formula(function()
  local x <close> = world
  return 0, 1
end))
return world
