-- expect FILE:4: particles: unknown column 'positon' (did you mean 'position'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(world.particles.positon)
return world
