-- Wetting
-- idea: the same drop on three plates: water spreads on one, stands on the next, pearls off the last, at their contact angles
-- change: contact_angle of a plate, surface_tension = 0.02 (soap), gravity = {0, -9.81} (puddles), transfer = "apic"
-- picture: frame 240
local lg = require "laguna"

local world = lg.world {
  bounds  = {{-0.07, -0.0042}, {0.07, 0.0308}},
  spacing = 0.00077,
  gravity = {0, -0.1},                        -- m/s2: in orbit, nearly; drops of a centimetre are round there
  solver  = lg.solver.flip { surface_tension = 0.072, viscosity = 0.02 },
}

local plates <const> = {                      -- degrees, in the water; what is under it
  { angle = 50, x = -0.046, color = {0.45, 0.66, 0.62} }, -- glass
  { angle = 90, x = 0, color = {0.62, 0.60, 0.56} },     -- plastic
  { angle = 140, x = 0.046, color = {0.80, 0.68, 0.45} }, -- wax
}
for _, plate in ipairs(plates) do
  world:add(lg.collider.solid {
    shape = lg.shape.box { min = {plate.x - 0.021, -0.02}, max = {plate.x + 0.021, 0} },
    contact_angle = lg.math.rad(plate.angle), color = plate.color })
  world:add(lg.emitter.volume { shape = lg.shape.sphere { center = {plate.x, 0.0086}, radius = 0.0085 } })
end
for _, x in ipairs { -0.0685, -0.023, 0.023, 0.0685 } do -- what parts them is as wax
  world:add(lg.collider.solid {
    shape = lg.shape.box { min = {x - 0.002, -0.02}, max = {x + 0.002, 0} }, contact_angle = lg.math.rad(140) })
end

return world
