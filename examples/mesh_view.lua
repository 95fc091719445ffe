-- A mesh in a quiet light
-- idea: what `laguna run dam_break_3d.lua --frames 45 --surface --export water.obj` wrote, put beside this file
-- change: color, from, background = "white"
local lg = require "laguna"

local world = lg.world {
  bounds  = {{-0.5, -0.1, -0.5}, {3.7, 1.5, 1.5}}, -- m
  spacing = 0.1,
  gravity = {0, 0, 0},
}

world:add(lg.collider.solid {
  name  = "water",
  shape = lg.shape.mesh { file = "water.obj" },
  color = {0.30, 0.55, 0.72},
})

world:add(lg.collider.solid {                 -- the obstacle of the dam break
  shape = lg.shape.box { min = {2.32, 0, 0.3}, max = {2.48, 0.16, 0.7} },
  color = {0.90, 0.60, 0.30},
})

world.view = {
  from = {0.8, 1.75, 4.0}, at = {1.58, 0.27, 0.5}, height = 1.85,
  background = {0.24, 0.24, 0.24}, bounds = false, legend = false, hud = false,
}

return world
