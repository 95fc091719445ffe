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
