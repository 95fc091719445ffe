-- expect FILE:4: the function returned 2 numbers so far and 0 now; return the same count always
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.field.formula(function(p, t)
  if t > 0 then return end
  return 0, 0
end))
world:advance(2)
return world
