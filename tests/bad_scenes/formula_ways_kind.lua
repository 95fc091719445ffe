-- expect FILE:5: the function returns a condition on one way through it and a number on another
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:count(function(p) if p.x > 0.3 then return p.y > 0.5 end return 1 end)
return world
