-- Dam break
-- idea: a column of water collapses, runs along the floor and up the wall, in real time
-- change: gravity = {0, -1.62} (on the Moon), a second column on the right, solver = lg.solver.dfsph {}, jitter = 0.1 (exact)
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {4, 3}},                 -- m; two numbers a corner: a 2-D world
  spacing = 0.016,                            -- m between particles: about 7 700 of them
  gravity = {0, -9.81},
  solver  = lg.solver.flip {},
}

world:add(lg.emitter.volume {
  name   = "column",
  jitter = 0.5,                               -- a lattice that is stretched would show as streaks
  shape  = lg.shape.box { min = {0, 0}, max = {1, 2} },
})

return world
