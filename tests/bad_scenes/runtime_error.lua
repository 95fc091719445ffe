-- expect FILE:4: attempt to call a nil value (field 'atan3')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
print(math.atan3(1))
return world
