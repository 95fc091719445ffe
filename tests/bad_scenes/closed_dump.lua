-- expect FILE:4: attempt to call a nil value (field 'dump')
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
string.dump(print)
return world
