-- expect FILE:4: particle: position inf m and velocity 0 m/s along x must be finite
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles:add { 1e300, 0.5 }
return world
