-- Convection
-- idea: heat spreads between neighbours and makes water light: a warm floor and a cold ceiling turn it over
-- change: buoyancy, or conduction: where heat spreads fast nothing needs to move
-- picture: frame 900
local lg = require "laguna"
local buoyancy = lg.slider { name = "buoyancy", default = 1, min = 0, max = 9 }       -- m/s2 a unit of heat
local conduction = lg.slider { name = "conduction", default = 2e-4, min = 0, max = 2e-3 } -- m2/s

local h = 0.02
local world = lg.world { bounds = {{0, 0}, {2, 0.8}}, spacing = h, gravity = {0, -9.81},
  edges = { x = "periodic" }, solver = lg.solver.flip { transfer = "apic" } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 0.7} }, jitter = 0.1 })
world.particles:add_column("heat")

function world:on_load()
  if self.time == 0 then self:update(function(p) p.heat = 0.5 + 0.05 * lg.noise(9 * p.x, 9 * p.y) end) end
end

function world:before_step(dt)
  self:update(function(p)
    -- dT/dt = conduction laplacian T, by SPH (Brookshaw 1985; Cleary & Monaghan 1999); the floor is at 1, the surface at 0.
    -- lg.sph.laplacian is p.V0 * p:sum(function(q) return (q.heat - p.heat) * q.laplacian end).
    local flow = conduction.value * lg.sph.laplacian(p, "heat")
    local warm, cold = lg.lt(p.y, 1.5 * h), lg.lt(0.7 - 3 * h, p.y)
    p.heat = lg.where(warm, 1, lg.where(cold, 0, p.heat + dt * flow))
    p.vy = p.vy + dt * buoyancy.value * (p.heat - 0.5)
  end)
end
world.color_by = "heat"
return world
