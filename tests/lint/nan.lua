-- expect FILE:6: warning: hill: its function is no number (NaN) at 50 % of the places, {0.0125, 0.0125} for one, which count as outside of the shape
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02, solver = lg.solver.wcsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
world:add(lg.collider.solid {
  shape = lg.shape.formula { name = "hill", program = function(p) return p.y - 0.2 * lg.math.sqrt(p.x - 0.5) end } })
return world
