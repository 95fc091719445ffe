-- Honey, ketchup, mud
-- idea: three heaps and a stone each: honey spreads and lets it sink, ketchup thins where it is sheared, mud stops and carries it
-- change: mud.yield_stress = 300 (the stone sinks), ketchup.thinning_index = 1 (no ketchup any more), honey.viscosity = 500
-- picture: frame 60
local lg = require "laguna"

local honey = lg.material { name = "honey", density = 1400, viscosity = 20, color = {0.95, 0.66, 0.12} }
local ketchup = lg.material { name = "ketchup", density = 1100, viscosity = 50, yield_stress = 90, -- Pa s, Pa
  thinning_index = 0.4, thinning_time = 1, color = {0.78, 0.12, 0.08} }                            -- 1, s
local mud = lg.material { name = "mud", density = 1600, viscosity = 30, yield_stress = 1300, color = {0.42, 0.29, 0.18} }

local world = lg.world { bounds = {{0, 0}, {3.6, 1.2}}, spacing = 0.03, slip = "no", solver = lg.solver.dfsph {} }
world.color_by = "material"

for i, material in ipairs { honey, ketchup, mud } do
  local x = 1.2 * i - 0.6                      -- m, the middle of a box of its own
  local heap = lg.shape.box { min = {x - 0.3, 0}, max = {x + 0.3, 0.5} }
  world:add(lg.emitter.volume { material = material, shape = heap })
  world:add(lg.collider.body { shape = lg.shape.sphere { center = {x, 0.75}, radius = 0.08 }, density = 2500, slip = "no" })
  if i > 1 then
    local wall = lg.shape.box { min = {x - 0.64, 0}, max = {x - 0.56, 0.6} }
    world:add(lg.collider.solid { shape = wall, slip = "no" })
  end
end
return world
