-- expect FILE:5: formula: option 'program' must be a formula, got a number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
for i = 1, 40 do world.particles:add({ i / 41, i * 7 % 41 / 41 }) end
world:add(lg.field.formula { program = 3 })
return world
