-- 1 Drops without water
-- idea: a frame, a position, a velocity: everything that moves is moved by a few lines a step
-- change: the part that is yours; then gravity, or the height
local lg = require "laguna"
lg.note [[
A drop is let go at 2 m with 1.2 m/s to the right. Sixty times a second `move` is called: it changes the drop's velocity by
gravity times the time that passes, and its position by the velocity times that time.

Which velocity, the old one or the new one? The old one makes drops gain energy, the new one lose it. Under constant
gravity the mean of both is exact: x = x0 + v t - g t^2 / 2.]]

local g = 9.81 -- m/s2
local drop = { x = 0.2, y = 2, vx = 1.2, vy = 0 } -- m, m/s

-- ---- your part ----
local function move(p, dt)
  p.x = p.x
  p.y = p.y
end
-- ---- until here ----

local world = lg.world { bounds = {{0, -4}, {2, 2.4}}, spacing = 0.1 }
world.view = { hud = false, legend = false }
local start = 0.5 * (drop.vx ^ 2 + drop.vy ^ 2) + g * drop.y
local trace = {}
function world:after_step(dt)
  if self.time <= 1.001 then move(drop, dt) end
  trace[#trace + 1] = { drop.x, drop.y }
end
function world:draw(d)
  for i = 1, #trace, 3 do d:disc(trace[i], 0.015, {0.6, 0.7, 0.8}) end
  d:disc({ drop.x, drop.y }, 0.05, {0.2, 0.6, 1})
end

lg.check { name = "where it is after a second", unit = "m", frame = 60, expect = 2 - g / 2, within = 1e-3,
  value = function() return drop.y end,
  hints = {
    { when = 2, say = "it does not fall: gravity changes vy, and vy changes y" },
    { when = 2 - g / 2 * (1 - 1 / 60),
      say = "you move with the old velocity, and gain g dt / 2 a step; the mean of both is right" },
    { when = 2 - g / 2 * (1 + 1 / 60),
      say = "you move with the new velocity, and lose g dt / 2 a step; the mean of both is right" },
    { when = 2 - g / 2 * (1 + 2 / 60),
      say = "the new velocity has all of g dt already, and g dt^2 / 2 comes off once more: one of both is enough" },
    { when = function(y) return y > 1.8 and y < 1.95 end,
      say = "each step falls as the first one does: vy is to gain -g dt in every step, and to keep it" },
    { when = 2 - g, say = "g dt is what the velocity gains; the place changes by the velocity times dt" },
    { when = 2 - g / 2 * 20.5028, within = 0.01,
      say = "g t^2 / 2 is the way since the start: it is not to come off in each step" },
    { when = function(y) return y < -20 end, say = "far too fast: a velocity is per second, so multiply by dt" },
    { when = function(y) return y > 2.1 end, say = "it rises: gravity points downwards" },
  } }
lg.check { name = "its energy is what it was", frame = 60, expect = 1, within = 1e-3,
  value = function() return (0.5 * (drop.vx ^ 2 + drop.vy ^ 2) + g * drop.y) / start end,
  hints = { { when = function() return math.abs(drop.y - 2 + g / 2) < 1e-3 and drop.vx == 1.2 end,
    say = "the height is right, but the speed does not belong to it: vy is p.vy, and changes, too" } },
  otherwise = "height and speed do not belong together: see the check above first" }
lg.check { name = "how far it has flown", unit = "m", frame = 60, expect = 1.4, within = 1e-3,
  value = function() return drop.x end,
  hints = { { when = 0.2, say = "x stays: it grows by vx dt" }, { when = 72.2, say = "by vx dt: you left out dt" },
    { when = 1.2, say = "by vx dt: you left out vx" } } }
return world
