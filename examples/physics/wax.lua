-- Melting wax
-- idea: wax is a fluid whose viscosity depends on its heat: a lamp melts it, it runs down, and sets where it is cold
-- change: move the lamp; power; melting: a candle of butter is at 0.3
-- picture: frame 420
local lg = require "laguna"
local lamp = lg.slider { name = "lamp", default = 0.5, min = 0.1, max = 1.1, unit = "m" }
local power = lg.slider { name = "power", default = 2, min = 0, max = 6, unit = "1/s" } -- units of heat that it gives
local melting, conduction, cooling = 0.5, 4e-4, 0.15 -- units of heat, m2/s, 1/s
local down = lg.vec(0, -2) -- m/s2

local h = 0.0125
local world = lg.world { bounds = {{0, 0}, {1.2, 0.8}}, spacing = h, gravity = {0, 0},
  solver = lg.solver.dfsph { viscosity = 0.01 } }
for i, height in ipairs { 0.3, 0.6, 0.45 } do
  world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.35 * i - 0.2, 0}, max = {0.35 * i, height} } })
end
world.particles:add_column("heat")

function world:before_step(dt)
  self:update(function(p)
    -- What nothing shades is lit: no neighbour lies above it, within half a spacing to the side.
    local shade = p:count(function(q)
      return lg.all(lg.gt(q.y, p.y + 0.4 * h), lg.lt(lg.math.abs(q.x - p.x), 0.6 * h))
    end)
    local lit = lg.where(lg.lt(shade, 1), lg.math.exp(-((p.x - lamp.value) / 0.1) ^ 2), 0)

    -- dT/dt = conduction laplacian T + lamp - cooling T (Cleary & Monaghan 1999 for the first term), Euler's step
    local flow = conduction * lg.sph.laplacian(p, "heat") + power.value * lit - cooling * p.heat
    p.heat = lg.math.clamp(p.heat + dt * flow, 0, 1)

    -- Mushy over a tenth of a unit: below it nothing flows, nor is it pulled.
    p.velocity = (p.velocity + dt * down) * lg.math.smoothstep(melting - 0.05, melting + 0.05, p.heat)
  end)
end

function world:draw(d)
  d:line({ lamp.value, 0.8 }, { lamp.value, 0.74 }, {1, 0.8, 0.2}, 6)
end
world.color_by = "heat"
world.view = { range = {0, 1} }
return world
