-- Stream function
-- idea: the curl of a stream function is a flow without sources; two rolls that sway mix dust, and nothing gathers
-- change: sway, or move with lg.gradient(psi) instead: then the dust gathers
-- picture: frame 900
local lg = require "laguna"
local sway = lg.slider { name = "sway", default = 0.25, min = 0, max = 0.5 }

local world = lg.world { bounds = {{0, 0}, {2, 1}}, gravity = {0, 0}, spacing = 0.015, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 1} } })

-- The double gyre of Shadden, Lekien & Marsden 2005, m2/s: 0 along the walls, so that nothing flows through them.
local psi = lg.field.formula(function(p, t)
  local a = sway.value * math.sin(0.2 * math.pi * t)
  local f = a * p.x^2 + (1 - 2 * a) * p.x
  return 0.1 * math.sin(math.pi * f) * math.sin(math.pi * p.y)
end)
local flow = lg.curl(psi)                -- (d psi / d y, -d psi / d x): exact, by differentiating the function
local divergence = lg.divergence(flow)
local sources = lg.plot { name = "div u [1/s]", "largest" }

world.particles:add_column("start")      -- m: where a grain began
function world:on_load() self:update(function(p) p.start = p.x end) end
function world:before_step()
  self:update(function(p, t) p.velocity = flow:at(p, t) end)
  sources:add(self.time, self:max(function(p, t) return math.abs(divergence:at(p, t)) end) or 0)
end
world.color_by = "start"
return world
