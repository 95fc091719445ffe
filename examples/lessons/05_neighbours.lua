-- 5 Who is my neighbour
-- idea: whoever is nearer than R lies in my cell or in one of the eight around it, if cells are as wide as R
-- change: the part that is yours; the number of drops: all pairs cost n^2, cells n
-- budget: hook=2000
local lg = require "laguna"
lg.note [[
To ask all of n particles about all others takes n^2 questions. Sort them into square cells of edge R first: then nine
cells are enough. `cells[key]` is a list of the indices in that cell; a key may be a text such as "3,7".

`pairs_near(x, n, R)` returns how many pairs are nearer than R, each pair once.]]

local reach, drops = 0.08, 900 -- m
local place = {}
for i = 1, drops do place[i] = { i * 0.754877666 % 1, i * 0.569840296 % 1 } end

-- ---- your part ----
local function pairs_near(x, n, R)
  return 0
end
-- ---- until here ----

local function all_pairs()
  local count = 0
  for i = 1, drops do
    for j = i + 1, drops do
      if (place[i][1] - place[j][1]) ^ 2 + (place[i][2] - place[j][2]) ^ 2 < reach ^ 2 then count = count + 1 end
    end
  end
  return count
end
--- The same, but of neighbours that only share an edge: what is lost without diagonal cells.
local function without_diagonals()
  local count = 0
  for i = 1, drops do
    for j = i + 1, drops do
      local a, b = place[i][1] // reach - place[j][1] // reach, place[i][2] // reach - place[j][2] // reach
      local near = (place[i][1] - place[j][1]) ^ 2 + (place[i][2] - place[j][2]) ^ 2 < reach ^ 2
      if near and math.abs(a) + math.abs(b) <= 1 then count = count + 1 end
    end
  end
  return count
end

local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.02 }
function world:draw(d)
  for k = 0, 12 do
    d:line({ k * reach, 0 }, { k * reach, 1 }, {1, 1, 1, 0.2}, 1)
    d:line({ 0, k * reach }, { 1, k * reach }, {1, 1, 1, 0.2}, 1)
  end
  for i = 1, drops do d:disc(place[i], 0.005, {0.3, 0.7, 1}) end
end

local looks = 0 -- at places
local watched = setmetatable({}, { __index = function(_, i)
  looks = looks + 1
  return place[i]
end })
local found = 0
local want = all_pairs()

--- What `cost(n, R)` grows with, as a power of n: over four times as many drops, with as many neighbours each.
local function power(cost) return math.log(cost(drops, reach) / cost(drops / 4, 2 * reach), 4) end
local function looked(n, R)
  looks = 0
  pairs_near(watched, n, R)
  return looks
end
--- Processor time of so many calls that there is something to measure, in s: the least of three.
local function took(n, R)
  local calls, least = 4 * drops // n, math.huge
  for _ = 1, 3 do
    local start = os.clock()
    for _ = 1, calls do pairs_near(place, n, R) end
    least = math.min(least, (os.clock() - start) / calls)
  end
  return least
end
lg.check { name = "pairs that are near", expect = want, within = 0.5,
  value = function()
    found = pairs_near(place, drops, reach)
    return found
  end,
  hints = {
    { when = 0, say = "none was counted yet" },
    { when = 2 * want, say = "every pair is there twice: count it for i < j only" },
    { when = 2 * want + drops, say = "everybody is his own neighbour, and every pair is there twice: i < j" },
    { when = want + drops, say = "everybody is his own neighbour: i and i are no pair" },
    { when = without_diagonals(), say = "the diagonal cells are missing: nine cells, not five" },
    { when = function(v) return type(v) == "number" and v > 2 * want + drops end,
      say = "too many: of those in the nine cells only the ones with dx^2 + dy^2 < R^2 are near" },
    { when = function(v) return type(v) == "number" and v < want and v > 0 end,
      say = "some are lost: cells must be at least R wide, and all nine of them asked" },
  } }
local everybody = "as n^2, as if everybody were asked about all others: sort first, then ask nine cells"
lg.check { name = "looks at places, as a power of n", expect = 1, within = 0.2,
  value = function() return found == want and power(looked) or 0 end,
  hints = {
    { when = 0, say = "first the right pairs, then fewer looks" },
    { when = 2, say = "it grows " .. everybody },
    { when = function(x) return x > 1.2 and x < 1.8 end,
      say = "more than need be: cells are as wide as R is, which is twice as wide in the smaller crowd" },
  } }
lg.check { name = "processor time, as a power of n", expect = 1, within = 0.5,
  value = function() return found == want and power(took) or 0 end,
  hints = {
    { when = 0, say = "first the right pairs, then less time" },
    { when = function(x) return x > 1.5 end, say = "the time grows " .. everybody },
  } }
return world
