-- Dam break of half a million particles
-- idea: FLIP: particles carry the water, a grid makes it incompressible, half a million of them, at a twentieth of real time
-- change: spacing = 0.02 (60 000 particles), transfer = "apic", pressure = "sor" (the water is squeezed)
-- picture: frame 48
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0, 0}, {3.2, 1.6, 1}},       -- m; cells are 2 spacings wide
  spacing = 0.01,
  solver  = lg.solver.flip { transfer = "flip", flip = 0.95 },
}
world.view = { show = "surface" }             -- as water; key c colours it

world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.9, 0.56, 1} }, jitter = 0.5 })

world:add(lg.collider.solid {
  name  = "pillar",
  shape = lg.shape.cylinder { a = {2, 0, 0.5}, b = {2, 0.9, 0.5}, radius = 0.12 },
})

return world
