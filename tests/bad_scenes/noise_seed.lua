-- expect FILE:4: bad argument #4 to 'noise' (number has no integer representation)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(lg.noise(1, 1, nil, 1e300))
return world
