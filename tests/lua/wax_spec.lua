-- examples/physics/wax.lua: what no lamp reaches stands as it stood, what has melted runs down, and a
-- lamp that is off melts nothing.
local lg = require "laguna"
local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$") .. "/"

local function candles(frames, off)
  local world = lg.load(here .. "../../examples/physics/wax.lua")
  local start = {}
  if off then world:update(function(p) p.heat = 0 end) end
  for i = 1, #world.particles do start[world.particles.id[i]] = world.particles.position[i] end
  for _ = 1, frames do
    world:step(1 / 60)
    if off then world:update(function(p) p.heat = 0 end) end
  end
  return world, start
end

--- How far the particles have gone that meet a condition, m: mean fall, greatest distance, how many.
local function moves(world, start, condition)
  local fall, most, n = 0, 0, 0
  for i = 1, #world.particles do
    local x, a = world.particles.position[i], start[world.particles.id[i]]
    if condition(a, world.particles.heat[i]) then
      fall, most, n = fall + a.y - x.y, math.max(most, math.sqrt((x.x - a.x) ^ 2 + (x.y - a.y) ^ 2)), n + 1
    end
  end
  return fall / n, most, n
end

describe("the wax", function()
  it("melts under the lamp and stands elsewhere", function()
    local world, start = candles(300)
    local h = 0.0125
    local _, most, n = moves(world, start, function(a) return a.x > 0.8 end)
    assert.is_true(n > 400 and most < h / 2, "the far candle has moved by " .. most)
    local fall, _, molten = moves(world, start, function(_, heat) return heat > 0.55 end)
    assert.is_true(molten > 40, molten .. " particles have melted")
    assert.is_true(fall > 0.1, "they fell by " .. fall)
    assert.equal(1728, #world.particles)
  end)

  it("does not creep in the dark", function()
    local world, start = candles(300, true)
    local _, most = moves(world, start, function() return true end)
    assert.is_true(most < 0.02 * 0.0125, "it has moved by " .. most)
  end)
end)
