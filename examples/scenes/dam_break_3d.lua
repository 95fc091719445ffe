-- Dam break with an obstacle
-- idea: a wave runs through a tank and hits a box, 33 000 particles in real time (tank: Kleefsman et al. 2005, rounded)
-- change: the obstacle's size and place, edges = {x = {"wall", "open"}}
-- picture: frame 45
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0, 0}, {3.2, 1, 1}},         -- m; three numbers a corner: a 3-D world, y is up
  spacing = 0.027,                            -- m: about 33 000 particles
  solver  = lg.solver.flip {},
}

world:add(lg.emitter.volume {
  name   = "column",
  jitter = 0.5,                               -- a lattice that is stretched would show as streaks
  shape  = lg.shape.box { min = {0, 0, 0}, max = {1.2, 0.55, 1} },
})

world:add(lg.collider.solid {
  name  = "obstacle",
  shape = lg.shape.box { min = {2.32, 0, 0.3}, max = {2.48, 0.16, 0.7} },
  slip  = "no",
})

return world
