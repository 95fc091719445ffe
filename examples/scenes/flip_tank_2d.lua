-- FLIP tank with an obstacle to drag
-- idea: drag the disc through the water with the mouse; it goes round by itself until you do
-- change: world.color_by = "grid.pressure" (or "grid.velocity", with arrows), transfer = "pic", reseed = true (even filling)
-- picture: frame 100
local lg = require "laguna"

local world = lg.world {
  bounds  = {{0, 0}, {2, 1.2}},
  spacing = 0.0125,
  solver  = lg.solver.flip { transfer = "flip", flip = 0.97 },
}

world:add(lg.emitter.volume { name = "water", shape = lg.shape.box { max = {2, 0.55} } })

local RADIUS = 0.13
local disc = world:add(lg.collider.solid {
  name = "disc", shape = lg.shape.sphere { radius = RADIUS }, translation = {1, 0.75},
})

-- The hand: a critically damped spring from the disc to where it is wanted, as fast as 2 m/s.
local HAND, FASTEST = 8, 2                    -- 1/s, m/s
local goal, held                              -- where to; by the mouse

local function inside(x, low, high) return math.min(math.max(x, low), high) end

function world:mouse(x, y, button, what)
  if what == "press" and button == 1 and (disc.translation - lg.vec(x, y)):length() < 1.5 * RADIUS then held = true end
  if what == "release" then held = false end
  if held then goal = {inside(x, RADIUS, 2 - RADIUS), inside(y, RADIUS, 1.2 - RADIUS)} end
end

function world:before_step(dt)
  local t = world.time
  local to = goal or {1 - 0.5 * math.sin(1.8 * t), 0.55 + 0.2 * math.cos(1.8 * t)}
  local at, v = disc.translation, disc.velocity
  local lag = 1 / (1 + HAND * dt) ^ 2         -- implicit, so that no frame is too long for it
  local vx, vy = (v.x + HAND * HAND * dt * (to[1] - at.x)) * lag, (v.y + HAND * HAND * dt * (to[2] - at.y)) * lag
  local cut = math.min(1, FASTEST / math.max(math.sqrt(vx * vx + vy * vy), 1e-6))
  disc.velocity = {cut * vx, cut * vy}
end

return world
