-- expect FILE:4: pressure: there is no column 'pressure' yet: the solver particles brings none
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.solver.wcsph {} }
print(world:measure("pressure", { at = {0.5, 0} }))
return world
