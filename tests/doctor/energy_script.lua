-- expect FILE:7: warning: t = 0.: the script's solver gives it: a sign, or a step too long
-- A solver in Lua that subtracts what it should add.
local lg = require "laguna"
local solver = lg.solver.script { step = function(s, dt)
  s:each("push", function(p) p.velocity = p.velocity - 3 * dt * p.acceleration end)
end }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.04, solver = solver }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
return world
