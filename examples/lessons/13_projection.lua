-- 13 A grid by hand: five by five
-- idea: a pressure that takes from every cell what flows in too much makes the flow incompressible; walls let nothing through
-- change: the part that is yours; then omega, from 1 (Gauss-Seidel) to just below 2
local lg = require "laguna"
lg.note [[
Five by five cells of edge dx; u[i][j] is the velocity through the left face of cell i, j, v[i][j] through its lower one; faces
0 and 5 are walls. A cell's divergence is what flows out of it:

    div = (u[i+1][j] - u[i][j] + v[i][j+1] - v[i][j]) / dx

`relax` looks at every cell once. It finds the pressure that brings the cell's divergence to 0, p = - omega div dx / n with n the
number of its faces that are no walls, and gives it to those faces: u[i][j] -= p, u[i+1][j] += p, and so in y. Twenty times.
Cells are counted from 0 to N - 1. What turns goes on turning: a pressure pushes down its slope, and leaves every eddy as it is.

Particles are between the faces: `sample` returns u at a place x, y, from the four faces around it, each weighted by how near it
is (Harlow and Welch 1965). u[i][j] lies at x = i dx, y = (j + 1/2) dx. Where u grows evenly, u = x, nothing may be lost.]]

local N, dx, omega = 5, 0.2, 1.5 -- luacheck: ignore omega
local u, v = {}, {}
for i = 0, N do
  u[i], v[i] = {}, {}
  for j = 0, N do
    u[i][j] = i > 0 and i < N and math.sin(2 * i + j) or 0
    v[i][j] = j > 0 and j < N and math.cos(i - 3 * j) or 0
  end
end
--- Is the face between cell i, j and its neighbour at (di, dj) no wall?
local function is_open(i, j, di, dj) -- luacheck: ignore is_open
  return i + di >= 0 and i + di < N and j + dj >= 0 and j + dj < N
end

-- ---- your part ----
local function relax()
end
local function sample(x, y) -- m -> u, m/s; luacheck: ignore x y
  return 0
end
-- ---- until here ----

local function divergence(i, j) return (u[i + 1][j] - u[i][j] + v[i][j + 1] - v[i][j]) / dx end
local function worst()
  local most = 0
  for i = 0, N - 1 do
    for j = 0, N - 1 do most = math.max(most, math.abs(divergence(i, j))) end
  end
  return most
end
--- The least divergence of a cell after one round with omega = 1, over the worst before: that of the cell that came last is 0.
local function last_one()
  local kept, at_first = omega, worst()
  omega = 1
  relax()
  omega = kept
  local least = math.huge
  for i = 0, N - 1 do
    for j = 0, N - 1 do least = math.min(least, math.abs(divergence(i, j))) end
  end
  return least / at_first
end
local function through_walls()
  local sum = 0
  for k = 0, N - 1 do sum = sum + math.abs(u[0][k]) + math.abs(u[N][k]) + math.abs(v[k][0]) + math.abs(v[k][N]) end
  return sum
end
--- How fast the flow turns about each corner that four cells share, m/s, and the fastest face.
local function turning()
  local turn, most = {}, 0
  for i = 1, N - 1 do
    for j = 1, N - 1 do
      turn[#turn + 1] = u[i][j - 1] - u[i][j] + v[i][j] - v[i - 1][j]
      most = math.max(most, math.abs(u[i][j]), math.abs(v[i][j]))
    end
  end
  return turn, most
end

local before, turned = worst(), turning()
local last = last_one()
for _ = 1, 19 do relax() end
local after = worst() / before
--- The greatest change of a turn, over the fastest face of then or now: 0, of whatever pressures.
local function changed()
  local now, fastest = turning()
  local most = 0
  for k = 1, #now do most = math.max(most, math.abs(now[k] - turned[k])) end
  return most / math.max(fastest, 1)
end

--- How far `sample` is off where u = sx x + sy y, on average and at most, in cells; and where it says how much.
local function off(sx, sy)
  local kept, mean, most, sum, n = u, 0, 0, 0, 24
  u = {}
  for i = 0, N do
    u[i] = {}
    for j = 0, N - 1 do u[i][j] = sx * i * dx + sy * (j + 0.5) * dx end
  end
  for k = 1, n do
    local x, y = 0.02 + 0.96 * (k * 0.754877666 % 1), 0.12 + 0.76 * (k * 0.569840296 % 1)
    local found = 0 + sample(x, y)
    local miss = (found - sx * x - sy * y) / dx
    mean, most, sum = mean + miss / n, math.max(most, math.abs(miss)), sum + math.abs(found)
  end
  u = kept
  return mean, most, sum
end

local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }
world.view = { hud = false, legend = false }
function world:draw(d)
  for i = 0, N - 1 do
    for j = 0, N - 1 do
      local x, y, div = (i + 0.5) * dx, (j + 0.5) * dx, divergence(i, j)
      d:disc({ x, y }, 0.01, {1, 0.8, 0.2})
      d:line({ x, y }, { x + 0.05 * (u[i][j] + u[i + 1][j]), y + 0.05 * (v[i][j] + v[i][j + 1]) }, {0.4, 0.8, 1}, 2)
      d:text({ x - 0.08, y - 0.08 }, ("%.3f"):format(math.abs(div) < 5e-4 and 0 or div), {1, 1, 1}, 10)
    end
  end
