-- expect FILE:5: warning: film: it is 0.04 m thick, 2 particles of spacing = 0.02 m: a fluid needs 3 or more across
-- cured by world.spacing=0.013
local lg = require "laguna"
local world = lg.world { bounds = {{0, 0}, {1, 0.5}}, spacing = 0.02, solver = lg.solver.pbf {} }
world:add(lg.emitter.volume { name = "film", shape = lg.shape.box { max = {1, 0.04} } })
return world
