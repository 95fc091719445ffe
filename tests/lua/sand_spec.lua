-- examples/physics/sand.lua: the heap stands at the angle whose tangent is the friction, no stress leaves Coulomb's cone,
-- sand in flight falls freely, and none is lost.
local lg = require "laguna"
local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$") .. "/"

local function hourglass(friction, frames)
  local world = lg.load(here .. "../../examples/physics/sand.lua")
  world.solver.friction = friction
  for _ = 1, frames do world:step(1 / 60) end
  return world
end

-- The heap's slope in degrees: a line through its highest grains in bins of four, for both sides of the middle.
local function angle(world)
  local top, rise, d = {}, 0, world.spacing
  world:each(function(p) return p.y < 0.5 end, function(p)
    local bin = math.floor(p.x / (4 * d))
    if math.abs(p.vy) < 0.3 then top[bin] = math.max(top[bin] or 0, p.y) end
  end)
  for side = -1, 1, 2 do
    local n, x, y, xx, xy = 0, 0, 0, 0, 0
    for bin, height in pairs(top) do
      local along = (bin + 0.5) * 4 * d
      local out = side * (along - 0.5)
      if out > 0.04 and height > 3 * d and along > 0.04 and along < 0.96 then
        n, x, y, xx, xy = n + 1, x + out, y + height, xx + out ^ 2, xy + out * height
      end
    end
    rise = rise - (n * xy - x * y) / (n * xx - x ^ 2) / 2
  end
  return math.deg(math.atan(rise))
end

describe("the hourglass", function()
  it("piles at the angle whose tangent is the friction", function()
    -- 3 degrees: a surface of four spacings of bins over half a metre, and what a fall leaves of its speed
    for friction, frames in pairs { [0] = 180, [0.5] = 420 } do
      local found, exact = angle(hourglass(friction, frames)), math.deg(math.atan(friction))
      assert.is_true(math.abs(found - exact) < 3, ("friction %g: %.1f degrees, not %.1f"):format(friction, found, exact))
    end
  end)

  it("bears no more than Coulomb's cone, and keeps every grain in its volume", function()
    local world = hourglass(0.6, 150)
    local steep = 0.6 / math.sqrt(1 + 0.6 ^ 2)
    assert.equal(988, #world.particles)
    assert.equal(988, world:count(function(p) return p.y > 0 and p.x > 0 and p.x < 1 end))
    assert.is_true(world.stats.density_error_mean < 0.005)
    assert.equal(0, world:count(function(p)
      return lg.math.sqrt(p.shear.x ^ 2 + p.shear.y ^ 2) > steep * p.pressure * (1 + 1e-5) + 1e-6
    end))
    -- and where it flows, all of that
    local pressed = world:count(function(p) return p.pressure > 100 end)
    local yields = world:count(function(p)
      return p.pressure > 100 and lg.math.sqrt(p.shear.x ^ 2 + p.shear.y ^ 2) > 0.99 * steep * p.pressure
    end)
    assert.is_true(pressed > 300 and yields > 0.8 * pressed, yields .. " of " .. pressed)
  end)

  it("falls freely where grains lie apart", function()
    local world = lg.load(here .. "../../examples/physics/sand.lua")
    world:step(1e-3)
    world.particles:add({ 0.5, 0.7 })
    local id = #world.particles
    for _ = 1, 12 do world:step(1 / 60) end
    local p = world.particles
    local speed
    world:each(function(q) return lg.eq(q.id, id - 1) end, function(q) speed = q.vy end)
    assert.equal(id, #p)
    assert.near(-9.81 * 0.2, speed, 0.02)
  end)
end)
