-- expect FILE:3: warning: world: gravity of 981 m/s2: are these centimetres? Lengths are in metres [units]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {400, 300}}, spacing = 10, gravity = {0, -981}, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {100, 200} } })
return world
