-- A boat at anchor in waves
-- idea: a hull that floats, a mast on a stiff hinge, an anchor on a rope, and a paddle that makes the waves
-- change: push the boat with the mouse, or let the rope out
local lg = require "laguna"

local SPACING <const> = 0.025
local DEPTH <const> = 0.6

local world = lg.world {
  bounds = {{0, 0}, {3.6, 1.8}}, spacing = SPACING, solver = lg.solver.dfsph {},
}
world:add(lg.emitter.volume { shape = lg.shape.box { min = {0.31, 0}, max = {3.6, DEPTH} } })

-- The paddle hangs on the left and swings as a motor wants.
local paddle = world:add(lg.collider.body { name = "paddle", density = 2000,
  shape = lg.shape.box { min = {-0.05, -0.75}, max = {0.05, 0.05} }, translation = {0.25, 0.9} })
local swing = world:add(lg.joint.hinge { name = "swing", a = paddle, at = {0.25, 0.9}, torque = 3000 })

-- Hull and mast; the mast stands in a hinge that gives way a little.
local hull = world:add(lg.collider.body { name = "hull", density = 350, translation = {2, DEPTH + 0.13},
  shape = lg.shape.polygon { points = {{-0.4, 0.12}, {-0.25, -0.12}, {0.25, -0.12}, {0.4, 0.12}} } })
local mast = world:add(lg.collider.body { name = "mast", density = 60, translation = {2, DEPTH + 0.25},
  shape = lg.shape.box { min = {-0.04, 0.02}, max = {0.04, 0.5} } })
world:add(lg.joint.hinge { name = "foot", a = mast, b = hull, at = {2, DEPTH + 0.25},
  lower = -0.03, upper = 0.03 })

-- The anchor sinks to the ground, and holds by a rope.
local anchor = world:add(lg.collider.body { name = "anchor", density = 8000, friction = 1,
  shape = lg.shape.box { min = {-0.1, 0}, max = {0.1, 0.1} }, translation = {1.3, DEPTH + 0.02} })
local rope = world:add(lg.joint.rope { name = "rope", a = hull, b = anchor,
  from = {1.75, DEPTH + 0.03}, to = {1.3, DEPTH + 0.12}, length = 0.85 })
local out = lg.slider { name = "rope [m]", default = 0.85, min = 0.6, max = 1.6 }
local waves = lg.slider { name = "waves a second", default = 0.8, min = 0.2, max = 2 }

world:gauge("lift", "force", { collider = hull })

function world:before_step()
  rope.length = out.value
  local turn = 2 * math.pi * waves.value
  swing.speed = 0.25 * turn * math.cos(turn * self.time)
end

-- The rope is drawn, as a joint has no shape of its own.
function world:draw(g)
  local c, s = math.cos(hull.rotation), math.sin(hull.rotation)
  local bow = hull.translation + lg.vec(-0.25 * c + 0.1 * s, -0.25 * s - 0.1 * c)
  g:line(bow, anchor.translation + lg.vec(0, 0.1))
end

return world
