-- expect FILE:6: the script ran longer than its budget of 100 ms
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local stuck = false
world:add(lg.field.formula(function(p, t)
  while stuck do end
  return 0, 1
end))
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
function world:before_step() stuck = true end
return world
