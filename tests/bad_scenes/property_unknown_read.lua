-- expect FILE:4: world: unknown property 'partcles' (did you mean 'particles'?)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(#world.partcles)
return world
