-- expect FILE:4: warning: t = 0.07: the guard took 1 particles that were no numbers, or ran away
-- A drop gets a velocity that is no number.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.flip {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
function world:on_load() self.particles:add({0.9, 0.9}) end
function world:before_step()
  if self.frame == 3 then self:update(function(p) p.vx = lg.where(p.x > 0.8, 0 / 0, p.vx) end) end
end
return world
