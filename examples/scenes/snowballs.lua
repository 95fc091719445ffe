-- Snowballs
-- idea: a packed snowball goes into a wall of snow, which bends, packs and breaks; another one flies over it
-- change: the balls' velocities, snow.hardening = 0, snow.critical_stretch = 0.02 (it holds together), 0.001 (powder)
-- picture: frame 16
local lg = require "laguna"

local snow   = lg.material.snow { name = "snow", young = 2e4, hardening = 5 } -- Pa: Young's modulus of fresh snow
local packed = lg.material.snow { name = "packed", young = 5e4, hardening = 5, color = {0.62, 0.78, 0.95} }

local world = lg.world {
  bounds  = {{0, 0}, {1.6, 0.9}},
  spacing = 0.0098,
  solver  = lg.solver.mpm {},
}
world.color_by = "material"
world.view = { size = 1.2 }

local function add(name, material, shape, velocity)
  world:add(lg.emitter.volume { name = name, material = material, shape = shape, velocity = velocity, jitter = 0.3 })
end
local box, ball = lg.shape.box, lg.shape.sphere

add("wall", snow, box { min = {0.9, 0}, max = {1.1, 0.5} })
add("ball", packed, ball { center = {0.2, 0.25}, radius = 0.08 }, {8, 0.5})
add("high", snow, ball { center = {0.2, 0.55}, radius = 0.08 }, {5, 1})

return world
