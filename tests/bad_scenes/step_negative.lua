-- expect FILE:4: world:step: dt = -1.0 s must be finite and greater than 0
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:step(-1)
return world
