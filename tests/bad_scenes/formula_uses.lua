-- expect its value is known once it is in a world; add it, or name it: lg.field.formula { program = f, uses = {field} }
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
local vortex = lg.field.vortex {}
world:add(lg.field.formula(function(p, t) return vortex:at(p, t).x, 0 end))
return world