end

lg.check { name = "the worst divergence, over that before", expect = 0, within = 1e-3, value = function() return after end,
  hints = {
    { when = function(x) return through_walls() > 0 and x == x end,
      say = "water flows through the walls: only faces that are open change" },
    { when = 1, within = 1e-9, say = "nothing has changed yet" },
    { when = function() return omega >= 2 end, say = "omega must stay below 2: from there on nothing fades" },
    { when = function(x) return x > 1e22 and x < 1e40 end, say = "it grows: div is per metre, so p = - omega div dx / n" },
    { when = function(x) return x > 0.5 and x < 0.95 and omega == 1.5 end,
      say = "is every cell looked at, from 0 to N - 1 in x and y?" },
    { when = function(x) return x > 1.5 end,
      say = "it grows: the pressure of a cell that flows out must suck, p = - omega div dx / n" },
    { when = function(x) return x < 1 and omega ~= 1.5 end, say = "twenty rounds are too few with this omega: 1.5 gets there" },
    { when = 0.0042, within = 2e-4, say = "too slow: div is per metre, so p = - omega div dx / n" },
  } }
lg.check { name = "the cell that came last, with omega = 1", expect = 0, within = 1e-9,
  value = function() return last end,
  hints = {
    { when = function() return after < 1e-3 end,
      say = "divide by the number of open faces: 3 at a wall, 2 in a corner, not by 4" },
  }, otherwise = "its divergence should be gone: see the check above first" }
lg.check { name = "how much what turns has changed", expect = 0, within = 1e-9, value = changed,
  hints = {
    { when = function() return worst() == 0 and select(2, turning()) == 0 end,
      say = "still water has no divergence, but this one was to go on turning: change each face by the pressures beside it" },
  }, otherwise = "a pressure turns nothing: each cell's goes to all of its open faces, in x and in y, as much out as in" }
lg.check { name = "what flows through the walls", expect = 0, within = 1e-12, value = through_walls,
  otherwise = "faces 0 and 5 are walls: they stay 0" }
--- Half a cell beside, a step at each face, or weights that go to the wrong one.
local function slope_hints(sx, sy, where)
  local function mean() return math.abs((off(sx, sy))) end
  return {
    { when = function() return select(3, off(sx, sy)) == 0 end, say = "nothing was sampled yet" },
    { when = function(x) return math.abs(x - 0.5) < 1e-6 and mean() > 0.3 end, say = "half a cell off: " .. where },
    { when = function(x) return x <= 0.5 and mean() < 0.1 end,
      say = "it has a step at each face: weight the two beside the place by how near they are" },
    { when = function(x) return x > 0.6 and x <= 1 and mean() > 0.3 end,
      say = "always the face on one side: weight the two beside the place by how near they are" },
    { when = function(x) return x > 0.5 and x <= 1 and mean() < 0.2 end,
      say = "the weights are at the wrong ends: the nearer face counts more" },
  }
end
lg.check { name = "where u = x: the farthest that samples are off, in cells", expect = 0, within = 1e-9,
  value = function() return select(2, off(1, 0)) end, hints = slope_hints(1, 0, "u[i][j] lies at x = i dx, on the left face") }
lg.check { name = "and where u = y", expect = 0, within = 1e-9,
  value = function() return select(2, off(0, 1)) end,
  hints = slope_hints(0, 1, "u[i][j] lies at y = (j + 1/2) dx, in the middle of its edge") }
return world
