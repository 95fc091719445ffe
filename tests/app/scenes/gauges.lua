-- Two worlds with gauges, one of them in 3-D.
local lg = require "laguna"
local function tank(bounds, max)
  local world = lg.world { bounds = bounds, spacing = 0.1, solver = lg.solver.wcsph {} }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = max } })
  world:gauge("middle", "center_of_mass")
  return world
end
local flat, deep = tank({{0, 0}, {2, 1}}, {1, 1}), tank({{0, 0, 0}, {2, 1, 1}}, {1, 1, 1})
flat:gauge("tip", "front")
flat:gauge("slope", "pressure", { at = {0.5, 0} })
return flat, deep
