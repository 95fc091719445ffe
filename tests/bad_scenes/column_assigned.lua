-- expect FILE:4: particles: assign to elements, world.particles.velocity[i] = value
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.particles.velocity = {0, 0}
return world
