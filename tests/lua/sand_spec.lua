-- examples/physics/sand.lua: grains pile up at an angle that friction decides, and do not sink into each other.
local lg = require "laguna"
local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$") .. "/"
local d = 1 / 128 -- m, a grain

local function hourglass(friction, frames)
  local world = lg.load(here .. "../../examples/physics/sand.lua")
  world.solver.friction = friction
  for _ = 1, frames do world:step(1 / 60) end
  return world
end

-- The pile's slope in degrees: a line through its highest grains in bins of four, for both sides of the middle.
local function angle(world)
  local top, rise = {}, 0
  world:each(function(p) return p.y < 0.5 end, function(p)
    local bin = math.floor(p.x / (4 * d))
    if math.abs(p.vy) < 0.3 then top[bin] = math.max(top[bin] or 0, p.y) end
  end)
  for side = -1, 1, 2 do
    local n, x, y, xx, xy = 0, 0, 0, 0, 0
    for bin, height in pairs(top) do
      local along = (bin + 0.5) * 4 * d
      local out = side * (along - 0.5)
      if out > 0.03 and height > 3 * d and along > 0.03 and along < 0.97 then
        n, x, y, xx, xy = n + 1, x + out, y + height, xx + out ^ 2, xy + out * height
      end
    end
    rise = rise - (n * xy - x * y) / (n * xx - x ^ 2) / 2
  end
  return math.deg(math.atan(rise))
end

describe("the hourglass", function()
  it("piles at an angle that grows with friction", function()
    local smooth, rough = angle(hourglass(0, 140)), angle(hourglass(0.6, 140))
    assert.is_true(smooth < 16, "without friction: " .. smooth)
    assert.is_true(rough > 27 and rough < 40, "with 0.6: " .. rough)
  end)

  it("keeps every grain, and its place", function()
    local world = hourglass(0.6, 60)
    local n = #world.particles
    local near = world:count(function(p) return p:min(function(q) return q.distance end) < 0.8 * d end)
    assert.are.equal(n, world:count(function(p) return p.y >= 0 end))
    assert.is_true(n > 3900 and near < 0.02 * n, near .. " of " .. n .. " grains lie in others")
  end)
end)
