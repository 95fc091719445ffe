-- PIC, FLIP and APIC
-- idea: one start, three ways from the grid to the particles: PIC damps, FLIP is lively and noisy, APIC keeps what turns
-- change: flip = 1 (nothing is damped, noise stays), spacing = 0.015
-- picture: frame 150
local lg = require "laguna"

local energy = lg.plot { name = "kinetic energy [J/m]", "pic", "flip", "apic" }
local kinetic = {}

local function tank(transfer)
  local world = lg.world {
    name    = transfer,
    bounds  = {{0, 0}, {1.2, 1.2}},
    spacing = 0.0125,
    solver  = lg.solver.flip { transfer = transfer, flip = 0.97 },
  }
  world:add(lg.emitter.volume { name = "column", shape = lg.shape.box { max = {0.45, 0.8} } })

  function world:after_step()
    local v, mass, sum = world.particles.velocity, world.particles.mass[1], 0
    for i = 1, #v do
      local x, y = v:get(i)
      sum = sum + x * x + y * y
    end
    kinetic[transfer] = 0.5 * mass * sum
    if transfer == "apic" then energy:add(world.time, kinetic.pic, kinetic.flip, kinetic.apic) end
  end
  return world
end

return tank "pic", tank "flip", tank "apic"
