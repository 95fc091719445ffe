-- 2 A kernel is a blurred point
-- idea: a particle's mass is spread over a disc of radius R; what it is at a distance r is W(r), and its slope pushes
-- change: the part that is yours; R
local lg = require "laguna"
lg.note [[
The cubic spline (Monaghan 1992), with q = r / R from 0 at the particle to 1 at the rim:

    W = k (6 (q^3 - q^2) + 1)      for q <= 1/2
    W = k 2 (1 - q)^3              for 1/2 < q <= 1,    0 beyond

k makes its integral over the plane 1: k = 40 / (7 pi R^2) in 2-D (8 / (pi R^3) in 3-D). Write W, and its slope dW/dr. In Lua
every product has its `*`, as 6 * (q ^ 3 - q ^ 2), pi is `math.pi`, and a branch is `if q > 1 then return 0 end`.]]

local R = 0.16 -- m

-- ---- your part ----
local function W(r)
  return 0
end
local function slope(r)
  return 0
end
-- ---- until here ----

local world = lg.world { bounds = {{-0.2, 0}, {0.2, 0.3}}, spacing = 0.02 }
world.view = { hud = false, legend = false }
--- A curve over x from -0.2 to 0.2 m.
local function curve(d, color, height)
  for i = -40, 39 do
    local a, b = i * 0.005, (i + 1) * 0.005
    d:line({ a, 0.08 + height(a) }, { b, 0.08 + height(b) }, color, 3)
  end
end
function world:draw(d)
  for _, x in ipairs { -R, 0, R } do d:line({ x, 0.075 }, { x, 0.085 }, {1, 1, 1}, 2) end
  d:text({ R - 0.003, 0.09 }, "R", {1, 1, 1}, 14)
  curve(d, {0.4, 0.8, 1}, function(x) return 0.06 * slope(math.abs(x)) * (x < 0 and -1 or 1) / 888 end)
  curve(d, {1, 0.8, 0.2}, function(x) return 0.2 * W(math.abs(x)) / 71 end)
  d:text({ 0.03, 0.27 }, "W", {1, 0.8, 0.2}, 16)
  d:text({ -0.165, 0.14 }, "its slope", {0.4, 0.8, 1}, 16)
end

--- 2 pi times the sum of W r dr, from ring to ring.
local function integral()
  local sum, n = 0, 4000
  for i = 1, n do
    local r = (i - 0.5) * 2.5 * R / n
    sum = sum + W(r) * r * 2.5 * R / n
  end
  return 2 * math.pi * sum
end
local k = 40 / (7 * math.pi * R ^ 2)
local three = 8 / (math.pi * R ^ 3) * 7 * math.pi * R ^ 2 / 40

lg.check { name = "the integral of W", expect = 1, within = 1e-3, value = integral,
  hints = {
    { when = 0, say = "W is 0 everywhere: write the two branches" },
    { when = three, within = 0.01, say = "this is the constant of 3-D; a disc needs 40 / (7 pi R^2)" },
    { when = function(x) return math.abs(x - 0.25) < 0.01 and W(0) < 0.3 * k end,
      say = "k is a quarter: 10 / (7 pi h^2) is written with h = R / 2; with R it is 40 / (7 pi R^2)" },
    { when = 0.25, within = 0.01, say = "you divide by half the radius: q = r / R" },
    { when = 4, within = 0.05, say = "R is the rim here, not twice the smoothing length: q = r / R" },
    { when = math.pi * R ^ 2 * 7 / 40, within = 1e-4, say = "the constant k is missing" },
    { when = 15 / 7, within = 0.01, say = "q is r / R, not its square" },
    { when = function() return W(0.3 * R) > W(0) and W(0) > 0 end,
      say = "it rises from the middle: q^3 - q^2, which is below 0" },
    { when = function() return W(0) == 0 and W(0.3 * R) < 0 end, say = "in the middle it is highest: the + 1 is missing" },
    { when = 25 / 28, say = "the second branch has a 2 before its (1 - q)^3" },
    { when = R, within = 1e-6, say = "k is one over an area: R is squared" },
    { when = math.pi ^ 2, within = 0.01, say = "pi stands below the line: 40 / (7 * math.pi * R ^ 2)" },
    { when = math.pi ^ 2 * R ^ 4, within = 1e-6, say = "pi and R^2 stand below the line: 40 / (7 * math.pi * R ^ 2)" },
    { when = 16 / 7, within = 0.01, say = "the second branch, for q > 1/2, is never reached" },
    { when = 11 / 14, say = "the second branch, from q = 1/2 to 1, is missing" },
    { when = 3 / 14, say = "the first branch, up to q = 1/2, is missing" },
    { when = function() return W(R) > 0 and W(1) == 0 end, say = "it ends at r = 1 m: q is r / R" },
    { when = function(x) return x < 0 end, say = "beyond R it falls below 0: W is 0 there" },
  } }
lg.check { name = "W at the rim", expect = 0, within = 1e-6, value = function() return W(R) + W(1.2 * R) end,
  otherwise = "beyond R nobody is a neighbour: W is 0 there" }
lg.check { name = "the slope, over the difference of W", expect = 1, within = 1e-3,
  value = function()
    local worst = 1
    for _, r in ipairs { 0.2 * R, 0.4 * R, 0.7 * R } do
      local e = 1e-6 * R
      local true_slope = (W(r + e) - W(r - e)) / (2 * e)
      local ratio = true_slope == 0 and 0 or slope(r) / true_slope
      if not (math.abs(ratio - 1) <= math.abs(worst - 1)) then worst = ratio end
    end
    return worst
  end,
  hints = {
    { when = 0, say = "the slope is still 0, or W is" },
    { when = -1, say = "W falls with r: its slope is negative" },
    { when = 1 / three, within = 1e-3, say = "W and its slope have different constants k" },
    { when = three, within = 0.05, say = "W and its slope have different constants k" },
    { when = 1 / R, within = 1e-3, say = "once too often over R: dW/dr is dW/dq times dq/dr, and dq/dr = 1 / R" },
    { when = 1 / k, within = 1e-4, say = "k belongs to the slope as well" },
    { when = R, within = 1e-4, say = "dW/dr is dW/dq times dq/dr, and dq/dr = 1 / R" },
  } }
lg.ask { name = "middle", "How high is W in the middle, W(0), for R = 0.16 m?",
  unit = "1/m2", answer = 40 / (7 * math.pi * 0.16 ^ 2),
  hints = {
    { when = 8 / (math.pi * 0.16 ^ 3), within = 7, say = "this is a ball's: a disc has 40 / (7 pi R^2)" },
    { when = 40 / (7 * math.pi * 0.16), within = 0.2, say = "R is squared: W is one over an area" },
    { when = 1, say = "its integral is 1, not its height" },
  } }
lg.ask { name = "steepest", "How far from the middle is W steepest, so that a neighbour is pushed most?",
  unit = "m", answer = 0.16 / 3,
  hints = {
    { when = 0, within = 1e-9, say = "in the middle W is flat: two particles at one place do not push each other at all" },
    { when = 0.16, within = 1e-3, say = "at the rim W runs out flat" },
    { when = 0.08, within = 1e-3,
      say = "there the branches meet; look for where the slope itself does not change: 36 q - 12 = 0" },
    { when = 1 / 3, within = 4e-3, say = "this is q; r = q R" },
  } }
return world
