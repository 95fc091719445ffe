-- Jelly, snow, sand and water
-- idea: four materials in one world: jelly wobbles, snow breaks, sand heaps up, water runs around them
-- change: jelly.young = 2000 (blancmange), sand.friction_angle = 0.2 (it runs), snow.critical_stretch = 0.05 (it holds together)
-- picture: frame 30
local lg = require "laguna"

local water = lg.material { name = "water" }
local jelly = lg.material.jelly { name = "jelly", young = 1e4 } -- Pa: Young's modulus; stiffer is slower
local snow  = lg.material.snow { name = "snow", young = 5e4, hardening = 5 }
local sand  = lg.material.sand { name = "sand", young = 5e4, friction_angle = math.rad(35) }

local world = lg.world {
  bounds  = {{0, 0}, {1.6, 0.9}},
  spacing = 0.0115,
  solver  = lg.solver.mpm {},
}
world.color_by = "material"
world.view = { size = 1.3 }

local function add(name, material, shape, velocity)
  world:add(lg.emitter.volume { name = name, material = material, shape = shape, velocity = velocity, jitter = 0.3 })
end
local box, ball = lg.shape.box, lg.shape.sphere

add("pool", water, box { min = {0, 0}, max = {0.3, 0.3} })
add("block", jelly, box { min = {0.55, 0.3}, max = {0.8, 0.5} })
add("column", sand, box { min = {1.4, 0}, max = {1.6, 0.6} })
add("snowball", snow, ball { center = {0.2, 0.6}, radius = 0.1 }, {3, 0})

return world
