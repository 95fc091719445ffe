-- expect FILE:4: setmetatable: '__gc' is closed to scenes
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
setmetatable({}, { __gc = print })
return world
