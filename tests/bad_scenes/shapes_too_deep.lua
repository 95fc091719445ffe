-- expect FILE:6: complement: shapes are nested more than 1000 deep; give many shapes to one union instead
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
local shape = lg.shape.sphere { radius = 0.2 }
for _ = 1, 60000 do shape = lg.shape.complement { shape = shape } end
world:add(lg.collider.solid { shape = shape })
return world
