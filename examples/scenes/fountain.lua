-- Fountain
-- idea: a jet fills a bowl; the bowl runs over, and what falls leaves through the open floor
-- change: speed and rate of the nozzles, the radius of the bowl, y = "wall" (the water gathers on the floor)
-- picture: frame 150
local lg = require "laguna"

local spacing = 0.027
local world = lg.world {
  bounds  = {{0, 0}, {3, 2}},
  spacing = spacing,
  edges   = {x = "open", y = {"open", "wall"}},  -- y: the floor is open, the ceiling is not
  solver  = lg.solver.wcsph { viscosity = 0.1 },
}

world:add(lg.collider.solid {
  name = "bowl", friction = 0.1,
  shape = lg.shape.difference {
    shape = lg.shape.sphere { center = {1.5, 1.7}, radius = 1.5 },
    minus = lg.shape.union { shapes = {
      lg.shape.sphere { center = {1.5, 1.7}, radius = 1.4 },
      lg.shape.box { min = {-1, 0.6}, max = {4, 4} },          -- the bowl is what is below y = 0.6
    } },
  },
})
world:add(lg.collider.solid {
  name = "pipe",
  shape = lg.shape.box { min = {1.42, 0.25}, max = {1.58, 0.7} },
})

local speed = 3.2  -- m/s, on average

-- Five nozzles side by side on the pipe: a jet without gaps needs rate = speed / spacing.
local nozzles = {}
for i = -2, 2 do
  nozzles[#nozzles + 1] = world:add(lg.emitter.point {
    name = "nozzle" .. i + 3,
    center = {1.5 + spacing * i, 0.72}, direction = {0.04 * i, 1},
    speed = speed, rate = speed / spacing, spread = 0.01,
  })
end

-- The jet breathes: its speed follows the time.
function world:before_step(dt)
  for _, nozzle in ipairs(nozzles) do nozzle.speed = speed + 0.4 * math.sin(3 * self.time) end
end

return world
