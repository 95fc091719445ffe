-- expect nan must be finite
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.gravity = {0/0, 0}
return world
