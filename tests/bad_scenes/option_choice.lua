-- expect FILE:4: wcsph: kernel = 'wendlnd_c2' is not one of cubic_spline, wendland_c2, poly6, spiky (did you mean 'wendland_c2'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.solver = lg.solver.wcsph { kernel = "wendlnd_c2" }
return world
