-- expect FILE:4: world:step: dt must be a number of seconds, got string
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:step("soon")
return world
