-- Bodies that are hard on a solver: next to nothing of the water's weight, or so much that they
-- crush what is under them.
local support = dofile "tests/lua/support.lua"
local lg = support.lg

local fall = math.sqrt(2 * 9.81 * 1.2)

--- Water 0.48 m deep and a box in it or above it, for 1.5 s: returns the box and the fastest that
--- anything was.
local function dropped(name, density, height)
  local world =
    lg.world { bounds = {{0, 0}, {1.2, 1.2}}, spacing = 0.04, solver = lg.solver[name] {} }
  world:add(lg.emitter.volume { shape = lg.shape.box { max = {1.2, 0.48} } })
  local box = lg.shape.box { min = {-0.16, -0.1}, max = {0.16, 0.1} }
  local body =
    world:add(lg.collider.body { shape = box, density = density, translation = {0.6, height} })
  local most = 0
  for _ = 1, 90 do
    world:step(1 / 60)
    most = math.max(most, world.stats.max_speed, math.abs(body.velocity.x),
      math.abs(body.velocity.y))
  end
  assert.equal(0, world.stats.guarded + world.stats.removed)
  return world, body, most
end

for _, name in ipairs { "wcsph", "pcisph", "pbf", "dfsph", "flip" } do
  it("a body a millionth as dense as water floats: " .. name, function()
    local world <close>, body, most = dropped(name, 1e-3, 0.3)
    assert.is_true(most < fall, ("%.1f m/s"):format(most))
    assert.is_true(body.translation.y > 0.45, ("at %.2f m"):format(body.translation.y))
  end)
end

-- What it traps between itself and the floor has no way to go, and gathers no speed there.
it("a body as dense as nothing is falls through flash", function()
  local world <close>, body, most = dropped("flash", 1e7, 0.7)
  assert.is_true(most < 5 * fall, ("%.1f m/s"):format(most))
  assert.is_true(math.abs(body.translation.y - 0.1) < 0.01)
end)

-- Between a body and the edge that it lies on there is room for nobody: what is caught there stays in
-- the world (it was pushed out through the floor), and is not lost.
for _, name in ipairs { "particles", "pcisph", "flip" } do
  it("keeps what a heavy body presses on the floor within the world: " .. name, function()
    local world <close> = lg.world { bounds = {{0, 0}, {1.3, 1.2}}, spacing = 0.03,
      solver = lg.solver[name] {} }
    world:add(lg.emitter.volume { shape = lg.shape.box { max = {1.3, 0.3} } })
    world:add(lg.collider.body { shape = lg.shape.box { min = {0.43, 0.32}, max = {1.2, 1} },
      density = 5000 })
    local n
    for _ = 1, 60 do
      world:step(1 / 60)
      n = n or #world.particles
      local low, high = world.particles.position:min(), world.particles.position:max()
      assert.is_true(low.x >= 0 and low.y >= 0 and high.x <= 1.3 and high.y <= 1.2,
        ("frame %d: %s to %s"):format(world.frame, low, high))
    end
    assert.equal(n, #world.particles)
  end)
end

-- Forces from outside: of a second each, against Newton's law.
describe("body:push", function()
  local function alone(options)
    local world = lg.world { bounds = {{-5, -5}, {5, 5}}, spacing = 0.05, gravity = {0, 0} }
    options.shape = lg.shape.box { min = {-0.2, -0.1}, max = {0.2, 0.1} }
    return world, world:add(lg.collider.body(options)) -- 40 kg/m, 40 (0.16 + 0.04) / 12 kg m
  end

  it("is F = m a, and ends with the frame", function()
    local world <close>, body = alone {}
    function world:before_step()
      if self.time < 0.999 then body:push({20, -10}) end
    end
    for _ = 1, 120 do world:step(1 / 60) end
    assert.near(0.5, body.velocity.x, 1e-4)
    assert.near(-0.25, body.velocity.y, 1e-4)
    assert.near(0, body.angular_velocity, 1e-6)
  end)

  it("turns it by its arm, or a torque, and adds up", function()
    local world <close>, body = alone { translation = {1, 2} }
    for _ = 1, 6 do
      body:push({0, 1}, { at = {1.2, 2} })
      body:push({0, 0}, { torque = 0.3 })
      world:step(1 / 60)
    end
    assert.near(0.1 / 40, body.velocity.y, 1e-5)
    assert.near(0.1 * 0.5 / (40 * 0.2 / 12), body.angular_velocity, 1e-3)
  end)

  it("refuses what is no body or no force", function()
    local world <close>, body = alone {}
    local wall = world:add(lg.collider.solid { shape = lg.shape.box {} })
    support.fails(function() wall:push({1, 0}) end, "solid 'solid1': unknown property 'push'")
    support.fails(function() body:push(3) end, "body: push expects a point of 2 numbers")
    support.fails(function() body:push({1, 0}, { att = {0, 0} }) end,
      "body:push: unknown option 'att' (did you mean 'at'?)")
    support.fails(function() body:push({0 / 0, 0}) end,
      "push: force, point and torque must be finite")
    support.fails(function() body:push({1, 0}, { at = {1} }) end,
      "body:push: at must be 2 numbers, got")
  end)
end)

-- Ten boxes on each other stand for 10 s: they neither lean nor sink into each other.
it("a stack of ten boxes stands", function()
  local world <close> = lg.world { bounds = {{0, 0}, {2, 3}}, spacing = 0.05 }
  local boxes = {}
  for i = 1, 10 do
    boxes[i] = world:add(lg.collider.body { friction = 0.5, translation = {1, 0.1 + 0.2 * (i - 1)},
      shape = lg.shape.box { min = {-0.1, -0.1}, max = {0.1, 0.1} } })
  end
  for _ = 1, 600 do world:step(1 / 60) end
  for i, box in ipairs(boxes) do
    assert.near(1, box.translation.x, 0.02)
    assert.near(0.1 + 0.2 * (i - 1), box.translation.y, 0.03)
    assert.near(0, box.rotation, 0.02)
  end
end)

-- What bodies press each other with is their weight; each pair once, edges without a name.
it("tells who touches whom", function()
  local world <close> = lg.world { bounds = {{0, 0}, {2, 3}}, spacing = 0.05 }
  local boxes = {}
  for i = 1, 2 do -- 20 kg/m each
    boxes[i] = world:add(lg.collider.body { translation = {1, 0.1 + 0.2 * (i - 1)},
      shape = lg.shape.box { min = {-0.1, -0.1}, max = {0.1, 0.1} } })
  end
  assert.same({}, world.contacts)
  for _ = 1, 120 do world:step(1 / 60) end
  local weight, contacts = 20 * 9.81 / 60, world.contacts
  assert.equal(2, #contacts)
  table.sort(contacts, function(a, b) return a.at.y < b.at.y end)
  assert.equal(boxes[1], contacts[1].a)
  assert.is_nil(contacts[1].b)
  assert.near(2 * weight, contacts[1].impulse, 0.1 * weight)
  assert.equal(boxes[1], contacts[2].a)
  assert.equal(boxes[2], contacts[2].b)
  assert.near(-1, contacts[2].normal.y, 1e-3)
  assert.near(0.2, contacts[2].at.y, 0.02)
  assert.near(weight, contacts[2].impulse, 0.1 * weight)
end)
