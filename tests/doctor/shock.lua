-- expect FILE:4: warning: t = 0.02: particles lie nearer than a spacing, 0.05 m, and will burst apart
-- Particles wherever chance puts them.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.wcsph {} }
function world:on_load()
  for _ = 1, 300 do self.particles:add({lg.random() * 0.6, lg.random() * 0.8}) end
end
return world
