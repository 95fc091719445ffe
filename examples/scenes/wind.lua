-- Wind
-- idea: sparks leave a nozzle, a vortex blows them round, and a ball that sails through them knocks them about
-- change: strength of the vortex, restitution of the ball, wind = lg.field.constant { value = {1, 0} }
-- picture: frame 150
local lg = require "laguna"

local world = lg.world {
  bounds  = {{-2, -2}, {2, 2}},
  spacing = 0.02,
  gravity = {0, -0.3},
  edges   = "open",
  solver  = lg.solver.particles { density = 10 },  -- kg/m3; no forces between particles: each flies alone
}

world:add(lg.emitter.point {
  name = "nozzle",
  center = {-0.8, 0.2}, direction = {0, -1},
  speed = 1, speed_max = 2, spread = 0.4, rate = 1500,
})

-- A particle weighs density x spacing^2 = 4 g; drag brings it to the speed of the wind in mass / coefficient = 0.1 s.
world:add(lg.field.drag {
  name = "air", coefficient = 0.04,
  wind = lg.field.vortex { center = {0, 0}, strength = 12, core = 0.5 },
})

local ball = world:add(lg.collider.solid {
  name = "ball",
  shape = lg.shape.sphere { radius = 0.25 },
  translation = {0, -1.1}, velocity = {0.8, 0},
  restitution = 0.6, friction = 0.2,
})

function world:before_step(dt)
  local x = ball.translation.x
  if math.abs(x) > 1.2 then ball.velocity = {x > 0 and -0.8 or 0.8, 0} end
end

world.color_by = "speed"
return world
