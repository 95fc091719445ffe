-- Flash bottle
-- idea: drag the bottle with the mouse; the water in it sloshes
-- change: solver = lg.solver.wcsph { viscosity = 0.05 }, pressure = 3 (jelly), smoothing = 0.2, gravity = {0, -0.2}
-- picture: frame 26
local lg = require "laguna"

-- After a Flash demo of 2012 with a box of 465 x 465 pixels, at a scale of 1 mm a pixel and 60 frames a second. With 1 m/s2 of
-- gravity the water moves as slowly as in a tank ten times as large on Earth.
local SIZE, GLASS = 0.465, 0.02               -- m: inside, thickness of the walls
local WIDTH, HEIGHT = 1.2, 0.7                -- m: where it may be dragged
local world = lg.world {
  bounds  = {{0, 0}, {WIDTH, HEIGHT}},
  spacing = 0.0062,                           -- m: 2500 particles
  gravity = {0, -1},
  solver  = lg.solver.flash { pressure = 10, drag = 0.3 },
}

local bottle = world:add(lg.collider.spring_wall {
  name = "bottle", draggable = true,
  shape = lg.shape.difference {
    shape = lg.shape.box { min = {-GLASS, -GLASS}, max = {SIZE + GLASS, SIZE + GLASS} },
    minus = lg.shape.box { max = {SIZE, SIZE} },
  },
  translation = {0.1, 0.12},
})
world:add(lg.field.inertia { name = "slosh", of = bottle, smoothing = 0.05 })
world:add(lg.emitter.volume { name = "water", shape = lg.shape.box { min = {0.1, 0.12}, max = {0.1 + SIZE, 0.325} } })

-- The hand: a critically damped spring from the bottle to where the mouse wants it, inside the world.
local HAND = 8                                -- 1/s: the bottle follows within about 0.3 s
local grip                                    -- where it was picked, from its corner
local goal = {0.37, 0.12}                     -- where the corner shall go: to begin with, to the middle

function world:mouse(x, y, button, what)
  local at = bottle.translation
  if what == "press" and button == 1 and x >= at.x and x <= at.x + SIZE and y >= at.y and y <= at.y + SIZE then
    grip = {x - at.x, y - at.y}
  elseif what == "release" then
    grip = nil
  end
  if grip then
    goal = {math.min(math.max(x - grip[1], GLASS), WIDTH - GLASS - SIZE),
            math.min(math.max(y - grip[2], GLASS), HEIGHT - GLASS - SIZE)}
  end
end

function world:before_step(dt)
  local x, v = bottle.translation, bottle.velocity
  local lag = 1 / (1 + HAND * dt) ^ 2         -- implicit, so that no frame is too long for it
  bottle.velocity = {(v.x + HAND * HAND * dt * (goal[1] - x.x)) * lag, (v.y + HAND * HAND * dt * (goal[2] - x.y)) * lag}
end

return world
