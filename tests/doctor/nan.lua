-- expect FILE:5: warning: t = 0.: grows without end in too long a step
-- cured by spread=0.001
-- A dye that spreads in far too long a step.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.flip {} }
local spread = lg.slider { name = "spread", default = 50, min = 0, max = 100 } -- m2/s
world.particles:add_column("dye")
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} }, set = { dye = function(p) return p.x end } })
function world:before_step(dt)
  self:update(function(p) p.dye = p.dye + dt * spread.value * lg.sph.laplacian(p, "dye") end)
end
return world
