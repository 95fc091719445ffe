-- expect FILE:5: this function has more than 64 branch combinations; write independent choices as lg.where(cond, a, b)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:sum(function(p) local s = 0 for i = 1, 7 do if p.x > i / 8 + 0.01 * p.y then s = s + 1 end end return s end)
return world
