-- expect FILE:4: wcsph: a solver is not added but assigned: world.solver = lg.solver.wcsph { ... }
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.solver.wcsph {})
return world
