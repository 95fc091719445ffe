-- lua/laguna/hand.lua: the mouse in a scene without a world:mouse of its own.
local lg = require "laguna"
local hand = require "laguna.hand"

local function tank()
  local world = lg.world { bounds = {{0, 0}, {2, 1}}, spacing = 0.02, gravity = {0, 0}, solver = lg.solver.particles {} }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {2, 1} } })
  world:step(1 / 60)
  return world
end

-- A drag to the right at 1 m/s through (0.5, 0.5), one event a frame.
local function drag(world, frames)
  hand.mouse(world, 0.5, 0.5, 1, "press")
  for k = 1, frames do
    hand.mouse(world, 0.5 + k / 60, 0.5, 1, "move")
    world:step(1 / 60)
  end
end

local function speed(world, x, y)
  return world:mean(function(p) return p.vx end), world:max(function(p)
    return lg.where((p.x - x) ^ 2 + (p.y - y) ^ 2 < 0.05 ^ 2, p.vx, 0)
  end)
end

describe("the hand", function()
  it("takes the water near the mouse along, at the mouse's speed, and no other", function()
    local world = tank()
    drag(world, 12)
    local _, near = speed(world, 0.7, 0.5)
    local _, far = speed(world, 1.6, 0.5)
    assert.is_true(near > 0.7 and near < 1.001, "near: " .. near)
    assert.are.equal(0, far)
  end)

  it("lets go when the mouse stops, and leaves nothing behind when it is released", function()
    local world = tank()
    drag(world, 12)
    local before = speed(world, 0, 0)
    assert.is_not_nil(world:find("hand"))
    for _ = 1, 60 do world:step(1 / 60) end
    local _, near = speed(world, 0.9, 0.5)
    assert.is_true(near > 0.2, "water that was pushed goes on: " .. near)
    assert.is_true(speed(world, 0, 0) > 0.5 * before)
    hand.mouse(world, 0.7, 0.5, 1, "release")
    assert.is_nil(world:find("hand"))
    world:step(1 / 60)
  end)

  -- A drag of a second; then the world goes back to before it, where the hand was down or not yet.
  local function back(press_first)
    local world, file = tank(), os.tmpname()
    if press_first then hand.mouse(world, 0.5, 0.5, 1, "press") end
    world:save(file)
    drag(world, 60)
    world:restore(file)
    os.remove(file)
    return world
  end

  it("stays gentle in a world that went back to an earlier moment", function()
    local world = back(true)
    assert.is_not_nil(world:find("hand"))
    world:step(1 / 60)
    assert.is_true(world:max(function(p) return p.vx ^ 2 + p.vy ^ 2 end) < 100)
  end)

  it("is released in a world that has lost it", function()
    local world = back(false)
    assert.is_nil(world:find("hand"))
    hand.mouse(world, 1, 0.5, 1, "release")
    world:step(1 / 60)
  end)

  it("goes on in a world that is read again, under a name that the scene has not", function()
    local carry = require "laguna.carry"
    local before, after = tank(), tank()
    after:add(lg.field.formula { name = "hand", program = function() return 0, 0 end })
    drag(before, 12)
    hand.carry { before }
    local bytes = carry.pack(false)
    carry.begin(bytes)
    hand.carry { after }
    carry.finish()
    assert.is_not_nil(after:find("hand_"))
    for k = 13, 20 do
      hand.mouse(after, 0.5 + k / 60, 0.5, 1, "move")
      after:step(1 / 60)
    end
    local _, near = speed(after, 0.8, 0.5)
    assert.is_true(near > 0.5, "near: " .. near)
    hand.mouse(after, 0.8, 0.5, 1, "release")
    assert.is_nil(after:find("hand_"))
    carry.begin(nil)
  end)

  it("is the left button's: others, the wheel and a mouse that hovers do nothing", function()
    local world = tank()
    for _, what in ipairs { "press", "release" } do
      hand.mouse(world, 0.5, 0.5, 3, what)
      assert.is_nil(world:find("hand"))
    end
    hand.mouse(world, 0.5, 0.5, 0, "hover")
    hand.mouse(world, 0.5, 0.5, 1, "wheel")
    hand.mouse(world, 0.5, 0.5, 1, "press")
    hand.mouse(world, 0.5, 0.5, 3, "press")
    hand.mouse(world, 0.5, 0.5, 3, "release")
    assert.is_not_nil(world:find("hand"))
    hand.mouse(world, 0.5, 0.5, 1, "release")
    assert.is_nil(world:find("hand"))
  end)

  it("paints with Shift where no particle is, and takes away with Ctrl", function()
    local world = tank()
    local full = #world.particles
    lg.keys["left ctrl"] = true
    hand.mouse(world, 0.5, 0.5, 1, "press")
    hand.mouse(world, 1.0, 0.5, 1, "move")
    lg.keys["left ctrl"] = nil
    hand.mouse(world, 1.2, 0.5, 1, "move") -- what began as one goes on as one
    hand.mouse(world, 1.2, 0.5, 1, "release")
    assert.is_nil(world:find("hand"))
    local gone = full - #world.particles
    -- 0.7 m x 0.12 m and two half discs of 0.06 m, in squares of 0.02 m
    assert.near((0.7 * 0.12 + math.pi * 0.06 ^ 2) / 0.02 ^ 2, gone, 40)
    assert.are.equal(0, world:count(function(p) return (p.x - 0.8) ^ 2 + (p.y - 0.5) ^ 2 < 0.05 ^ 2 end))

    lg.keys["right shift"] = true
    for _ = 1, 2 do -- again, there is no room left
      hand.mouse(world, 0.5, 0.5, 1, "press")
      hand.mouse(world, 1.2, 0.5, 1, "move")
      hand.mouse(world, 1.2, 0.5, 1, "release")
    end
    lg.keys["right shift"] = nil
    assert.near(full, #world.particles, 4)
    world:step(1 / 60)
    assert.near(full, #world.particles, 4)
    lg.keys["left shift"] = true
    hand.mouse(world, 0.01, 0.99, 1, "press")
    hand.mouse(world, -1, 2, 1, "move")
    hand.mouse(world, -1, 2, 1, "release")
    lg.keys["left shift"] = nil
    assert.are.equal(0, world:count(function(p) return lg.where(p.x < 0, true, p.y > 1) end))
  end)

  it("does not throw the water, however far the mouse jumps", function()
    local world = tank()
    hand.mouse(world, 0.1, 0.5, 1, "press")
    hand.mouse(world, 1.9, 0.5, 1, "move")
    world:step(1 / 60)
    assert.is_true(world:max(function(p) return p.vx ^ 2 + p.vy ^ 2 end) < 100)
  end)
end)
