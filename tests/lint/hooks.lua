-- expect FILE:6: attempt to index a nil value (field 'jett') [hooks]
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.05, solver = lg.solver.particles {} }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })
local jets = { jet = world:find("volume1") }
function world:mouse(x, y, button, what) jets.jett.enabled = what ~= "release" end
return world
