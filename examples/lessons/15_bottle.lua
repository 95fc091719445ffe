-- 15 The bottle
-- idea: who moves with the bottle feels its acceleration backwards: water does not know whether it is shaken or the world tilts
-- change: the part that is yours; then pull, or let the bottle go to and fro: 0.2 * math.sin(4 * t)
local lg = require "laguna"
lg.note [[
A bottle is pulled to the right, faster and faster, and the picture goes with it. In its frame nothing is pulled: instead there
is a force on all that has mass, against the bottle's acceleration (d'Alembert's force of inertia), beside gravity.

The mouse knows only places: where the bottle was two frames ago, one frame ago, and where it is, in m. A frame takes dt seconds.
Their differences are the velocity, and the differences of those the acceleration, in m/s2. `felt` returns what the water feels.

It then stands askew, at right angles to what pulls it: the surface climbs by pull / g for each metre, at the back. After 5.3 s
the bottle is shaken, then goes on evenly: after 30 s the water lies level again, and all of it is there.]]

local pull, g = 2, 9.81 -- m/s2
local function gained(t) return t < 5.3 and pull or t < 9 and 4 * math.sin(9 * t) or 0 end -- m/s2

-- ---- your part ----
local function felt(two_ago, one_ago, now, dt)
  return 0
end
-- ---- until here ----

local L, depth = 1, 0.3 -- m
local world = lg.world { bounds = {{0, 0}, {L, 0.7}}, spacing = 0.02, solver = lg.solver.dfsph { viscosity = 0.01 } }
world:add(lg.emitter.volume { shape = lg.shape.box { max = {L, depth} } })
world.color_by = "pressure"

local two_ago, one_ago, middle = 0, 0, {}
function world:before_step(dt)
  local now = 2 * one_ago - two_ago + gained(self.time) * dt ^ 2
  local x = tonumber((felt(two_ago, one_ago, now, dt))) or 0
  self.gravity = {math.max(-20, math.min(x, 20)), -g} -- 2 g at most, so that a mistake can be watched
  two_ago, one_ago = one_ago, now
end
function world:after_step()
  middle[#middle + 1] = self:mean(function(p) return p.x end) or 0
end
function world:draw(d)
  local a = self.gravity
  d:line({ L / 2, 0.6 }, { L / 2 + 0.02 * a.x, 0.6 + 0.02 * a.y }, {1, 0.8, 0.2}, 3)
  d:text({ L / 2 + 0.02, 0.6 }, "felt", {1, 0.8, 0.2}, 12)
end

--- Of a bottle that gains 3 m/s2, seen n times a second.
local function sample(n)
  local function x(i) return 1 + 0.4 * i / n + 1.5 * (i / n) ^ 2 end
  return felt(x(7), x(8), x(9), 1 / n)
end
lg.check { name = "felt in a bottle that gains 3 m/s2", unit = "m/s2", expect = -3, within = 1e-6,
  value = function() return sample(60) end,
  hints = {
    { when = 0, within = 1e-12, say = "nothing is felt yet" },
    { when = 3, within = 1e-6, say = "it points where the bottle goes: what is in it lags behind" },
    { when = function(a) return math.abs(math.abs(a) * 3600 - 3) < 1e-3 end,
      say = "metres a frame and frame: divide by dt for each of the two differences" },
    { when = function(a) return math.abs(math.abs(a) * 60 - 3) < 1e-3 end,
      say = "once more by dt: this is metres a frame and second" },
    { when = function(a) return math.abs(math.abs(a) - 0.825) < 0.055 end,
      say = "this is its velocity: a steady one nobody feels" },
    { when = function(a) return math.abs(math.abs(a) - 1.6) < 1e-3 end,
      say = "this is twice its velocity: take the difference of two velocities, over dt" },
    { when = function(a) return math.abs(math.abs(a) - 0.75) < 1e-3 end,
      say = "a quarter: from one difference to the next it is dt, not 2 dt" },
    { when = function(a) return math.abs(math.abs(a) - 1.5) < 1e-3 end, say = "half: no 1/2 belongs to an acceleration" },
    { when = function(a) return math.abs(a) > 20 end,
      say = "far too much: two differences over dt^2, now - one_ago and one_ago - two_ago, and the one less the other" },
  } }
lg.check { name = "the same, seen 120 times a second", unit = "m/s2", expect = -3, within = 1e-6,
  value = function() return sample(120) end,
  hints = {
    { when = function(a) return a == sample(60) end, say = "the same as 60 times a second: see the check above" },
    { when = function() return math.abs(sample(60) + 3) > 1e-6 end, say = "see the check above first" },
  },
  otherwise = "dt is not always 1/60 s: take what the frame gives" }
--- The middle of the water moves by L^2 / (12 depth) for each unit of slope; it sways about that, so: the mean of four periods.
local function slope()
  local sum, frames = 0, 317
  for i = #middle - frames + 1, #middle do sum = sum + middle[i] end
  return (sum / frames - L / 2) * 12 * depth / L ^ 2
end
lg.check { name = "slope of the surface, over that of pull / g", frame = 317, expect = -1, within = 0.1,
  value = function() return slope() / (pull / g) end,
  hints = {
    { when = function(s) return math.abs(s) < 0.1 end, say = "it lies flat: the water has felt nothing" },
    { when = function(s) return s > 0 end, say = "it climbs at the front: the sign" },
    { when = function() return math.abs(sample(60) + 3) > 1e-6 end, say = "see the first check first" },
  } }
lg.check { name = "slope 20 s after the shake", frame = 1800, expect = 0, within = 0.01, value = slope,
  otherwise = "a bottle that goes evenly is felt by nobody: its acceleration is 0" }
lg.check { name = "how many of the 750 particles are in the water by then", frame = 1800, expect = 750, within = 0.5,
  value = function() return world:count(function(p) return p.x > 0 and p.x < L and p.y > 0 and p.y < 1.2 * depth end) end,
  otherwise = "some have left the bottle, or still fly" }
return world
