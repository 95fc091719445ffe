-- expect FILE:4: warning: t = 0.: the script's solver does not push it apart
-- A solver without a pressure: the column falls into itself.
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.script {
  columns = { density = "kg/m3" },
  step = function(s, dt)
    s:each("density", function(p) p.density = p.mass * p.W0 + p:sum(function(q) return q.mass * q.W end) end)
    s:each("forces", function(p) p.velocity = p.velocity + dt * p.acceleration end)
  end } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.4, 0.8} } })
return world
