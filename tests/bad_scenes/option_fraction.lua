-- expect FILE:4: point: max_particles = 2.5 must be a whole number
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world:add(lg.emitter.point { max_particles = 2.5 })
return world
