-- The bottle of examples/scenes/flash_bottle.lua, dragged by its own mouse hook: the water is late,
-- stays inside, and calms down.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local SIZE = 0.465 -- m, of its inside

--- The scene with a solver (nil: its own), some frames on.
local function bottle(solver, frames)
  local world = lg.load("examples/scenes/flash_bottle.lua")
  if solver then world.solver = solver end
  for _ = 1, frames do world:step(1 / 60) end
  return world
end

--- Where the water is in the bottle, m from its corner; how far the farthest particle is outside,
--- m.
local function water(world)
  local at, p = world:find("bottle").translation, world.particles.position
  local mean, out = p:mean(), 0
  for i = 1, #world.particles do
    local x, y = p:get(i)
    out = math.max(out, at.x - x, x - at.x - SIZE, at.y - y, y - at.y - SIZE)
  end
  return mean.x - at.x, out
end

local solvers = {
  flash = function() return nil end,
  wcsph = function() return lg.solver.wcsph { viscosity = 0.05 } end,
}

for _, name in ipairs { "flash", "wcsph" } do
  describe("a dragged bottle with " .. name, function()
    -- Compared with a bottle that is held where it is.
    it("leaves the water behind first, and keeps it", function()
      local left <close> = bottle(solvers[name](), 1)
      local right <close> = bottle(solvers[name](), 1)
      local corner, count = left:find("bottle").translation.x, #left.particles
      for world, x in pairs { [left] = 0.3, [right] = 0.6 } do
        world.mouse(world, 0.3, 0.3, 1, "press")
        world.mouse(world, x, 0.3, 1, "move")
        for _ = 1, 14 do world:step(1 / 60) end
      end
      local held, dragged = left:find("bottle"), right:find("bottle")
      assert.is_true(dragged.translation.x > corner + 0.05)      -- it went right
      assert.is_true(dragged.velocity.x > 0.2)
      assert.near(corner, held.translation.x, 0.01)
      local x0 = water(left)
      local x, out = water(right)
      assert.is_true(x < x0 - 0.01, "the water is not late: " .. x - x0)
      assert.is_true(out < 1e-5, "water is outside by " .. out)
      assert.equal(count, #right.particles)
    end)
  end)
end

describe("a bottle", function()
  it("is not moved by a mouse that does not hold it", function()
    local world <close> = bottle(nil, 0)
    world.mouse(world, 1.1, 0.6, 1, "press")
    world.mouse(world, 0.1, 0.6, 1, "move")
    for _ = 1, 120 do world:step(1 / 60) end
    assert.near(0.37, world:find("bottle").translation.x, 1e-3)  -- where the scene wants it
  end)

  it("comes to rest where the hand left it, and so does the water", function()
    local world <close> = bottle(nil, 1)
    local wall = world:find("bottle")
    local corner = wall.translation
    world.mouse(world, 0.3, 0.3, 1, "press")
    world.mouse(world, 0.4, 0.35, 1, "move")
    world.mouse(world, 0.4, 0.35, 1, "release")
    world.mouse(world, 1, 0.35, 1, "move")
    for _ = 1, 1200 do world:step(1 / 60) end
    assert.near(corner.x + 0.1, wall.translation.x, 1e-3)
    assert.near(corner.y + 0.05, wall.translation.y, 1e-3)
    local x, out = water(world)
    assert.near(SIZE / 2, x, 5e-3)
    assert.is_true(out < 1e-5)
    assert.is_true(world.stats.max_speed < 0.05, "at " .. world.stats.max_speed .. " m/s")
  end)
end)
