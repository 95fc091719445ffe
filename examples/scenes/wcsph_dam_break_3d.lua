-- Dam break with an obstacle, weakly compressible
-- idea: the same wave by WCSPH: every drop on its own, some 70 times slower than it happens
-- change: the obstacle's size and place, edges = {x = {"wall", "open"}}
-- picture: frame 45
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0, 0}, {3.2, 1, 1}},         -- m; three numbers a corner: a 3-D world, y is up
  spacing = 0.0187,                           -- m: about 100 000 particles
  solver  = lg.solver.wcsph { viscosity = 0.05 },
}

world:add(lg.emitter.volume {
  name  = "column",
  shape = lg.shape.box { min = {0, 0, 0}, max = {1.2, 0.55, 1} },
})

world:add(lg.collider.solid {
  name  = "obstacle",
  shape = lg.shape.box { min = {2.32, 0, 0.3}, max = {2.48, 0.16, 0.7} },
  slip  = "no",
})

return world
