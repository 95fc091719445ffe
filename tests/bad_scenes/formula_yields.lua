-- expect FILE:4: coroutine.yield: nothing can yield from here
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.field.formula(function(p) coroutine.yield() return p.x, 0 end))
return world
