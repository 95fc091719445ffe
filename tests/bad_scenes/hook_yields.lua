-- expect FILE:5: attempt to yield from outside a coroutine
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:before_step()
  coroutine.yield()
end
return world
