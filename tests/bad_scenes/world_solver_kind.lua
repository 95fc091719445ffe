-- expect FILE:3: world: solver must be a solver, lg.solver.wcsph { ... }, got shape
local lg = require "laguna"
return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = lg.shape.box {} }
