-- expect FILE:4: pressure: at is required
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:gauge("probe", "pressure")
return world
