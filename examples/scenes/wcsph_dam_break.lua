-- Dam break, weakly compressible
-- idea: the same column by WCSPH: sound is followed, 120 sub-steps a frame, so it runs at a seventh of real time
-- change: viscosity = 500 (lava), gravity = {0, -1.62} (on the Moon), a second column on the right
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {4, 3}},                 -- m; two numbers a corner: a 2-D world
  spacing = 0.014,                            -- m between particles: about 10 000 of them
  gravity = {0, -9.81},
  solver  = lg.solver.wcsph { viscosity = 0.05 },
}

world:add(lg.emitter.volume {
  name  = "column",
  shape = lg.shape.box { min = {0, 0}, max = {1, 2} },
})

return world
