-- expect FILE:3: warning: world: it is 1000 m long: are these millimetres? Lengths are in metres [units]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1000, 1000}}, spacing = 20, solver = lg.solver.dfsph {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {500, 800} } })
return world
