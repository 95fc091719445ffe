-- expect FILE:5: p.x cannot be changed here; store in world:update(function(p) ... end)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:add(lg.field.formula(function(p) p.x = 0 return 1, 0 end))
return world
