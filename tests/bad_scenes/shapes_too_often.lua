-- expect FILE:6: union: shapes that name others would ask for 32767 distances at each point, more than 20000: name each of them once
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local shape = lg.shape.sphere { radius = 0.2 }
for _ = 1, 30 do shape = lg.shape.union { shapes = { shape, shape } } end
world:add(lg.collider.solid { shape = shape })
return world
