-- expect FILE:5: plot 'energy': add expects the time and 2 values (kinetic, potential), got 1
local lg = require "laguna"
local energy = lg.plot { name = "energy", "kinetic", "potential" }
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
function world:after_step() energy:add(world.time, 1) end
return world
