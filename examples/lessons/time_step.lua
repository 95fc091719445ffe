-- Time step
-- idea: nothing may outrun the kernel: the fastest thing in the fluid decides how long a step can be
-- change: stiffness = 40, courant = 0.2, spacing = 0.02, viscosity = 0
--
-- Sound must not cross half a support radius R in a step (Courant, Friedrichs & Lewy 1928): dt <= courant (R / 2) / (c0 + |v|),
-- with courant = 0.35. Stiff water has fast sound: a stiffness of 40 costs more than three times the steps of 10. Syrup is bound
-- by its viscosity, by the square of the resolution, dt <= 0.125 (R / 2)^2 rho / mu, where that is explicit, as flash's is; wcsph
-- solves for it where a step is much too long, and takes as many steps as water.
local lg = require "laguna"

local function tank(title, spacing, solver)
  local world = lg.world { bounds = {{0, 0}, {1, 0.6}}, spacing = spacing, solver = solver }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.4} } })
  world.view = { title = title }
  function world:after_step()
    if self.frame ~= 10 then return end
    local stats = self.stats
    print(("%s: dt = %.3g s, %d steps a frame, bound by: %s"):format(title, stats.dt, stats.substeps, stats.limit))
  end
  return world
end

local wcsph, flash = lg.solver.wcsph, lg.solver.flash
return tank("water", 0.02, wcsph { stiffness = 10 }), tank("stiff water", 0.02, wcsph { stiffness = 40 }),
       tank("syrup", 0.02, wcsph { viscosity = 1000 }), tank("syrup, explicit", 0.02, flash { viscosity = 500 })
