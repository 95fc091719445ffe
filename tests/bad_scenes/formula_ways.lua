-- expect FILE:5: the function returns 1 values on one way through it and 0 on another
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) if p.x > 0.3 then return p.x end end)
return world
