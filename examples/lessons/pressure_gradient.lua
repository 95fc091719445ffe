-- Pressure gradient
-- idea: water at rest is pushed up by -grad p / rho exactly as hard as gravity pulls it down
-- change: gravity = {0, -1.62}, or kernel = "cubic_spline", support = 2.8: coarser sums, 4 % off instead of 0.6 %
--
-- Left: a tank of water that has come to rest. Probes read its pressure at two depths; their difference over their distance is
-- the gradient, and -grad p / rho is g. Right: the same particles without a pressure: nothing holds them, all lie on the floor.
local lg = require "laguna"
local g = 9.81

local function tank(solver)
  local world = lg.world { bounds = {{0, 0}, {0.5, 1}}, spacing = 0.025, gravity = {0, -g}, solver = solver }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.8} } })
  return world
end

local water, dust = tank(lg.solver.wcsph { kernel = "wendland_c2", support = 4 }), tank(lg.solver.particles {})
water.color_by = "pressure"
water:gauge("deep", "pressure", { at = {0.25, 0.2} })
water:gauge("shallow", "pressure", { at = {0.25, 0.6} })
for _, world in ipairs { water, dust } do world:gauge("middle", "center_of_mass") end

local sum, frames = 0, 0                        -- the mean of a second: sound still runs to and fro
function water:after_step()
  if self.time < 1 then return end
  sum, frames = sum + (self.gauges.deep - self.gauges.shallow) / 0.4, frames + 1
  if frames == 60 then
    print(("grad p = %.0f Pa/m, so -grad p / rho = %.2f m/s2 upward; gravity is %.2f m/s2 downward"):format(
      -sum / frames, sum / frames / 1000, g))
    print(("with a pressure the middle of the water is at %.3f m, without it at %.3f m"):format(
      self.gauges.middle.y, dust.gauges.middle.y))
  end
end

return water, dust
