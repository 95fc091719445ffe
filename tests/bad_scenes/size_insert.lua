-- expect FILE:4: bad argument #2 to 'insert' (position out of bounds)
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
table.insert({}, 5, 1)
return world
